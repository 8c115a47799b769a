//! Views as they are sent: what a client is given of one, as a type that can be read back. A bot thinks from a view, with the rules and
//! the score that ride along unsent; so nothing that was read
//! from a message can be handed to it, but in the games that have a way back (`from_sent.rs`).

/// A view of two parts: what is sent, and what only the house's own bots are given beside it. Declares `View`, which is written as its
/// sent part, and `Sent`, which is that part and can be read. In brackets stands what the page calls a type.
macro_rules! view {
    (
        $rename:tt
        unsent { $($(#[doc = $unsent_doc:literal])+ $unsent:ident: $unsent_type:ty),* $(,)? }
        sent { $($(#[doc = $sent_doc:literal])+ $sent:ident: $sent_type:ty $([$($wire:tt)*])?),* $(,)? }
    ) => {
        /// What one viewer knows.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct View {
            $($(#[doc = $unsent_doc])+ pub $unsent: $unsent_type,)*
            $($(#[doc = $sent_doc])+ pub $sent: $sent_type,)*
        }

        /// What a client is sent of a view: no rules and no score, which it is told with the table.
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = $rename))]
        #[serde(rename_all = "camelCase")]
        pub struct Sent {
            $($(#[doc = $sent_doc])+ $(#[cfg_attr(feature = "wire", ts($($wire)*))])? pub $sent: $sent_type,)*
        }

        impl View {
            /// What a client is sent of it.
            #[must_use]
            pub fn sent(&self) -> Sent {
                let Self { $($sent,)* .. } = self;
                Sent { $($sent: Clone::clone($sent),)* }
            }
        }

        #[cfg(feature = "wire")]
        cards::typescript_as!(View, Sent);

        impl serde::Serialize for View {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.sent().serialize(serializer)
            }
        }
    };
}
pub(crate) use view;

/// Reads a value of its text, as it is written.
pub(crate) fn of_text<'de, T: std::str::FromStr, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let text = <String as serde::Deserialize>::deserialize(deserializer)?;
    text.parse().map_err(|_| serde::de::Error::custom(format_args!("“{text}” cannot be read")))
}
