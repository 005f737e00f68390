import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { type MemoryFile, packedFile } from '../http/memory-files.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The files that are served, by their paths below /console. */
export type PageFiles = Readonly<Record<string, () => MemoryFile>>;

/** Where the build puts the page: beside this module as it is compiled. From source nothing is there. */
const FOLDER = join(import.meta.dirname, 'page');

/** The files of the page, each read once, when it is first asked for. Null where nothing was built. */
export function pageFiles(folder = FOLDER): PageFiles | null {
  if (!existsSync(join(folder, 'index.html.gz'))) return null;
  const packed = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.gz'))
    .map((file) => relative(folder, join(file.parentPath, file.name)).slice(0, -'.gz'.length));
  const entries = packed.map((name) => [`/${name}`, () => fileOf(folder, name)] as const);
  return { ...Object.fromEntries(entries), '/': () => fileOf(folder, 'index.html') };
}

function fileOf(folder: string, name: string): MemoryFile {
  const path = join(folder, name);
  return {
    ...packedFile(TYPES[extname(name)] ?? 'application/octet-stream', readFileSync(`${path}.gz`)),
    brotli: readFileSync(`${path}.br`),
    // The bundler writes a digest of the content into all names but that of the page.
    isLasting: name.startsWith('assets/'),
  };
}
