// The opened file, kept while the browser tab is open, so that a reload does not lose it.
export interface NamedFile { name: string; bytes: Uint8Array<ArrayBuffer> }

const KEY = "parlour.boards";

export function keepFile({ name, bytes }: NamedFile): void {
  let text = "";
  for (let from = 0; from < bytes.length; from += 8192) text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ name, file: btoa(text) }));
  } catch {
    // Without storage the file must be chosen again after a reload.
  }
}

export function keptFile(): NamedFile | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as { name: string; file: string } | null;
    if (kept === null) return null;
    return { name: kept.name, bytes: Uint8Array.from(atob(kept.file), (sign) => sign.charCodeAt(0)) };
  } catch {
    return null;
  }
}
