//! TypeScript types of cards and seats.

use crate::{By, Card, CardSet, Seat, SeatSet, Side};
use ts_rs::TS;

/// Declares that a type has the TypeScript type of another one, for types with hand-written
/// serialization.
#[macro_export]
macro_rules! typescript_as {
    ([$($generics:tt)*] $name:ty, $other:ty) => {
        impl<$($generics)*> $crate::ts_rs::TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(config: &$crate::ts_rs::Config) -> String {
                <$other as $crate::ts_rs::TS>::name(config)
            }
            fn inline(config: &$crate::ts_rs::Config) -> String {
                <$other as $crate::ts_rs::TS>::inline(config)
            }
            fn inline_flattened(config: &$crate::ts_rs::Config) -> String {
                <$other as $crate::ts_rs::TS>::inline_flattened(config)
            }
            fn decl(config: &$crate::ts_rs::Config) -> String {
                <$other as $crate::ts_rs::TS>::decl(config)
            }
            fn docs() -> Option<String> {
                <$other as $crate::ts_rs::TS>::docs()
            }
            fn output_path() -> Option<std::path::PathBuf> {
                <$other as $crate::ts_rs::TS>::output_path()
            }
            fn visit_dependencies(visitor: &mut impl $crate::ts_rs::TypeVisitor)
            where
                Self: 'static,
            {
                <$other as $crate::ts_rs::TS>::visit_dependencies(visitor);
            }
            fn visit_generics(visitor: &mut impl $crate::ts_rs::TypeVisitor)
            where
                Self: 'static,
            {
                <$other as $crate::ts_rs::TS>::visit_generics(visitor);
            }
        }
    };
    ($name:ty, $other:ty) => {
        $crate::typescript_as!([] $name, $other);
    };
}

typescript_as!(Card, String);
typescript_as!(CardSet, Vec<Card>);
typescript_as!(SeatSet, Vec<Seat>);
typescript_as!(Side, u8);
typescript_as!([K: 'static, T: TS] By<K, T>, Vec<T>);
