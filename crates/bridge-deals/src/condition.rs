//! Conditions on the four hands.

use crate::Evaluation;
use cards::CardSet;
use dds::{Deal, Direction};

/// Condition on the four hands.
///
/// It is parsed from text:
///
/// | text | meaning |
/// |---|---|
/// | `south.hcp in 15..17` | South has 15 to 17 high-card points |
/// | `north.spades >= 5` | North has five spades or more; also `hearts`, `diamonds`, `clubs` |
/// | `ns.hearts = 8` | North and South have eight hearts together; also `ew` |
/// | `e.losers < 7`, `w.controls > 4`, `s.aces != 0` | losers, controls and aces of a hand or a side |
/// | `n.longest = 6`, `n.shortest <= 1` | length of the longest and the shortest suit of a hand |
/// | `s.hcp > n.hcp + 5` | a comparison of sums |
/// | `n.balanced` | 4-3-3-3, 4-4-3-2 or 5-3-3-2 |
/// | `n.shape(5431)`, `n.shape(5=4=x=x)` | suit lengths in any order; or of spades, hearts, diamonds and clubs, `x` for any |
/// | `s.has(As Kh)` | South holds these cards |
/// | `not`, `and`, `or`, parentheses | combinations, in this order of precedence |
///
/// A seat is a name or a letter; capitals are read as small letters.
///
/// ```
/// use bridge_deals::Condition;
/// let condition: Condition = "n.hcp >= 12 and not (n.balanced or ns.hearts < 7)".parse()?;
/// let error = "n.hcp => 12".parse::<Condition>().unwrap_err();
/// assert_eq!(error.to_string(), "column 8: a number, or a property such as “south.hcp”, is expected, not “>”");
/// # Ok::<(), bridge_deals::ParseConditionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition(pub(crate) Node);

/// Part of a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Node {
    /// All parts must be true. Without parts: every deal fits.
    All(Vec<Node>),
    /// One part must be true.
    Any(Vec<Node>),
    Not(Box<Node>),
    Compare(Sum, Comparison, Sum),
    /// A number between two others, which count too.
    Within(Sum, i32, i32),
    Balanced(Direction),
    /// Lengths of the suits in any order, longest first.
    Shape(Direction, [u8; 4]),
    /// Lengths of spades, hearts, diamonds and clubs; `None` for any.
    ExactShape(Direction, [Option<u8>; 4]),
    Has(Direction, CardSet),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// Sum of numbers and properties.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Sum {
    pub(crate) constant: i32,
    /// Properties with their signs.
    pub(crate) terms: Vec<(i32, Term)>,
}

/// Property of a hand or of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Term {
    pub(crate) hand: Direction,
    /// The other hand of the side, if the property is one of a side.
    pub(crate) partner: Option<Direction>,
    pub(crate) property: Property,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Property {
    Points,
    /// Length of a suit, by its place.
    Length(usize),
    Losers,
    Controls,
    Aces,
    Longest,
    Shortest,
}

impl Property {
    fn of(self, hand: &Evaluation) -> i32 {
        i32::from(match self {
            Self::Points => hand.points,
            Self::Length(suit) => hand.lengths[suit],
            Self::Losers => hand.losers,
            Self::Controls => hand.controls,
            Self::Aces => hand.aces,
            Self::Longest => hand.sorted()[0],
            Self::Shortest => hand.sorted()[3],
        })
    }
}

impl Sum {
    fn of(&self, hands: &[Evaluation; 4]) -> i32 {
        let value = |term: &Term| {
            let of = |hand: Direction| term.property.of(&hands[hand as usize]);
            of(term.hand) + term.partner.map_or(0, of)
        };
        self.constant + self.terms.iter().map(|(sign, term)| sign * value(term)).sum::<i32>()
    }
}

impl Comparison {
    fn is_true(self, one: i32, other: i32) -> bool {
        match self {
            Self::Equal => one == other,
            Self::Unequal => one != other,
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::Greater => one > other,
            Self::AtLeast => one >= other,
        }
    }
}

impl Node {
    /// Returns whether hands with these evaluations fit. `has` answers whether a hand holds cards.
    pub(crate) fn fits(&self, hands: &[Evaluation; 4], has: &impl Fn(Direction, CardSet) -> bool) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.fits(hands, has)),
            Self::Any(parts) => parts.iter().any(|part| part.fits(hands, has)),
            Self::Not(part) => !part.fits(hands, has),
            Self::Compare(one, comparison, other) => comparison.is_true(one.of(hands), other.of(hands)),
            Self::Within(sum, least, most) => (*least..=*most).contains(&sum.of(hands)),
            Self::Balanced(hand) => hands[*hand as usize].is_balanced(),
            Self::Shape(hand, lengths) => hands[*hand as usize].sorted() == *lengths,
            Self::ExactShape(hand, lengths) => {
                let held = hands[*hand as usize].lengths;
                lengths.iter().zip(held).all(|(wanted, held)| wanted.is_none_or(|wanted| wanted == held))
            }
            Self::Has(hand, cards) => has(*hand, *cards),
        }
    }

    /// Returns the parts that must all be true.
    pub(crate) fn parts(&self) -> &[Self] {
        match self {
            Self::All(parts) => parts,
            part => std::slice::from_ref(part),
        }
    }

    /// Returns the only hand that the part is about, if it is about the evaluation of one hand alone.
    pub(crate) fn only_hand(&self) -> Option<Direction> {
        let mut hands = Vec::new();
        self.collect_hands(&mut hands).then_some(())?;
        let first = *hands.first()?;
        hands.iter().all(|hand| *hand == first).then_some(first)
    }

    /// Collects the hands that the part is about. Returns `false` if the part asks for cards.
    fn collect_hands(&self, hands: &mut Vec<Direction>) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().all(|part| part.collect_hands(hands)),
            Self::Not(part) => part.collect_hands(hands),
            Self::Compare(..) | Self::Within(..) => {
                hands.extend(self.terms().iter().flat_map(|term| [Some(term.hand), term.partner]).flatten());
                true
            }
            Self::Balanced(hand) | Self::Shape(hand, _) | Self::ExactShape(hand, _) => {
                hands.push(*hand);
                true
            }
            Self::Has(..) => false,
        }
    }

    /// Returns the properties in the comparisons of the part.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let of = |sum: &Sum| sum.terms.iter().map(|(_, term)| *term).collect::<Vec<_>>();
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::terms).collect(),
            Self::Not(part) => part.terms(),
            Self::Compare(one, _, other) => [of(one), of(other)].concat(),
            Self::Within(sum, ..) => of(sum),
            Self::Balanced(_) | Self::Shape(..) | Self::ExactShape(..) | Self::Has(..) => Vec::new(),
        }
    }
}

impl Condition {
    /// Returns the condition that this one is true, and that a hand holds these cards.
    ///
    /// ```
    /// use bridge_deals::Condition;
    /// use dds::Direction;
    /// let condition: Condition = "south.balanced".parse()?;
    /// let ace = cards::parse_cards("As")?.into_iter().collect();
    /// assert_eq!(condition.and_holds(Direction::West, ace), "south.balanced and west.has(As)".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn and_holds(self, hand: Direction, cards: CardSet) -> Self {
        let mut parts = match self.0 {
            Node::All(parts) => parts,
            part => vec![part],
        };
        parts.push(Node::Has(hand, cards));
        Self(Node::All(parts))
    }

    /// Returns whether a deal fits.
    ///
    /// ```
    /// use bridge_deals::Condition;
    /// let deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3".parse()?;
    /// assert!("w.hcp = 14 and w.shape(5=3=2=3) and s.has(Ac) and ns.hcp <= 20".parse::<Condition>()?.fits(&deal));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fits(&self, deal: &Deal) -> bool {
        let hands = Direction::ALL.map(|hand| Evaluation::of(deal.hand(hand)));
        self.0.fits(&hands, &|hand, cards| deal.hand(hand).contains_all(cards))
    }
}
