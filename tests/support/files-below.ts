import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every file below a folder with its bytes. */
export function filesBelow(folder: string): { name: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((name) => ({ name, bytes: readFileSync(name) }));
}
