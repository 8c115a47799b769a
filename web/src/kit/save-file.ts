// Saves a file through a download link.

export function saveFile(name: string, content: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
