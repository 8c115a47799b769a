//! Validity period of an X.509 certificate (RFC 5280, section 4.1.2.5).

use yasna::tags::TAG_UTCTIME;
use yasna::{ASN1Error, ASN1ErrorKind, ASN1Result, BERReader};

/// Validity period, in seconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Validity {
    pub(super) from: i64,
    pub(super) until: i64,
}

/// First byte of the version number, which old certificates omit.
const VERSION: u8 = 0xa0;

/// Number of fields between the version and the validity: serial number, signature algorithm, issuer.
const BEFORE_VALIDITY: usize = 3;

impl Validity {
    /// Returns the validity of a DER certificate, or `None` if the bytes are no certificate.
    pub(super) fn of_certificate(der: &[u8]) -> Option<Self> {
        read(der).ok()
    }
}

fn read(der: &[u8]) -> ASN1Result<Validity> {
    let fields = yasna::parse_der(der, |certificate| {
        certificate.read_sequence(|certificate| {
            let fields = certificate.next().collect_sequence_of(|field| field.read_der())?;
            // The TLS library checks the signature.
            certificate.next().read_der()?;
            certificate.next().read_der()?;
            Ok(fields)
        })
    })?;
    let has_version = fields.first().is_some_and(|field| field.first() == Some(&VERSION));
    let validity = fields.get(usize::from(has_version) + BEFORE_VALIDITY);
    let validity = validity.ok_or(ASN1Error::new(ASN1ErrorKind::Eof))?;
    yasna::parse_der(validity, |validity| {
        validity.read_sequence(|times| Ok(Validity { from: time(times.next())?, until: time(times.next())? }))
    })
}

/// Reads a time. It has one form until 2049 and another from then on.
fn time(reader: BERReader<'_, '_>) -> ASN1Result<i64> {
    if reader.lookahead_tag()? == TAG_UTCTIME {
        return Ok(reader.read_utctime()?.datetime().unix_timestamp());
    }
    Ok(reader.read_generalized_time()?.datetime().unix_timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    fn certificate(from: (i32, u8, u8), until: (i32, u8, u8)) -> Vec<u8> {
        let mut params = CertificateParams::new(["cards.example".to_owned()]).unwrap();
        params.not_before = date_time_ymd(from.0, from.1, from.2);
        params.not_after = date_time_ymd(until.0, until.1, until.2);
        params.self_signed(&KeyPair::generate().unwrap()).unwrap().der().to_vec()
    }

    #[test]
    fn reads_both_forms_of_a_time() {
        for (from, until, expected) in [
            ((2026, 11, 27), (2027, 2, 25), (1_795_737_600, 1_803_513_600)),
            ((1999, 12, 31), (2049, 12, 31), (946_598_400, 2_524_521_600)),
            ((2049, 12, 31), (2050, 1, 1), (2_524_521_600, 2_524_608_000)),
            ((2050, 1, 1), (2120, 2, 29), (2_524_608_000, 4_738_608_000)),
        ] {
            let read = Validity::of_certificate(&certificate(from, until));
            assert_eq!(read, Some(Validity { from: expected.0, until: expected.1 }), "{from:?}");
        }
    }

    #[test]
    fn reads_a_certificate_without_a_version_number() {
        let with = certificate((2026, 1, 1), (2027, 1, 1));
        let fields = yasna::parse_der(&with, |certificate| {
            certificate.read_sequence(|certificate| {
                let fields = certificate.next().collect_sequence_of(|field| field.read_der())?;
                Ok((fields, certificate.next().read_der()?, certificate.next().read_der()?))
            })
        });
        let (fields, algorithm, signature) = fields.unwrap();
        let without = yasna::construct_der(|writer| {
            writer.write_sequence(|writer| {
                writer.next().write_sequence_of(|writer| {
                    fields.iter().skip(1).for_each(|field| writer.next().write_der(field));
                });
                writer.next().write_der(&algorithm);
                writer.next().write_der(&signature);
            });
        });
        assert!(Validity::of_certificate(&without).is_some());
        assert_eq!(Validity::of_certificate(&without), Validity::of_certificate(&with));
    }

    #[test]
    fn refuses_what_is_no_certificate() {
        let good = certificate((2026, 1, 1), (2027, 1, 1));
        for length in 0..good.len() {
            assert_eq!(Validity::of_certificate(&good[..length]), None, "the first {length} bytes");
        }
        // A changed byte may leave the dates as they are, but must not cause a panic.
        let mut changed = good.clone();
        for place in 0..good.len() {
            for byte in 0..=u8::MAX {
                changed[place] = byte;
                let _ = Validity::of_certificate(&changed);
            }
            changed[place] = good[place];
        }
    }
}
