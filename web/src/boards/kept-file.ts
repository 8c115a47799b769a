// The file somebody looks at, kept for as long as the browser's tab is open, so that reloading the page loses nothing.
export interface NamedFile { name: string; bytes: Uint8Array<ArrayBuffer> }

const KEY = "parlour.boards";

export function keepFile({ name, bytes }: NamedFile): void {
  let text = "";
  for (let from = 0; from < bytes.length; from += 8192) text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ name, file: btoa(text) }));
  } catch {
    // A browser that keeps nothing: then the file is chosen again.
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
