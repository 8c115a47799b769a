//! Certificate authority that the tests' clients trust, also as an ACME server. It implements what RFC 8555
//! requires for issuing a certificate, and validates host names as in RFC 8737.

use axum::extract::{Path as Place, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use rcgen::{
    BasicConstraints, CertificateParams, CertificateSigningRequestParams, CertifiedIssuer, IsCa, KeyPair,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::{WebPkiSupportedAlgorithms, ring, verify_tls13_signature_with_raw_key};
use tokio_rustls::rustls::pki_types::{
    CertificateDer, CertificateSigningRequestDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName,
    SubjectPublicKeyInfoDer, UnixTime,
};
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct, Error, RootCertStore, ServerConfig, SignatureScheme,
};
use tokio_rustls::{TlsAcceptor, TlsConnector};
use x509_parser::extensions::{GeneralName, ParsedExtension};
use x509_parser::prelude::{FromDer, X509Certificate};
use x509_parser::time::ASN1Time;

/// Certificate authority.
pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    /// Returns its root certificate as PEM.
    pub(crate) fn pem(&self) -> String {
        self.0.pem()
    }

    /// Returns a certificate for a name and its key, as PEM.
    pub(crate) fn certify(&self, name: &str) -> (String, KeyPair) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        (params.signed_by(&key, &self.0).unwrap().pem() + &self.pem(), key)
    }

    /// Returns a TLS client that trusts it.
    pub(crate) fn client(&self) -> TlsConnector {
        let mut roots = RootCertStore::empty();
        roots.add(self.0.der().clone()).unwrap();
        let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
        TlsConnector::from(Arc::new(config))
    }
}

/// State of the ACME server.
#[derive(Default)]
struct Book {
    /// Lifetime of new certificates.
    lifetime: Duration,
    nonces: Vec<String>,
    /// Fingerprint of each account's key.
    accounts: Vec<String>,
    orders: Vec<Order>,
}

#[derive(Clone)]
struct Order {
    name: String,
    token: String,
    status: &'static str,
    refusal: Option<String>,
    chain: Option<String>,
}

/// ACME server.
pub(crate) struct AcmeServer {
    pub(crate) directory: String,
    /// Root certificate of the ACME server itself.
    pub(crate) root: PathBuf,
    pub(crate) authority: Arc<Authority>,
    office: Arc<Office>,
    accepting: JoinHandle<()>,
}

struct Office {
    base: String,
    book: Mutex<Book>,
    authority: Arc<Authority>,
    /// Address of every validated name. Validation waits until it is set.
    names_lead_to: watch::Sender<Option<SocketAddr>>,
}

impl AcmeServer {
    pub(crate) async fn open(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("https://localhost:{}", listener.local_addr().unwrap().port());
        let authority = Arc::new(Authority::new());
        let root = folder.join("root.pem");
        std::fs::write(&root, authority.pem()).unwrap();
        let (chain, key) = authority.certify("localhost");
        let chain = x509_parser::pem::Pem::iter_from_buffer(chain.as_bytes());
        let chain = chain.map(|pem| CertificateDer::from(pem.unwrap().contents)).collect();
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let config = ServerConfig::builder().with_no_client_auth().with_single_cert(chain, key).unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let office = Arc::new(Office {
            base: base.clone(),
            book: Mutex::new(Book { lifetime: Duration::from_secs(90 * 86_400), ..Book::default() }),
            authority: Arc::clone(&authority),
            names_lead_to: watch::Sender::new(None),
        });
        let routes = Router::new()
            .route("/directory", get(directory))
            .route("/nonce", get(nonce))
            .route("/account", post(account))
            .route("/order", post(new_order))
            .route("/order/{number}", post(order))
            .route("/authorization/{number}", post(authorization))
            .route("/challenge/{number}", post(challenge))
            .route("/finalize/{number}", post(finalize))
            .route("/certificate/{number}", post(certificate))
            .with_state(Arc::clone(&office));
        let accepting = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let (acceptor, routes) = (acceptor.clone(), TowerToHyperService::new(routes.clone()));
                tokio::spawn(async move {
                    let stream = acceptor.accept(stream).await.unwrap();
                    let http = hyper::server::conn::http1::Builder::new();
                    let _ = http.serve_connection(TokioIo::new(stream), routes).await;
                });
            }
        });
        Self { directory: format!("{base}/directory"), root, authority, office, accepting }
    }

    /// Sets the address of the validated names.
    pub(crate) fn names_lead_to(&self, address: SocketAddr) {
        self.office.names_lead_to.send_replace(Some(address));
    }

    /// Sets the lifetime of new certificates.
    pub(crate) fn lifetime(&self, lifetime: Duration) {
        self.office.book().lifetime = lifetime;
    }

    /// Returns the number of accounts and of issued certificates.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let book = self.office.book();
        (book.accounts.len(), book.orders.iter().filter(|order| order.chain.is_some()).count())
    }

    pub(crate) fn orders(&self) -> usize {
        self.office.book().orders.len()
    }

    /// Returns the reason why the last order was refused.
    pub(crate) fn refusal(&self) -> Option<String> {
        self.office.book().orders.last().and_then(|order| order.refusal.clone())
    }
}

impl Drop for AcmeServer {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

type Asked = State<Arc<Office>>;

impl Office {
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap()
    }

    fn nonce(&self) -> String {
        let mut book = self.book();
        let bytes: [u8; 16] = std::array::from_fn(|place| (book.nonces.len() >> (place % 4 * 8)) as u8);
        let nonce = URL_SAFE_NO_PAD.encode(Sha256::digest(bytes));
        book.nonces.push(nonce.clone());
        nonce
    }

    fn answer(&self, status: StatusCode, place: &str, body: impl IntoResponse) -> Response {
        let place = format!("{}{place}", self.base);
        let headers = [("replay-nonce", self.nonce()), (header::LOCATION.as_str(), place)];
        (status, headers, body).into_response()
    }

    /// Parses a signed request for an address into its header and payload. The nonce must be valid and
    /// unused.
    fn open(&self, address: &str, signed: &Value) -> (Value, Value) {
        let part = |name: &str| {
            let bytes = URL_SAFE_NO_PAD.decode(signed[name].as_str().unwrap()).unwrap();
            if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).unwrap() }
        };
        let head = part("protected");
        assert_eq!(head["url"], format!("{}{address}", self.base));
        assert_eq!(head["alg"], "ES256");
        let mut book = self.book();
        let known = book.nonces.iter().position(|nonce| head["nonce"] == nonce.as_str());
        book.nonces[known.expect("a nonce of ours")] = "used".into();
        if head["jwk"].is_null() {
            let account = head["kid"].as_str().unwrap().rsplit('/').next().unwrap();
            assert!(account.parse::<usize>().unwrap() < book.accounts.len());
        }
        (head, part("payload"))
    }

    /// Returns an order as JSON.
    fn told(&self, number: usize) -> Value {
        let order = self.book().orders[number].clone();
        let at = |what: &str| format!("{}/{what}/{number}", self.base);
        json!({
            "status": order.status,
            "identifiers": [{ "type": "dns", "value": order.name }],
            "authorizations": [at("authorization")],
            "finalize": at("finalize"),
            "certificate": order.chain.is_some().then(|| at("certificate")),
        })
    }

    fn told_challenge(&self, number: usize) -> Value {
        let order = self.book().orders[number].clone();
        let status = if order.status == "ready" { "valid" } else { order.status };
        let error = order.refusal.map(|detail| json!({ "detail": detail }));
        json!({
            "type": "tls-alpn-01", "url": format!("{}/challenge/{number}", self.base), "token": order.token,
            "status": status, "error": error,
        })
    }
}

async fn directory(State(office): Asked) -> Json<Value> {
    let at = |what: &str| format!("{}/{what}", office.base);
    Json(json!({ "newNonce": at("nonce"), "newAccount": at("account"), "newOrder": at("order") }))
}

async fn nonce(State(office): Asked) -> Response {
    office.answer(StatusCode::OK, "/nonce", ())
}

async fn account(State(office): Asked, headers: HeaderMap, Json(signed): Json<Value>) -> Response {
    assert_eq!(headers[header::CONTENT_TYPE], "application/jose+json");
    let (head, said) = office.open("/account", &signed);
    assert_eq!(said["termsOfServiceAgreed"], true);
    assert_eq!(said["contact"], json!(["mailto:somebody@cards.example"]));
    let key = &head["jwk"];
    // RFC 7638: these members, in this order, without spaces.
    let print = json!({ "crv": key["crv"], "kty": key["kty"], "x": key["x"], "y": key["y"] }).to_string();
    let number = {
        let mut book = office.book();
        book.accounts.push(URL_SAFE_NO_PAD.encode(Sha256::digest(print)));
        book.accounts.len() - 1
    };
    let told = json!({ "status": "valid" });
    office.answer(StatusCode::CREATED, &format!("/account/{number}"), Json(told))
}

async fn new_order(State(office): Asked, Json(signed): Json<Value>) -> Response {
    let (_, said) = office.open("/order", &signed);
    let [name] = said["identifiers"].as_array().unwrap().as_slice() else { panic!("one name: {said}") };
    let token = office.nonce();
    let number = {
        let mut book = office.book();
        book.orders.push(Order {
            name: name["value"].as_str().unwrap().to_owned(),
            token,
            status: "pending",
            refusal: None,
            chain: None,
        });
        book.orders.len() - 1
    };
    let told = office.told(number);
    office.answer(StatusCode::CREATED, &format!("/order/{number}"), Json(told))
}

async fn order(State(office): Asked, Place(number): Place<usize>, Json(signed): Json<Value>) -> Response {
    office.open(&format!("/order/{number}"), &signed);
    office.answer(StatusCode::OK, "", Json(office.told(number)))
}

async fn authorization(
    State(office): Asked,
    Place(number): Place<usize>,
    Json(signed): Json<Value>,
) -> Response {
    office.open(&format!("/authorization/{number}"), &signed);
    let challenge = office.told_challenge(number);
    let name = office.book().orders[number].name.clone();
    let told = json!({
        "status": challenge["status"], "challenges": [challenge],
        "identifier": { "type": "dns", "value": name },
    });
    office.answer(StatusCode::OK, "", Json(told))
}

async fn challenge(State(office): Asked, Place(number): Place<usize>, Json(signed): Json<Value>) -> Response {
    let (head, _) = office.open(&format!("/challenge/{number}"), &signed);
    let account: usize = head["kid"].as_str().unwrap().rsplit('/').next().unwrap().parse().unwrap();
    let (order, print) = {
        let book = office.book();
        (book.orders[number].clone(), book.accounts[account].clone())
    };
    let address = office.names_lead_to.subscribe().wait_for(Option::is_some).await.unwrap().unwrap();
    let looked = look(address, &order.name, &format!("{}.{print}", order.token)).await;
    {
        let order = &mut office.book().orders[number];
        order.status = if looked.is_ok() { "ready" } else { "invalid" };
        order.refusal = looked.err();
    }
    let told = office.told_challenge(number);
    // The result is returned to later requests.
    let told =
        json!({ "type": told["type"], "url": told["url"], "token": told["token"], "status": "processing" });
    office.answer(StatusCode::OK, "", Json(told))
}

async fn finalize(State(office): Asked, Place(number): Place<usize>, Json(signed): Json<Value>) -> Response {
    let (_, said) = office.open(&format!("/finalize/{number}"), &signed);
    let request = URL_SAFE_NO_PAD.decode(said["csr"].as_str().unwrap()).unwrap();
    let mut request =
        CertificateSigningRequestParams::from_der(&CertificateSigningRequestDer::from(request)).unwrap();
    {
        let mut book = office.book();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let time = |at: Duration| ASN1Time::from_timestamp(at.as_secs() as i64).unwrap().to_datetime();
        request.params.not_before = time(now);
        request.params.not_after = time(now + book.lifetime);
        let order = &mut book.orders[number];
        assert_eq!(order.status, "ready");
        let names: Vec<String> = request
            .params
            .subject_alt_names
            .iter()
            .map(|name| match name {
                rcgen::SanType::DnsName(name) => name.to_string(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(names, [order.name.as_str()]);
        let certificate = request.signed_by(&office.authority.0).unwrap();
        order.chain = Some(certificate.pem() + &office.authority.pem());
        order.status = "valid";
    }
    office.answer(StatusCode::OK, "", Json(office.told(number)))
}

async fn certificate(
    State(office): Asked,
    Place(number): Place<usize>,
    Json(signed): Json<Value>,
) -> Response {
    office.open(&format!("/certificate/{number}"), &signed);
    let chain = office.book().orders[number].chain.clone().unwrap();
    office.answer(StatusCode::OK, "", chain)
}

/// Validates a name as in RFC 8737. Returns the reason if that fails.
async fn look(address: SocketAddr, name: &str, key_authorization: &str) -> Result<(), String> {
    let provider = ring::default_provider();
    let believing = Arc::new(Believing(provider.signature_verification_algorithms));
    let mut config =
        ClientConfig::builder().dangerous().with_custom_certificate_verifier(believing).with_no_client_auth();
    config.alpn_protocols = vec![b"acme-tls/1".to_vec()];
    let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    let named = ServerName::try_from(name.to_owned()).unwrap();
    let stream = TlsConnector::from(Arc::new(config)).connect(named, stream).await;
    let stream = stream.map_err(|error| error.to_string())?;
    let connection = stream.get_ref().1;
    if connection.alpn_protocol() != Some(b"acme-tls/1") {
        return Err("it does not speak acme-tls/1".into());
    }
    let shown = connection.peer_certificates().unwrap()[0].clone();
    let (_, shown) = X509Certificate::from_der(&shown).map_err(|error| error.to_string())?;
    let names =
        shown.subject_alternative_name().ok().flatten().map(|names| names.value.general_names.clone());
    if names != Some(vec![GeneralName::DNSName(name)]) {
        return Err(format!("it is for other names: {names:?}"));
    }
    let proof = shown.extensions().iter().find(|extension| extension.oid.to_string() == "1.3.6.1.5.5.7.1.31");
    let proof = proof.ok_or("it proves nothing")?;
    // Octet string of 32 bytes.
    let digest = Sha256::digest(key_authorization);
    let proves = proof.critical
        && proof.value.strip_prefix(&[4, 32]) == Some(digest.as_slice())
        && matches!(proof.parsed_extension(), ParsedExtension::UnsupportedExtension { .. });
    if proves { Ok(()) } else { Err("it proves something else".into()) }
}

/// Verifier that accepts every certificate, because the authority checks it itself.
#[derive(Debug)]
struct Believing(WebPkiSupportedAlgorithms);

impl ServerCertVerifier for Believing {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Err(Error::General("an authority comes by TLS 1.3".into()))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        // Only the key is checked, because the certificate has a critical extension that TLS does not know.
        let (_, certificate) = X509Certificate::from_der(certificate)
            .map_err(|_| Error::General("there is no certificate".into()))?;
        let key = SubjectPublicKeyInfoDer::from(certificate.public_key().raw);
        verify_tls13_signature_with_raw_key(message, &key, signature, &self.0)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_schemes()
    }
}
