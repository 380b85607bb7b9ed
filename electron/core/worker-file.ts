import path from 'node:path';

/**
 * Where the file of a thread is: in the sources the one that is named; in the built program, an entry of its own beside the
 * folder of shared chunks.
 */
export function workerFile(source: URL): URL {
  const here = import.meta.url;
  if (here.endsWith('.ts')) return source;
  const folder = /\/chunks\/[^/]*$/.test(here) ? '..' : '.';
  return new URL(`${folder}/${path.posix.basename(source.pathname, '.ts')}.js`, here);
}
