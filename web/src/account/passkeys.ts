// Passkeys: the ceremonies between the server and the browser.
import { RefusedError } from "../backend/backend";
import { enterAccount } from "../backend/identity";
import { request } from "../backend/request";
import type { AccountPasskey, AccountProof, PasskeyOptions, RecoveryCodes, SignedIn } from "../backend/wire";
import { deviceLabel } from "./account";

/** Returns whether this page can use passkeys, which the server takes at a host name. */
export function canUsePasskeys(host: string | null | undefined): boolean {
  if (host !== location.hostname || !("PublicKeyCredential" in window)) return false;
  const { prototype, parseCreationOptionsFromJSON, parseRequestOptionsFromJSON } = PublicKeyCredential;
  return [prototype.toJSON, parseCreationOptionsFromJSON, parseRequestOptionsFromJSON].every((method) => typeof method === "function");
}

/** Returns the credential that the browser makes or signs with, as JSON. */
async function credential(made: Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await made) as PublicKeyCredential).toJSON();
  } catch (error) {
    // Browsers don't tell a refusal by the player from a timeout.
    const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
    throw new RefusedError({ code: "credentials", reason: isKnown ? "passkey-known" : "passkey-unused", message: String(error) }, 0);
  }
}

async function newPasskey(name: string | null): Promise<unknown> {
  const { options } = await request<PasskeyOptions>("POST", "/api/passkeys/begin", { name });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return credential(navigator.credentials.create({ publicKey }));
}

async function signature(): Promise<unknown> {
  const { options } = await request<PasskeyOptions>("POST", "/api/session/passkey/begin");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return credential(navigator.credentials.get({ publicKey }));
}

/** Returns the proof by a passkey of the account. */
export const proveWithPasskey = async (): Promise<AccountProof> => ({ kind: "passkey", credential: await signature() });

export async function claimWithPasskey(name: string): Promise<RecoveryCodes> {
  return request<RecoveryCodes>("POST", "/api/passkeys/finish", { credential: await newPasskey(name), device: deviceLabel() });
}

/** Makes this browser a device of the passkey's account. Open connections keep the guest until the page is loaded again. */
export async function signInWithPasskey(): Promise<void> {
  enterAccount((await request<SignedIn>("POST", "/api/session/passkey/finish", { credential: await signature(), device: deviceLabel() })).token);
}

export const passkeys = () => request<AccountPasskey[]>("GET", "/api/me/passkeys");
export async function addPasskey(proof: AccountProof): Promise<void> {
  await request<void>("POST", "/api/passkeys/finish", { credential: await newPasskey(null), device: deviceLabel(), proof });
}
export const removePasskey = (id: string, proof: AccountProof) => request<void>("DELETE", `/api/me/passkeys/${encodeURIComponent(id)}`, { proof });
