import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Returns the version from the `package.json` in the program's own folder. */
export async function programVersion(root: string): Promise<string> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
