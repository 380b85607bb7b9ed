import path from 'node:path';

/**
 * Returns the location of a worker's file: in the sources the given one; in the built program, a separate entry next to
 * the folder of shared chunks.
 */
export function workerFile(source: URL): URL {
  const here = import.meta.url;
  if (here.endsWith('.ts')) return source;
  const folder = /\/chunks\/[^/]*$/.test(here) ? '..' : '.';
  return new URL(`${folder}/${path.posix.basename(source.pathname, '.ts')}.js`, here);
}
