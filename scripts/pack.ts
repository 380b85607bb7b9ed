// Builds, packs and checks both packages. The desktop app: contents of the archive, nothing stray, all fuses read back;
// without an Electron binary a stub stands in for it. The npm package: installed into an empty folder and used there.
// Prints one line; everything else is shown only when something fails.
//   npm run pack -- --release [--update-feed https://...]   makes the installers of this platform in release/ instead;
//   the feed is where they ask for newer versions, and without one they ask nowhere. On Linux a package names a person:
//   --homepage https://... --maintainer 'Name <address>'
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FuseState, type FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { readFeed } from '../electron/update-feed.ts';
import { checkTarball } from './check-tarball.ts';
import { findElectron } from './electron-binary.ts';
import { makeElectronStub } from './electron-stub.ts';
import { ageWarning, readSupport } from './electron-support.ts';
import { fuses } from './flip-fuses.ts';
import { type PackedPlatform, packedLayout, packedPlatforms } from './packed-layout.ts';
import { toolWords } from './spawn-words.ts';

const root = path.join(import.meta.dirname, '..');
const output = path.join(root, 'build/release');

interface Asar {
  listPackage(archive: string, options: object): string[];
  extractFile(archive: string, file: string): Buffer;
}

function run(tool: 'electron-builder' | 'vite', args: string[]): void {
  const [program, file] = toolWords(tool);
  const { status, stdout, stderr, error } = spawnSync(program, [file, ...args], { cwd: root, encoding: 'utf8' });
  if (status === 0) return;
  console.error(stdout, stderr, error ?? '');
  throw new Error(`${tool} ${args[0] ?? ''} failed`);
}

/** The archive library that electron-builder itself uses. */
function loadAsar(): Asar {
  const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
  return createRequire(builder.resolve('app-builder-lib'))('@electron/asar');
}

/** What is wrong with the archive, one sentence each. */
function archiveFaults(archive: string): string[] {
  const asar = loadAsar();
  const entries = asar.listPackage(archive, {}).map((entry) => entry.replaceAll(path.sep, '/'));
  const held = new Set(entries);
  const needed = [
    '/package.json',
    '/LICENSE',
    '/dist/main/main.js',
    '/dist/main/preload.cjs',
    '/dist/renderer/index.html',
    '/dist/renderer/THIRD-PARTY-NOTICES.txt',
  ];
  const foreign = entries.filter((entry) => /^\/node_modules\//.test(entry) || /\.map$|\.tsx?$|\/cli\.js$/.test(entry));
  const read = (entry: string) => asar.extractFile(archive, entry.slice(1)).toString('utf8');
  const main = JSON.parse(read('/package.json')).main as string;
  // A chunk that the build put elsewhere would be noticed only when the app starts; one that nothing imports, never.
  const importsOf = (entry: string) =>
    [...read(entry).matchAll(/(?:from\s*|import\s*\(?\s*)["'](\.[^"']+)["']/g)].map(([, target = '']) =>
      path.posix.join(path.posix.dirname(entry), target),
    );
  const programs = entries.filter((entry) => /^\/dist\/main\/.*\.c?js$/.test(entry));
  const chunks = new Set(programs.filter((entry) => path.posix.dirname(entry) === '/dist/main'));
  for (const entry of chunks) if (held.has(entry)) for (const target of importsOf(entry)) chunks.add(target);
  return [
    ...[...needed, `/${main}`, ...chunks].filter((entry) => !held.has(entry)).map((entry) => `${entry} is missing`),
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

const targets = { linux: '--linux', darwin: '--mac', win32: '--win' };

function pack(electronFolder: string, platform: PackedPlatform, arch: string): void {
  rmSync(output, { recursive: true, force: true });
  run('electron-builder', [
    targets[platform],
    'dir',
    `--${arch}`,
    '--publish',
    'never',
    `-c.electronDist=${electronFolder}`,
    `-c.directories.output=${output}`,
  ]);
}

async function packAndCheck(): Promise<string> {
  const electron = findElectron(path.join(root, 'node_modules/electron'), process.env);
  const platform = (electron && packedPlatforms.find((name) => name === process.platform)) || 'linux';
  // The stub is for Linux on x64, whatever this machine is.
  const arch = electron ? process.arch : 'x64';
  const stub = path.join(root, 'build/electron-stub');
  if (!electron) makeElectronStub(stub);
  run('vite', ['build', '--logLevel', 'warn']);
  pack(electron ? electron.folder : stub, platform, arch);

  const layout = packedLayout(platform, arch);
  const archive = path.join(output, layout.resources, 'app.asar');
  if (!existsSync(archive)) throw new Error(`${archive} was not made`);
  const stray = existsSync(`${archive}.unpacked`) ? ['files lie unpacked beside the archive'] : [];
  const faults = [...stray, ...archiveFaults(archive), ...(await fuseFaults(path.join(output, layout.binary)))];
  if (faults.length) throw new Error(faults.join('; '));
  const tarball = await checkTarball(root);
  if (tarball.faults.length) throw new Error(tarball.faults.join('; '));
  const size = (statSync(archive).size / 1e6).toFixed(1);
  const version = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version as string;
  return `Patchbay ${version} for ${platform} ${arch}, ${electron ? 'real binary' : 'stub binary'}: archive ${size} MB, ${Object.keys(fuses).length} fuses as chosen; npm package ${(tarball.bytes / 1e6).toFixed(1)} MB, installed and used`;
}

interface ReleaseWords {
  'update-feed'?: string | undefined;
  homepage?: string | undefined;
  maintainer?: string | undefined;
}

/** Makes the installers of this platform, which takes the real binary. */
function release({ 'update-feed': feed, homepage, maintainer }: ReleaseWords): string {
  const electron = findElectron(path.join(root, 'node_modules/electron'), process.env);
  const platform = packedPlatforms.find((name) => name === process.platform);
  if (!electron || !platform) throw new Error('a release needs the Electron binary of this platform');
  if (feed !== undefined && !feed.startsWith('https://'))
    throw new Error('a feed of newer versions is an https address');
  if (platform === 'linux' && !(homepage && maintainer))
    throw new Error('a release for Linux needs --homepage and --maintainer, which its packages show');
  // Only a release needs a fresh look: a check must not fail because time went by.
  const warning = ageWarning(readSupport(), Date.now());
  if (warning) throw new Error(warning);
  run('vite', ['build', '--logLevel', 'warn']);
  const publish = feed === undefined ? [] : ['-c.publish.provider=generic', `-c.publish.url=${feed}`];
  const contact =
    homepage && maintainer ? [`-c.extraMetadata.homepage=${homepage}`, `-c.linux.maintainer=${maintainer}`] : [];
  const words = ['--publish', 'never', `-c.electronDist=${electron.folder}`, ...publish, ...contact];
  run('electron-builder', [targets[platform], ...words]);
  const feedFile = path.join(root, 'release', packedLayout(platform, process.arch).resources, 'app-update.yml');
  if (platform === 'win32' && feed !== undefined && !readFeed(feedFile).namesPublisher)
    throw new Error('this build is not signed, so the app will refuse updates: sign it, or leave out --update-feed');
  return `installers in release/${feed === undefined ? ', without a feed of newer versions' : `, which ask ${feed} for newer ones`}`;
}

try {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { release: { type: 'boolean' }, 'update-feed': text, homepage: text, maintainer: text },
  });
  console.log(`pack ok: ${values.release ? release(values) : await packAndCheck()}`);
} catch (thrown) {
  console.error(`pack FAILED: ${thrown instanceof Error ? thrown.message : thrown}`);
  process.exit(1);
}
