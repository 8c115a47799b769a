//! Tests that every message is read as it was written.

use super::*;
use cards::{BySeat, BySide, Card, Commitment, Nonce, Seat, SeatSet, Seed, Side};
use engine::{Half, OptionValue};
use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Checks that a value and its text stay the same when the value is written and read again.
fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> Result<(), TestCaseError> {
    let text = serde_json::to_string(value).expect("it has string keys");
    let read: T =
        serde_json::from_str(&text).map_err(|error| TestCaseError::fail(format!("{error} in {text}")))?;
    prop_assert_eq!(&read, value);
    prop_assert_eq!(serde_json::to_string(&read).expect("it has string keys"), text);
    Ok(())
}

fn text() -> impl Strategy<Value = String> {
    "[a-z “\\\\\"\u{e9}\n]{0,12}"
}

fn name() -> impl Strategy<Value = Cow<'static, str>> {
    "[a-z-]{1,8}".prop_map(Cow::Owned)
}

fn seat() -> impl Strategy<Value = Seat> {
    (0..4u8).prop_map(Seat::new)
}

fn seats() -> impl Strategy<Value = SeatSet> {
    vec(seat(), 0..4).prop_map(|seats| seats.into_iter().collect())
}

fn by_seat<T: Copy + Default + Debug + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<BySeat<T>> {
    vec(value, 4).prop_map(|values| BySeat::new(4, |seat| values[seat.index()])).boxed()
}

fn by_side<T: Copy + Default + Debug + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<BySide<T>> {
    vec(value, 2).prop_map(|values| BySide::new(2, |side| values[side.index()])).boxed()
}

fn card() -> impl Strategy<Value = Card> {
    prop::sample::select(["7d", "Ks", "Ah", "2c"].to_vec()).prop_map(|card| card.parse().expect("a card"))
}

fn cards() -> impl Strategy<Value = Vec<Card>> {
    vec(card(), 0..4)
}

fn hands() -> impl Strategy<Value = [Vec<Card>; 4]> {
    [cards(), cards(), cards(), cards()]
}

fn json() -> impl Strategy<Value = Json> {
    prop::sample::select(vec![
        r#"[{"b":1,"a":null}]"#,
        "[]",
        r#"[ { "event": "7 d" } ]"#,
        r#"{"z":1.50,"a":[[]]}"#,
    ])
    .prop_map(|text| serde_json::from_str(text).expect("it is JSON"))
}

fn value() -> impl Strategy<Value = serde_json::Value> {
    json().prop_map(|json| serde_json::from_str(json.get()).expect("it is JSON"))
}

fn receipt() -> impl Strategy<Value = Option<Receipt>> {
    of("[A-Za-z0-9_-]{27}".prop_map(Receipt::new))
}

fn commitment() -> impl Strategy<Value = Commitment> {
    any::<u64>().prop_map(|number| Seed::from_number(number).commitment())
}

fn nonce() -> impl Strategy<Value = Nonce> {
    any::<[u8; 32]>().prop_map(Nonce::from_bytes)
}

fn option_value() -> impl Strategy<Value = OptionValue> {
    prop_oneof![
        any::<bool>().prop_map(OptionValue::Flag),
        any::<i32>().prop_map(OptionValue::Number),
        text().prop_map(OptionValue::Word),
    ]
}

fn options() -> impl Strategy<Value = BTreeMap<String, OptionValue>> {
    btree_map(text(), option_value(), 0..3)
}

fn phrase() -> impl Strategy<Value = Phrase> {
    prop::sample::select(vec![Phrase::Hello, Phrase::GoodLuck, Phrase::OneMoment, Phrase::PlayAgain])
}

fn command() -> BoxedStrategy<Command> {
    prop_oneof![
        (text(), any::<u32>()).prop_map(|(token, protocol)| Command::Hello { token, protocol }),
        (text(), receipt(), of(commitment())).prop_map(|(table, receipt, nonce)| Command::Watch {
            table,
            receipt,
            nonce
        }),
        (text(), nonce(), commitment(), of(commitment()))
            .prop_map(|(table, nonce, commitment, next)| Command::Reveal { table, nonce, commitment, next }),
        text().prop_map(|table| Command::Unwatch { table }),
        (text(), seat(), text()).prop_map(|(table, seat, name)| Command::Sit { table, seat, name }),
        (text(), any::<u64>(), text(), text()).prop_map(|(table, version, action, id)| Command::Play {
            table,
            version,
            action,
            id
        }),
        (text(), any::<u64>(), text(), text()).prop_map(|(table, version, line, id)| Command::TextAction {
            table,
            version,
            line,
            id
        }),
        text().prop_map(|table| Command::Continue { table }),
        text().prop_map(|table| Command::Rematch { table }),
        (text(), seat()).prop_map(|(table, seat)| Command::Substitute { table, seat }),
        (text(), any::<bool>()).prop_map(|(table, agree)| Command::End { table, agree }),
        text().prop_map(|table| Command::Resign { table }),
        (text(), seat()).prop_map(|(table, seat)| Command::Stand { table, seat }),
        text().prop_map(|table| Command::Claim { table }),
        (text(), any::<u64>(), text()).prop_map(|(table, version, id)| Command::Hint { table, version, id }),
        (text(), any::<u64>(), text()).prop_map(|(table, version, id)| Command::Undo { table, version, id }),
        (text(), seat()).prop_map(|(table, seat)| Command::Wait { table, seat }),
        (text(), phrase()).prop_map(|(table, phrase)| Command::Say { table, phrase }),
        Just(Command::Ping {}),
        any::<bool>().prop_map(|on| Command::Lobby { on }),
        (text(), text(), text()).prop_map(|(id, pool, name)| Command::Seek { id, pool, name }),
        text().prop_map(|id| Command::Unseek { id }),
        text().prop_map(|id| Command::Fill { id }),
    ]
    .boxed()
}

fn score_line() -> impl Strategy<Value = ScoreLine> {
    let half = of(any::<i16>().prop_map(|number| Half::from(i32::from(number))));
    let cards = of(vec(vec(text(), 0..2), 2));
    (name(), vec(name(), 0..2), by_side(half), by_side(any::<i32>()), cards).prop_map(
        |(category, rules, amounts, points, cards)| ScoreLine { category, rules, amounts, points, cards },
    )
}

fn deal_score() -> impl Strategy<Value = DealScore> {
    (0..99usize, any::<bool>(), by_seat(any::<i32>()), vec(score_line(), 0..2))
        .prop_map(|(deal, thrown_in, points, lines)| DealScore { deal, thrown_in, points, lines })
}

fn snapshot() -> BoxedStrategy<Snapshot> {
    let phase = prop::sample::select(vec![Phase::Waiting, Phase::Playing, Phase::Scored, Phase::Over]);
    let sides = by_seat((0..2u8).prop_map(Side::new));
    let place = (any::<u64>(), phase, 0..99usize, seat(), seats(), vec(text(), 0..3), any::<bool>());
    let score =
        (of(json()), by_seat(any::<i32>()), sides, of(deal_score()), vec(score_line(), 0..2), seats());
    (place, score)
        .prop_map(|((version, phase, deal, dealer, actors, legal, undo), score)| {
            let (view, totals, sides, deal_score, bonuses, winners) = score;
            Snapshot {
                version,
                phase,
                deal,
                dealer,
                actors,
                legal,
                view,
                totals,
                sides,
                deal_score,
                bonuses,
                winners,
                undo,
            }
        })
        .boxed()
}

fn time_control() -> impl Strategy<Value = TimeControl> {
    any::<[u32; 3]>().prop_map(|[delay, bank, increment]| TimeControl { delay, bank, increment })
}

fn clock() -> impl Strategy<Value = PlayerClock> {
    let times = (any::<u32>(), any::<u32>(), of(any::<u32>()), of(any::<u32>()));
    (times, any::<bool>(), any::<bool>()).prop_map(|((bank, delay, elapsed, decided), runs, flagged)| {
        PlayerClock { bank, delay, elapsed, runs, flagged, decided }
    })
}

fn chair() -> impl Strategy<Value = Chair> {
    prop_oneof![
        Just(Chair::Open),
        (text(), any::<bool>(), of(any::<u32>()), of(text()), any::<bool>()).prop_map(
            |(name, connected, away, substitute, left)| Chair::Person {
                name,
                connected,
                away,
                substitute,
                left
            }
        ),
        (text(), text(), any::<bool>()).prop_map(|(bot, name, open)| Chair::Bot { bot, name, open }),
    ]
}

fn ended() -> impl Strategy<Value = Ended> {
    prop_oneof![
        Just(Ended::Agreement),
        seat().prop_map(|seat| Ended::Resignation { seat }),
        seat().prop_map(|seat| Ended::Absence { seat }),
    ]
}

fn audience() -> impl Strategy<Value = Audience> {
    prop::sample::select(vec![Audience::Everybody, Audience::Link, Audience::Players])
}

fn info() -> BoxedStrategy<TableInfo> {
    let names = (text(), text(), text(), options(), text(), of(text()), of(text()));
    let people = (vec(chair(), 0..4), seats(), of(seat()), seats(), of(ended()), of(seat()));
    let options_of = (of(any::<u32>()), of(any::<u32>()), of(any::<u32>()));
    let numbers = (any::<[u32; 4]>(), any::<u64>(), options_of, any::<bool>(), audience());
    let clocks = (of(by_seat(any::<i64>())), of(time_control()), vec(clock(), 0..3));
    (names, people, numbers, clocks)
        .prop_map(|(names, people, numbers, (payments, time_control, clocks))| {
            let (table, game, preset, options, commitment, next, day) = names;
            let (chairs, ready, you, ending, ended, host) = people;
            let ([seats, restarts, absence, unverified_deals], window, rest, rated, audience) = numbers;
            let (stake, countdown, diverged) = rest;
            TableInfo {
                table,
                game,
                preset,
                options,
                seats: seats as u8,
                chairs,
                ready,
                you,
                commitment,
                restarts,
                window,
                stake,
                payments,
                countdown,
                absence,
                ending,
                ended,
                next,
                diverged,
                time_control,
                clocks,
                host,
                day,
                unverified_deals,
                rated,
                audience,
            }
        })
        .boxed()
}

fn error() -> impl Strategy<Value = ApiError> {
    let kind = prop::sample::select(ErrorKind::ALL.to_vec());
    (kind, of(name()), of(name()), text(), btree_map(name(), text(), 0..3))
        .prop_map(|(kind, reason, rule, message, params)| ApiError { kind, reason, rule, message, params })
}

/// Generates a number with two decimals, as bots return it.
fn lead() -> impl Strategy<Value = f64> {
    (-9_999..9_999i32).prop_map(|hundredths| f64::from(hundredths) / 100.0)
}

fn line_worth() -> impl Strategy<Value = LineWorth> {
    (name(), lead()).prop_map(|(category, lead)| LineWorth { category, lead })
}

fn choice() -> impl Strategy<Value = HintChoice> {
    let worth = (lead(), lead(), vec(line_worth(), 0..2));
    let worth = worth.prop_map(|(lead, error, lines)| ActionWorth { lead, error, lines });
    let parts = (text(), json(), of(worth), of(json()));
    parts.prop_map(|(action, events, worth, meaning)| HintChoice { action, events, worth, meaning })
}

fn happened() -> impl Strategy<Value = Happened> {
    (any::<u64>(), 0..99usize, json()).prop_map(|(version, deal, events)| Happened { version, deal, events })
}

fn lobby() -> impl Strategy<Value = Notice> {
    let pool = (text(), text(), any::<[u8; 2]>(), any::<bool>(), of(time_control()), any::<u32>()).prop_map(
        |(id, game, [least, most], partners, time_control, waiting)| {
            let preset = game.clone();
            LobbyPool { id, game, preset, least, most, partners, time_control, waiting }
        },
    );
    let seek = (text(), text()).prop_map(|(pool, name)| LobbySeek { pool, name });
    let table =
        (text(), text(), text(), any::<[u8; 2]>()).prop_map(|(table, game, name, [seats, people])| {
            let preset = game.clone();
            LobbyTable { table, game, preset, name, seats, people }
        });
    (any::<u32>(), vec(pool, 0..3), vec(seek, 0..3), vec(table, 0..3), vec(text(), 0..3)).prop_map(
        |(online, pools, seeks, tables, friends)| {
            Notice::Lobby(notice::Lobby { online, pools, seeks, tables, friends })
        },
    )
}

fn notice() -> BoxedStrategy<Notice> {
    use notice::*;
    let played = (text(), seat(), text(), json(), snapshot(), receipt(), of(text()));
    prop_oneof![
        (any::<u32>(), text(), vec(text(), 0..2))
            .prop_map(|(protocol, server, features)| Notice::Hello(Hello { protocol, server, features })),
        (info(), snapshot(), vec(happened(), 0..3), receipt()).prop_map(|(info, snapshot, log, receipt)| {
            Notice::Table(Box::new(Table { info, snapshot, log, receipt }))
        }),
        played.prop_map(|(table, seat, action, events, snapshot, receipt, id)| {
            Notice::Played(Box::new(Played { table, seat, action, events, snapshot, receipt, id }))
        }),
        (text(), text(), any::<u64>()).prop_map(|(table, id, version)| Notice::Accepted(Accepted {
            table,
            id,
            version
        })),
        (text(), text(), text()).prop_map(|(table, action, id)| Notice::Sealed(Sealed { table, action, id })),
        (text(), json(), snapshot(), receipt()).prop_map(|(table, events, snapshot, receipt)| {
            Notice::Dealt(Box::new(Dealt { table, events, snapshot, receipt }))
        }),
        (text(), seat(), any::<u32>()).prop_map(|(table, seat, millis)| Notice::Countdown(Countdown {
            table,
            seat,
            millis
        })),
        (text(), any::<bool>()).prop_map(|(table, again)| Notice::Voided(Voided { table, again })),
        (text(), text(), vec(of(commitment()), 0..3))
            .prop_map(|(table, commitment, nonces)| Notice::Opening(Opening { table, commitment, nonces })),
        (text(), vec(chair(), 0..3), seats(), seats()).prop_map(|(table, chairs, ready, ending)| {
            Notice::Chairs(Chairs { table, chairs, ready, ending })
        }),
        (text(), vec(clock(), 0..3)).prop_map(|(table, clocks)| Notice::Clocks(Clocks { table, clocks })),
        (text(), text(), any::<u64>(), vec(choice(), 0..3), vec(line_worth(), 0..2)).prop_map(
            |(table, id, version, choices, why)| Notice::Hint(Hint { table, id, version, choices, why })
        ),
        (text(), text(), seat()).prop_map(|(table, next, seat)| Notice::Rematch(Rematch {
            table,
            next,
            seat
        })),
        (text(), seat(), phrase()).prop_map(|(table, seat, phrase)| Notice::Said(Said {
            table,
            seat,
            phrase
        })),
        (text(), vec((seat(), any::<[i32; 2]>(), any::<bool>()), 0..4)).prop_map(|(table, changes)| {
            let change = |(seat, [rating, change], provisional): (Seat, [i32; 2], bool)| RatingChange {
                seat,
                rating,
                change,
                provisional,
            };
            Notice::Rated(Rated { table, changes: changes.into_iter().map(change).collect() })
        }),
        (of(text()), of(text()), error()).prop_map(|(table, id, error)| Notice::Refused(Refused {
            table,
            id,
            error
        })),
        Just(Notice::Pong),
        lobby(),
        (text(), any::<u32>(), any::<u32>(), any::<bool>())
            .prop_map(|(id, waited, waiting, bots)| Notice::Seeking(Seeking { id, waited, waiting, bots })),
        (text(), text(), seat()).prop_map(|(id, table, seat)| Notice::Paired(Paired { id, table, seat })),
        any::<i64>().prop_map(|id| Notice::Ruled(Ruled { id })),
        (text(), text(), text()).prop_map(|(code, name, game)| Notice::Challenged(Challenged {
            code,
            name,
            game
        })),
    ]
    .boxed()
}

fn new_table() -> impl Strategy<Value = NewTable> {
    let chair = prop_oneof![
        Just(NewChair::Me),
        Just(NewChair::Open),
        text().prop_map(NewChair::Bot),
        text().prop_map(NewChair::OpenBot)
    ];
    let deal = (text(), vec(text(), 0..3)).prop_map(|(deck, entries)| BegunDeal { deck, entries });
    let deals = vec(deal, 1..3).prop_map(|deals| BegunDeals::try_from(deals).unwrap());
    let begun = (seat(), deals).prop_map(|(dealer, deals)| BegunElsewhere { dealer, deals });
    let rest = (of(any::<u32>()), of(time_control()), of(text()), of(begun), audience());
    (text(), options(), any::<u8>(), vec(chair, 0..4), text(), rest).prop_map(
        |(game, options, seats, chairs, name, (stake, time_control, day, begun, audience))| NewTable {
            game,
            options,
            seats,
            chairs,
            name,
            stake,
            time_control,
            day,
            begun,
            audience,
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    (of(seat()), of(text()), vec(value(), 0..2), value(), of(deal_score()))
        .prop_map(|(seat, action, events, view, deal_score)| Step { seat, action, events, view, deal_score })
}

fn replay() -> impl Strategy<Value = Replay> {
    let scores = (by_seat(any::<i32>()), vec(by_seat(any::<i32>()), 0..2), by_seat(any::<i32>()));
    let sides = by_seat((0..2u8).prop_map(Side::new));
    (info(), sides, scores, step(), vec(step(), 0..2), vec(score_line(), 0..2), seats()).prop_map(
        |(info, sides, (opening, points, totals), start, steps, bonuses, winners)| Replay {
            info,
            sides,
            opening,
            points,
            start,
            steps,
            bonuses,
            totals,
            winners,
        },
    )
}

fn question() -> impl Strategy<Value = Question> {
    let asked = (hands(), text(), seat(), cards()).prop_map(|(hands, strain, leader, play)| CardsQuestion {
        hands,
        strain,
        leader,
        play,
    });
    let asked = asked.boxed();
    prop_oneof![
        (hands(), seat(), any::<[bool; 2]>()).prop_map(|(hands, dealer, vulnerable)| Question::Tricks {
            hands,
            dealer,
            vulnerable
        }),
        asked.clone().prop_map(Question::Costs),
        asked.prop_map(Question::Cards),
    ]
}

fn position() -> impl Strategy<Value = Position> {
    let trick = (of(seat()), cards(), of(seat()))
        .prop_map(|(leader, cards, winner)| TrickOnTable { leader, cards, winner })
        .boxed();
    let legal = vec((card(), 0..14u8).prop_map(|(card, tricks)| CardTricks { card, tricks }), 0..3);
    (hands(), of(seat()), trick.clone(), of(trick), any::<[u8; 2]>(), legal).prop_map(
        |(hands, turn, trick, last_trick, tricks, cards)| Position {
            hands,
            turn,
            trick,
            last_trick,
            tricks,
            cards,
        },
    )
}

fn tricks() -> impl Strategy<Value = Tricks> {
    let contract = (text(), seat(), any::<u8>()).prop_map(|(contract, declarer, tricks)| ParContract {
        contract,
        declarer,
        tricks,
    });
    let par =
        (any::<i32>(), vec(contract, 0..2)).prop_map(|(score, contracts)| ParScore { score, contracts });
    (any::<[[u8; 4]; 5]>(), of(par)).prop_map(|(tricks, par)| Tricks { tricks, par })
}

fn board() -> impl Strategy<Value = BoardListed> {
    let head = (of(any::<u32>()), of(text()), of(text()), any::<bool>(), of(seat()));
    let rest = (of(any::<u8>()), of(any::<i32>()), 0..99usize, of(text()), any::<bool>());
    (head, rest).prop_map(|((number, room, contract, passed_out, declarer), rest)| {
        let (tricks, points, steps, missing, watchable) = rest;
        BoardListed {
            number,
            room,
            contract,
            passed_out,
            declarer,
            tricks,
            points,
            steps,
            missing,
            watchable,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn commands_are_read_as_they_were_written(command in command()) {
        check(&command)?;
        prop_assert_eq!(Command::decode(command.encode().as_bytes()), Ok(command));
    }

    #[test]
    fn notices_are_read_as_they_were_written(notice in notice()) {
        check(&notice)?;
        prop_assert_eq!(Notice::decode(&notice.encode()), Ok(notice));
    }

    #[test]
    fn resources_are_read_as_they_were_written(
        new in new_table(), opened in (text(), seat(), of(commitment())), resolved in (options(), options()),
        replay in replay(), error in error(), words in (text(), of(text()), text(), json()),
    ) {
        check(&new)?;
        check(&Opened { table: opened.0, seat: opened.1, commitment: opened.2 })?;
        check(&Resolved { options: resolved.0, overrides: resolved.1 })?;
        check(&replay)?;
        check(&error)?;
        let (id, address, key, pad) = words;
        let address_again = address.clone();
        check(&LanAddress { address })?;
        check(&PushKey { key: key.clone() })?;
        check(&Subscription { endpoint: key.clone() })?;
        let password = || AccountProof::Password { password: key.clone() };
        check(&NewAccount { name: key.clone(), password: key.clone(), device: key.clone() })?;
        check(&RecoveryCodes { name: key.clone(), codes: vec![key.clone()] })?;
        check(&SignIn { name: key.clone(), proof: AccountProof::Code { code: key.clone() }, device: key.clone() })?;
        let credential = || serde_json::json!({ "id": key.as_str() });
        for proof in [None, Some(AccountProof::Passkey { credential: credential() })] {
            check(&FinishPasskey { credential: credential(), device: key.clone(), proof })?;
        }
        check(&BeginPasskey { name: Some(key.clone()) })?;
        check(&BeginPasskey { name: None })?;
        check(&PasskeyOptions { options: credential() })?;
        check(&PasskeySignIn { credential: credential(), device: key.clone() })?;
        check(&AccountPasskey { id: key.clone(), label: key.clone(), since: 1 })?;
        check(&SignedIn { token: key.clone(), name: key.clone(), codes_left: 3 })?;
        check(&AccountChange::Name { name: key.clone() })?;
        check(&AccountChange::Visible { visible: false })?;
        check(&AccountChange::Password { password: key.clone(), proof: password() })?;
        check(&Proven { proof: password() })?;
        check(&AccountDevice { id: key.clone(), label: key.clone(), since: 1, seen: 2, current: true })?;
        let ruling = |until: Option<u64>| RulingInfo { id: 7, kind: key.clone(), reason: key.clone(), at: 1, until, reply: until.map(|_| key.clone()) };
        check(&RulingReply { reply: key.clone() })?;
        check(&NewReport { player: key.clone(), table: address_again, reason: ReportReason::Threw })?;
        for rename_from in [None, Some(4)] {
            let account = AccountInfo { name: key.clone(), since: 3, rename_from, codes_left: 10, password: rename_from.is_some(), leave_pause: rename_from.map(|_| 10), visible: rename_from.is_none(), rulings: vec![ruling(rename_from)] };
            check(&Me { account: Some(account), passkeys: rename_from.map(|_| key.clone()) })?;
        }
        check(&Me { account: None, passkeys: None })?;
        let players = vec![WatchedPlayer { name: key.clone(), friend: true }];
        let [table, game, preset] = [0; 3].map(|_| key.clone());
        let watched = WatchedTable { table, game, preset, players, rating: Some(-3), rated: true, deal: 2 };
        check(&WatchList { tables: vec![WatchedTable { rating: None, ..watched.clone() }, watched], more: 7 })?;
        let rating =
            FamilyRating { family: key.clone(), rating: 1_543, provisional: true, matches: 3 };
        let played = PlayerMatch {
            id: key.clone(),
            replay: true,
            family: key.clone(),
            finished: 1,
            place: 1,
            outcome: key.clone(),
            rating: Some(1_543),
            change: None,
            partners: vec![key.clone()],
            opponents: Vec::new(),
        };
        let (name, ratings) = (key.clone(), vec![rating]);
        check(&Profile { name, since: 1, ratings, finished: Some(85), matches: vec![played] })?;
        let ranked = RankedPlayer { place: 51, name: key.clone(), rating: 1_543, deviation: 70, matches: 12 };
        let (top, around) = (vec![ranked.clone()], vec![ranked]);
        for own in [None, Some(51)] {
            let (top, around) = (top.clone(), around.clone());
            let pool = key.clone();
            check(&Leaderboard { family: key.clone(), pool, listed: 70, needed: 5, top, around, own })?;
        }
        let friend = |online| Friend { name: key.clone(), online };
        let names = || vec![key.clone()];
        let friends = vec![friend(true), friend(false)];
        check(&Ties { friends, requests: names(), asked: names(), muted: Vec::new(), blocked: names() })?;
        for time_control in [None, Some(TimeControl::QUICK)] {
            let (pool, game, preset) = (key.clone(), key.clone(), key.clone());
            let pool = time_control.map(|_| pool);
            let (options, audience) = ([(key.clone(), OptionValue::Flag(true))].into(), Audience::Players);
            let setup = ChallengeSetup { pool, game, preset, options, time_control, audience };
            let (code, from, to) = (key.clone(), key.clone(), time_control.map(|_| key.clone()));
            let (table, setups) = (to.clone(), vec![setup.clone()]);
            let (pool, name) = (Some(key.clone()), to.clone());
            check(&NewChallenge { pool, table: None, rated: to.is_some(), name })?;
            let challenge = Challenge { code, setup, rated: true, from, to, mine: false, expires: 5, table };
            check(&challenge)?;
            check(&Challenges { setups, challenges: vec![challenge] })?;
        }
        check(&AcceptChallenge { name: key.clone() })?;
        check(&Bells { offered: names(), families: Vec::new() })?;
        check(&NewBells { families: names(), clock: -60 })?;
        check(&SharedPad { id, tag: key, pad })?;
    }

    #[test]
    fn studies_are_read_as_they_were_written(
        question in question(), tricks in tricks(), cost in (seat(), card(), any::<u8>(), any::<u8>()),
        position in position(), boards in vec(board(), 0..3),
    ) {
        check(&question)?;
        check(&tricks)?;
        let (seat, card, before, after) = cost;
        check(&PlayCost { seat, card, before, after })?;
        check(&position)?;
        check(&BoardFile { boards })?;
    }

    /// Every message from a client is decoded or refused with a protocol error.
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,60}", kind in "[a-z]{1,60}") {
        for decoded in [Command::decode(text.as_bytes()).err(), Notice::decode(&text).err()] {
            prop_assert!(decoded.is_some());
        }
        let unknown = format!(r#"{{"type":"x{kind}","table":"t"}}"#);
        let expected = DecodeError::UnknownType(format!("x{kind}").chars().take(40).collect());
        prop_assert_eq!(Command::decode(unknown.as_bytes()), Err(expected.clone()));
        prop_assert_eq!(Notice::decode(&unknown), Err(expected));
    }
}

#[test]
fn a_bad_message_is_an_error_of_its_own() {
    let command = |text: &str| Command::decode(text.as_bytes()).expect_err("it is wrong");
    assert_eq!(command("[]"), DecodeError::NotAnObject);
    assert_eq!(command("{"), DecodeError::NotJson { line: 1, column: 1 });
    assert_eq!(command(r#"{"type":"resign"}"#), DecodeError::MissingField("table".into()));
    assert_eq!(command(r#"{"type":"ping","x":1}"#), DecodeError::UnknownField("x".into()));
    assert_eq!(command(r#"{"type":"resign","table":1}"#), DecodeError::WrongForm);
    assert_eq!(command(r#"{"type":"say","table":"t","phrase":"howdy"}"#), DecodeError::WrongForm);
    assert_eq!(command("{}"), DecodeError::MissingField("type".into()));
    let notice = |text: &str| Notice::decode(text).expect_err("it is wrong");
    assert_eq!(notice(r#"{"type":"said","table":"t"}"#), DecodeError::MissingField("seat".into()));
    assert_eq!(notice(r#"{"table":"t"}"#), DecodeError::MissingField("type".into()));
    assert!(matches!(notice(r#"{"type":"pong""#), DecodeError::NotJson { .. }));
}

#[test]
fn a_notice_may_have_fields_that_this_version_does_not_know() {
    let said = r#"{"type":"said","table":"t","seat":1,"phrase":"good-luck","loud":true}"#;
    let said = Notice::decode(said).expect("the rest is known");
    let expected = notice::Said { table: "t".into(), seat: Seat::new(1), phrase: Phrase::GoodLuck };
    assert_eq!(said, Notice::Said(expected));
}
