//! Solving of bridge deals, and reading of board files.

use crate::support::{TestServer, http, post, quick};
use serde_json::{Value, json};
use server::{Limits, Settings};

/// Two boards with their play; the second ends with a claim.
const BOARDS: &str = include_str!("../../../parlour/tests/boards.pbn");

fn hands() -> Value {
    let deal: dds::Deal =
        "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse().unwrap();
    json!(deal.hands().map(|hand| hand.iter().map(|card| card.to_string()).collect::<Vec<_>>()))
}

fn costs(play: &[&str]) -> Value {
    json!({ "ask": "costs", "hands": hands(), "strain": "S", "leader": 2, "play": play })
}

async fn send(server: &TestServer, path: &str, file: &str) -> (u16, Value) {
    let (status, _, body) = http(server.address, &format!("POST {path} HTTP/1.1"), file).await;
    (status, serde_json::from_str(&body).unwrap_or(Value::String(body)))
}

#[tokio::test]
async fn the_solver_tells_tricks_par_costs_and_what_each_card_leads_to() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let ask = async |question: Value| post(server.address, "/api/double-dummy", 0, &question).await;

    let tricks = json!({ "ask": "tricks", "hands": hands(), "dealer": 0, "vulnerable": [false, false] });
    let (status, answer) = ask(tricks.clone()).await;
    assert_eq!(status, 200, "{answer}");
    // From the solver's published example: East and West take eight tricks in spades, which scores 110 for
    // them.
    assert_eq!((&answer["tricks"][3][1], &answer["tricks"][3][3]), (&json!(8), &json!(8)));
    assert_eq!(answer["par"]["score"], -110);
    let bid = json!({ "contract": "2S", "declarer": 1, "tricks": 8 });
    assert!(answer["par"]["contracts"].as_array().unwrap().contains(&bid), "{answer}");
    assert_eq!(ask(tricks).await, (200, answer), "the second time it is remembered");

    // East plays spades; South leads the king of diamonds, and West ruffs nothing.
    let (status, answer) = ask(costs(&["Kd", "2d", "5d", "Ad"])).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer[0]["seat"], 2);
    for played in answer.as_array().unwrap() {
        assert!(played["after"].as_u64() <= played["before"].as_u64(), "{played}");
    }
    let mut question = costs(&["Kd", "2d", "5d", "Ad"]);
    question["ask"] = json!("cards");
    let (status, answer) = ask(question).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!((&answer["turn"], &answer["tricks"]), (&json!(1), &json!([0, 1])));
    assert_eq!(answer["lastTrick"]["winner"], 1);
    assert_eq!(answer["hands"][1].as_array().unwrap().len(), 12);
    assert_eq!(answer["cards"].as_array().unwrap().len(), 12, "East leads, any card");
    server.close().await;
}

#[tokio::test]
async fn invalid_deals_are_not_solved() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let ask = async |question: Value| post(server.address, "/api/double-dummy", 0, &question).await;
    let with = |key: &str, value: Value| {
        let mut question = costs(&[]);
        question[key] = value;
        question
    };
    for (question, expected) in [
        (costs(&["Qs"]), "does not hold Qs"),
        (costs(&["Kd", "As"]), "does not follow suit; West must"),
        (with("hands", json!([["As"], ["As"], ["2c"], ["3c"]])), "both in North's hand"),
        (with("hands", json!([["As", "As"], ["Ks"], ["2c"], ["3c"]])), "twice"),
        (with("hands", json!([[], [], [], []])), "no cards"),
        (with("hands", json!([["As"], ["Ks", "Qs"], ["2c"], ["3c"]])), "equally long"),
        (with("hands", json!([["As"], ["Ks"]])), "wrong type"),
        (with("hands", json!(7)), "wrong type"),
        (with("strain", json!("spades of course")), "not a strain"),
        (with("leader", json!(9)), "wrong type"),
        (with("leader", json!(5)), "0 to 3"),
        (with("leader", json!(-1)), "wrong type"),
        (with("play", json!(["9x"])), "wrong type"),
        (with("ask", json!("everything")), "wrong type"),
        (with("also", json!(1)), "“also”"),
        (json!([]), "object"),
    ] {
        let (status, refused) = ask(question.clone()).await;
        let message = refused["message"].as_str().unwrap_or_default();
        assert_eq!((status, &refused["code"]), (400, &json!("unreadable")), "{question} {refused}");
        assert!(message.contains(expected), "{expected}: {message}");
        assert!(message.len() < 200, "{message}");
    }
    let (status, refused) = ask(json!({ "ask": "x".repeat(70_000) })).await;
    assert_eq!((status, &refused["code"]), (413, &json!("too-large")));
    server.close().await;
}

#[tokio::test]
async fn a_file_of_boards_is_listed_and_each_board_is_shown_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let (status, answer) = send(&server, "/api/boards", BOARDS).await;
    assert_eq!(status, 200, "{answer}");
    let [first, second] = &answer["boards"].as_array().unwrap()[..] else { panic!("two boards: {answer}") };
    // Four hearts by South, five down, none vulnerable: -250. Two down in 3NT by East: 100 to North and
    // South.
    assert_eq!(
        (&first["contract"], &first["declarer"], &first["tricks"]),
        (&json!("4H"), &json!(2), &json!(5))
    );
    assert_eq!(
        (&first["points"], &first["steps"], &first["missing"]),
        (&json!(-250), &json!(60), &json!(null))
    );
    assert_eq!((&second["number"], &second["points"]), (&json!(2), &json!(100)));

    let (status, shown) = send(&server, "/api/boards/1", BOARDS).await;
    assert_eq!(status, 200, "{shown}");
    assert_eq!(shown["info"]["chairs"][0]["name"], "moretti");
    let view = &shown["start"]["view"];
    // Board 2: East deals, and North and South are vulnerable, even though the file has only this board.
    assert_eq!((&view["dealer"], &view["vulnerable"]), (&json!(1), &json!([true, false])));
    for seat in 0..4 {
        assert_eq!(view["hands"][seat]["open"].as_array().unwrap().len(), 13);
    }
    let steps = shown["steps"].as_array().unwrap();
    assert_eq!((&steps[0]["seat"], &steps[0]["action"]), (&json!(1), &json!("1N")));
    let last = steps.last().unwrap();
    assert_eq!(last["view"]["over"], true);
    assert_eq!(last["dealScore"]["points"][0], 100);
    let (status, refused) = send(&server, "/api/boards/2", BOARDS).await;
    assert_eq!((status, &refused["code"]), (404, &json!("no-table")));
    let (status, _) = send(&server, "/api/boards/x", BOARDS).await;
    assert_eq!(status, 404);
    server.close().await;
}

#[tokio::test]
async fn a_contract_without_an_auction_is_shown_from_the_opening_lead() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let without = |from: &str, to: &str, text: &str| {
        let (before, rest) = text.split_once(from).unwrap();
        format!("{before}{}", &rest[rest.find(to).unwrap()..])
    };
    let board = BOARDS.split("\n\n").next().unwrap();
    let board = without("[Auction", "[Play", board);
    let (_, answer) = send(&server, "/api/boards", &board).await;
    assert_eq!((&answer["boards"][0]["points"], &answer["boards"][0]["steps"]), (&json!(-250), &json!(52)));
    let (status, shown) = send(&server, "/api/boards/0", &board).await;
    assert_eq!(status, 200, "{shown}");
    assert_eq!(
        (&shown["start"]["view"]["contract"], &shown["start"]["view"]["auction"]),
        (&json!("4H"), &json!([]))
    );
    assert_eq!(shown["steps"][0]["action"], "Ah");

    // Cards alone are a board too. A board with an irregular play is shown up to that point.
    let cards = &board[..board.find("[Scoring").unwrap()];
    let (status, shown) = send(&server, "/api/boards/0", cards).await;
    assert_eq!((status, shown["steps"].as_array().unwrap().len()), (200, 0), "{shown}");
    let revoked = BOARDS
        .split("\n\n")
        .next()
        .unwrap()
        .replace("S2 S6 S5 S4", "S2 S6 ^RC4 S4")
        .replace("H5 H2 H7 H6\nCJ C4", "H5 H2 H7 H6\nCJ S5");
    let (status, answer) = send(&server, "/api/boards", &revoked).await;
    if status == 200 {
        assert!(answer["boards"][0]["missing"].is_string(), "{answer}");
    }
    server.close().await;
}

#[tokio::test]
async fn a_board_that_contradicts_itself_is_shown_as_far_as_it_is_sound() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::open(quick(folder.path())).await;
    let wrong = BOARDS.replacen("[Declarer \"S\"]", "[Declarer \"N\"]", 1);
    assert_ne!(wrong, BOARDS);
    let (status, told) = send(&server, "/api/boards", &wrong).await;
    assert_eq!(status, 200, "{told}");
    let [first, second] = &told["boards"].as_array().unwrap()[..] else { panic!("two boards: {told}") };
    assert_eq!((&first["number"], &first["watchable"]), (&json!(1), &json!(true)));
    assert!(first["missing"].as_str().unwrap().starts_with("line "), "{first}");
    assert_eq!((&second["points"], &second["watchable"]), (&json!(100), &json!(true)));
    for board in ["/api/boards/0", "/api/boards/1"] {
        let (status, shown) = send(&server, board, &wrong).await;
        assert_eq!(status, 200, "{shown}");
    }
    let no_deal = wrong.replacen("N:A6.", "N:AA.", 1);
    let (_, told) = send(&server, "/api/boards", &no_deal).await;
    assert_eq!(told["boards"][0]["watchable"], false, "{told}");
    let (status, refused) = send(&server, "/api/boards/0", &no_deal).await;
    assert_eq!((status, &refused["code"]), (400, &json!("file")), "{refused}");
    server.close().await;
}

#[tokio::test]
async fn a_file_that_is_wrong_is_refused_with_its_place_and_nothing_is_taken_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut limits = Limits::none();
    limits.analyses.concurrent = 1;
    limits.analyses.queued = 4;
    let server = TestServer::open(Settings { limits, ..quick(folder.path()) }).await;
    let wrong = BOARDS[BOARDS.rfind("[Event ").unwrap()..].replace("E:K9.", "E:KX.");
    let line = wrong.lines().position(|line| line.contains("E:KX.")).unwrap() + 1;
    let (status, refused) = send(&server, "/api/boards", &wrong).await;
    assert_eq!((status, &refused["code"]), (400, &json!("file")), "{refused}");
    assert_eq!(
        (&refused["params"]["line"], &refused["params"]["column"]),
        (&json!(line.to_string()), &json!("11"))
    );
    assert!(refused["params"]["problem"].as_str().unwrap().contains("“X” in East's hand"), "{refused}");
    assert!(refused.get("boards").is_none());
    for nonsense in ["", "hello", "{}", "{\"format\":\"parlour-record/1\"}", "[Deal \"N:AK\"]", "st||"] {
        let (status, refused) = send(&server, "/api/boards", nonsense).await;
        assert_eq!((status, &refused["code"]), (400, &json!("file")), "{nonsense} {refused}");
    }
    let scopa =
        json!({ "format": "parlour-record/1", "game": "scopa", "seats": 2, "dealer": 0, "deals": [] });
    let (status, refused) = send(&server, "/api/boards", &scopa.to_string()).await;
    assert_eq!((status, &refused["code"]), (400, &json!("file")), "{refused}");
    let (status, refused) = send(&server, "/api/boards", &" ".repeat(1024 * 1024 + 1)).await;
    assert_eq!((status, &refused["code"]), (413, &json!("file-too-large")));
    let many = "[Board \"1\"]\n\n".repeat(1_001);
    let (status, refused) = send(&server, "/api/boards", &many).await;
    assert_eq!((status, &refused["code"]), (400, &json!("file")), "{refused}");
    server.close().await;
}
