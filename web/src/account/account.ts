// Requests of accounts. docs/protocol.md describes each.
import { enterAccount, leaveAccount } from "../backend/identity";
import { request } from "../backend/request";
import type { AccountDevice, AccountProof, Me, RecoveryCodes, SignedIn } from "../backend/wire";

/** Returns the proof in what a player typed: a recovery code if it has the form of one, or else a password. */
export function proofIn(text: string): AccountProof {
  const isCode = /^\s*[0-9a-z]{4}([-–— ][0-9a-z]{4}){3}\s*$/i.test(text);
  return isCode ? { kind: "code", code: text } : { kind: "password", password: text };
}

/** Describes this browser for the list of devices: "Firefox on Linux". */
export function deviceLabel(agent: string = navigator.userAgent): string {
  const first = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = first([[/Edg\//, "Edge"], [/OPR\//, "Opera"], [/Firefox\//, "Firefox"], [/Chrome\//, "Chrome"], [/Safari\//, "Safari"]]);
  const system = first([[/Android/, "Android"], [/iPhone|iPad/, "iOS"], [/Windows/, "Windows"], [/Mac OS/, "macOS"], [/Linux/, "Linux"]]);
  return [browser, system].filter((part) => part !== undefined).join(" on ");
}

export const me = () => request<Me>("GET", "/api/me");
export const claim = (name: string, password: string) => request<RecoveryCodes>("POST", "/api/account", { name, password, device: deviceLabel() });
export const rename = (name: string) => request<Me>("PATCH", "/api/me", { name });
export const show = (visible: boolean) => request<Me>("PATCH", "/api/me", { visible });
export const changePassword = (password: string, proof: AccountProof) => request<Me>("PATCH", "/api/me", { password, proof });
export const renewCodes = (proof: AccountProof) => request<RecoveryCodes>("POST", "/api/me/codes", { proof });
export const devices = () => request<AccountDevice[]>("GET", "/api/me/devices");
export const signOutDevice = (id: string) => request<void>("DELETE", `/api/me/devices/${encodeURIComponent(id)}`);
export const exported = () => request<unknown>("GET", "/api/me/export");

/** Makes this browser a device of the account. Open connections keep the guest until the page is loaded again. */
export async function signIn(name: string, proof: AccountProof): Promise<void> {
  enterAccount((await request<SignedIn>("POST", "/api/session", { name, proof, device: deviceLabel() })).token);
}

export async function signOut(everywhere: boolean): Promise<void> {
  await request<void>("DELETE", everywhere ? "/api/me/devices" : "/api/session");
  leaveAccount();
}

export async function deleteAccount(proof: AccountProof): Promise<void> {
  await request<void>("DELETE", "/api/me", { proof });
  leaveAccount();
}
