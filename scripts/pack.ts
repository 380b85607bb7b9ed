// Builds, packages and checks both packages. The desktop app: archive contents, no stray files, all fuses read back,
// and the program from the archive run against a strict fake of Electron as on each system; without an Electron binary
// a stub replaces it. The npm package: installed into an empty folder and used there.
// Prints one line; everything else is shown only when something fails.
// npm run pack -- --release [--update-feed https://...]   builds the installers of this platform in release/ instead;
// they check the feed for newer versions, and without one they check nowhere. On Linux a package names its maintainer:
// --homepage https://... --maintainer 'Name <address>'. See docs/releasing.md.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { asar } from './builder-parts.ts';
import { checkTarball } from './check-tarball.ts';
import { findElectron } from './electron-binary.ts';
import { makeElectronStub } from './electron-stub.ts';
import { archiveSize, packedFaults } from './packed-faults.ts';
import { packedApp, packedPlatforms } from './packed-layout.ts';
import { release } from './release.ts';
import { runTool } from './spawn-words.ts';

const root = path.join(import.meta.dirname, '..');
const output = path.join(root, 'build/release');

function run(tool: Parameters<typeof runTool>[0], args: string[], env: NodeJS.ProcessEnv = process.env): void {
  const { status, stdout, stderr, error } = runTool(tool, args, { cwd: root, env });
  if (status === 0) return;
  console.error(stdout, stderr, error ?? '');
  throw new Error(`${tool} ${args[0] ?? ''} failed`);
}

const sections = { linux: '--linux', darwin: '--mac', win32: '--win' };
/** Every scenario of the desktop app. It starts as on each system and processor. */
const desktopTests = ['tests/unit/electron/desktop/main.test.ts', 'tests/unit/electron/desktop/update.test.ts'];

/** Unpacks an archive and runs the program in it. */
function testArchive(archive: string): number {
  const program = path.join(root, 'build/unpacked');
  const report = path.join(root, 'build/plays.json');
  rmSync(program, { recursive: true, force: true });
  rmSync(report, { force: true });
  asar.extractAll(archive, program);
  const words = [
    'run',
    ...desktopTests,
    '--retry',
    '0',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  run('vitest', words, { ...process.env, PATCHBAY_PROGRAM: program });
  return (JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number }).numPassedTests;
}

async function packAndCheck(): Promise<string> {
  const electron = findElectron(path.join(root, 'node_modules/electron'), process.env);
  const platform = (electron && packedPlatforms.find((name) => name === process.platform)) || 'linux';
  // The stub is for Linux and has no code, so it serves both architectures, whatever this machine is.
  const arches = electron ? [process.arch] : ['x64', 'arm64'];
  const stub = path.join(root, 'build/electron-stub');
  if (!electron) makeElectronStub(stub);
  run('vite', ['build', '--logLevel', 'warn']);
  rmSync(output, { recursive: true, force: true });
  run('electron-builder', [
    sections[platform],
    'dir',
    ...arches.map((arch) => `--${arch}`),
    '--publish',
    'never',
    `-c.electronDist=${electron ? electron.folder : stub}`,
    `-c.directories.output=${output}`,
  ]);

  const apps = arches.map((arch) => packedApp(output, platform, arch));
  const faults = (await Promise.all(apps.map(packedFaults))).flat();
  if (faults.length) throw new Error(faults.join('; '));
  const [{ archive } = { archive: '' }] = apps;
  // A universal app for macOS contains one archive for both processors.
  const sums = apps.map((app) => createHash('sha256').update(readFileSync(app.archive)).digest('hex'));
  if (new Set(sums).size > 1) throw new Error('the archives of the architectures differ');
  const played = testArchive(archive);
  const tarball = await checkTarball(root);
  if (tarball.faults.length) throw new Error(tarball.faults.join('; '));
  const version = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version as string;
  return `Patchbay ${version} for ${platform} ${arches.join(' and ')}, ${electron ? 'real binary' : 'stub binary'}: archive ${archiveSize(archive)} MB, fuses as chosen, ${played} plays passed; npm package ${(tarball.bytes / 1e6).toFixed(1)} MB, installed and used`;
}

try {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { release: { type: 'boolean' }, 'update-feed': text, homepage: text, maintainer: text },
  });
  console.log(`pack ok: ${await (values.release ? release(values, run) : packAndCheck())}`);
} catch (thrown) {
  console.error(`pack FAILED: ${thrown instanceof Error ? thrown.message : thrown}`);
  process.exit(1);
}
