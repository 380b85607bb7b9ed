import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** `Cache-Control` of a file whose name contains a hash of its content. */
export const keptHeader = 'public, max-age=31536000, immutable';

interface ListedFile {
  /** Absolute path on disk. */
  filePath: string;
  mediaType: string;
}

interface PageFile {
  body: Buffer;
  mediaType: string;
}

/**
 * Lists a built page. Only files in this list are ever served: no request path is joined to a folder, so path
 * traversal is impossible, and a file that appears later is not served. Links, dot files and unknown types are
 * omitted.
 *
 * @returns the files by their path on the server, such as `/assets/index-B2x.js`.
 */
export async function listPageFiles(folder: string): Promise<Map<string, ListedFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, ListedFile>();
  for (const entry of entries) {
    const filePath = path.join(entry.parentPath, entry.name);
    const relative = path.relative(folder, filePath).split(path.sep);
    const mediaType = mediaTypes[path.extname(entry.name)];
    if (!entry.isFile() || !mediaType || relative.some((name) => name.startsWith('.'))) continue;
    files.set(`/${relative.join('/')}`, { filePath, mediaType });
  }
  return files;
}

/**
 * Reads a built page into memory, so that a server keeps serving the page it started with while another is being
 * built.
 */
export async function readPageFiles(folder: string): Promise<Map<string, PageFile>> {
  const files = new Map<string, PageFile>();
  for (const [target, { filePath, mediaType }] of await listPageFiles(folder))
    files.set(target, { body: await readFile(filePath), mediaType });
  return files;
}
