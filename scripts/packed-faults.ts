import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { FuseState, type FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { parseSync } from 'vite';
import { asar } from './builder-parts.ts';
import { demoVideos } from './check-tarball.ts';
import { fuses } from './flip-fuses.ts';
import type { PackedApp } from './packed-layout.ts';

const root = path.join(import.meta.dirname, '..');
const needed = [
  '/package.json',
  '/LICENSE',
  '/dist/main/main.js',
  '/dist/main/preload.cjs',
  '/dist/renderer/index.html',
  '/dist/renderer/THIRD-PARTY-NOTICES.txt',
];

/** Returns the files of the built page. */
function pageEntries(): string[] {
  const folder = path.join(root, 'dist/renderer');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => `/${path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')}`);
}

/**
 * Returns the relative files that a program imports. Parsed rather than searched: comments of bundled libraries name
 * files that exist only in their sources.
 */
export function importsOf(code: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync('chunk.js', code).module;
  const named = [...staticImports, ...staticExports.flatMap(({ entries }) => entries)].map(
    ({ moduleRequest }) => moduleRequest?.value ?? '',
  );
  const literals = dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1));
  return [...new Set([...named, ...literals])].filter((target) => target.startsWith('.'));
}

/** Returns the faults of the archive, one sentence each. */
function archiveFaults(archive: string): string[] {
  const entries = asar.listPackage(archive, {}).map((entry) => entry.replaceAll(path.sep, '/'));
  const held = new Set(entries);
  const foreign = entries.filter((entry) => /^\/node_modules\//.test(entry) || /\.map$|\.tsx?$|\/cli\.js$/.test(entry));
  const read = (entry: string) => asar.extractFile(archive, entry.slice(1)).toString('utf8');
  const main = JSON.parse(read('/package.json')).main as string;
  // A chunk that the build put elsewhere would be noticed only when the app starts; one that nothing imports, never.
  const chunksOf = (entry: string) =>
    importsOf(read(entry)).map((target) => path.posix.join(path.posix.dirname(entry), target));
  const programs = entries.filter((entry) => /^\/dist\/main\/.*\.c?js$/.test(entry));
  const chunks = new Set(programs.filter((entry) => path.posix.dirname(entry) === '/dist/main'));
  for (const entry of chunks) if (held.has(entry)) for (const target of chunksOf(entry)) chunks.add(target);
  const wanted = new Set([...needed, ...demoVideos, `/${main}`, ...chunks, ...pageEntries()]);
  return [
    ...[...wanted].filter((entry) => !held.has(entry)).map((entry) => `${entry} is missing`),
    ...foreign.map((entry) => `${entry} does not belong in the package`),
    ...programs.filter((entry) => !chunks.has(entry)).map((entry) => `${entry} is needed by nothing in the package`),
  ];
}

async function fuseFaults(binary: string): Promise<string[]> {
  const wire = await getCurrentFuseWire(binary);
  const found = Object.keys(wire)
    .filter((key) => /^\d+$/.test(key))
    .map((key): FuseV1Options => Number(key));
  const wrong = found.filter((fuse) => wire[fuse] !== (fuses[fuse] ? FuseState.ENABLE : FuseState.DISABLE));
  return [
    ...(found.length === Object.keys(fuses).length ? [] : [`the binary has ${found.length} fuses`]),
    ...wrong.map((fuse) => `fuse ${fuse} is not as chosen`),
  ];
}

/**
 * Returns the faults of an unpacked app, one sentence each: contents of its archive, files beside it, fuses of its
 * binary.
 */
export async function packedFaults({ archive, binary }: PackedApp): Promise<string[]> {
  if (!existsSync(archive)) return [`${archive} was not made`];
  const stray = existsSync(`${archive}.unpacked`) ? ['files lie unpacked beside the archive'] : [];
  return [...stray, ...archiveFaults(archive), ...(await fuseFaults(binary))];
}

/** Returns the size of an archive in MB. */
export const archiveSize = (archive: string): string => (statSync(archive).size / 1e6).toFixed(1);
