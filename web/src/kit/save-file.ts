// A file that whoever reads the page gets, as browsers save one: by a link that is followed.

export function saveFile(name: string, content: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
