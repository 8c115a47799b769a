// Writes FILE.br and FILE.gz beside every file of a folder that they make smaller, on all cores.
// node compress.mjs FOLDER smallest|quick
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const [folder, effort] = process.argv.slice(2);

/** Brotli level. The highest takes twenty times as long as 9 for a module and saves an eighth of its size, so only releases use it. */
const level = (name) => (effort === "quick" && name.endsWith(".wasm") ? 9 : constants.BROTLI_MAX_QUALITY);

const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
await Promise.all(files.map(async ({ name, parentPath, path }) => {
  const file = join(parentPath ?? path, name);
  const bytes = readFileSync(file);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: level(name) } }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (brotli.length < bytes.length) writeFileSync(`${file}.br`, brotli);
  if (gzipped.length < bytes.length) writeFileSync(`${file}.gz`, gzipped);
}));
