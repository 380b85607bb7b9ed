import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The version in the `package.json` of the program's own folder. */
export async function programVersion(root: string): Promise<string> {
  const text = await readFile(path.join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
