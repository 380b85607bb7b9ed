import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

export interface PageFile {
  body: Buffer;
  mediaType: string;
}

/**
 * Reads a built page into memory. Only what is in this list is ever served: no request path is joined to a folder, so
 * there is nothing to climb out of, and a file that appears later is not there. Links, dot files and unknown types are
 * left out.
 *
 * @returns the files by their path on the server, such as `/assets/index-B2x.js`.
 */
export async function readPageFiles(folder: string): Promise<Map<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, PageFile>();
  for (const entry of entries) {
    const full = path.join(entry.parentPath, entry.name);
    const relative = path.relative(folder, full).split(path.sep);
    const mediaType = mediaTypes[path.extname(entry.name)];
    if (!entry.isFile() || !mediaType || relative.some((name) => name.startsWith('.'))) continue;
    files.set(`/${relative.join('/')}`, { body: await readFile(full), mediaType });
  }
  return files;
}
