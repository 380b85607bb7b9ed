import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packedApp, packedPlatforms, unpackedFolder } from '../../../scripts/packed-layout.ts';
import { npmCommand, toolCommand } from '../../../scripts/spawn-words.ts';

const load = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'));
const { Arch, Platform } = load('app-builder-lib');
const { PlatformPackager } = createRequire(load.resolve('app-builder-lib'))('./platformPackager');

/** The folder name chosen by electron-builder itself. */
const builderFolder = (platform: string, arch: string) =>
  path.basename(
    PlatformPackager.prototype.computeAppOutDir.call(
      { platform: Platform.fromString(platform), packagerOptions: {}, platformSpecificBuildOptions: {} },
      '/out',
      Arch[arch],
    ),
  );

test.each(
  packedPlatforms.flatMap((platform) => ['x64', 'arm64', 'universal'].map((arch) => [platform, arch] as const)),
)('the app for %s on %s is expected where electron-builder unpacks it', (platform, arch) => {
  expect(unpackedFolder(platform, arch)).toBe(builderFolder(platform, arch));
  expect(packedApp('/out', platform, arch).archive).toContain(`/out/${unpackedFolder(platform, arch)}/`);
});

test('tools and npm are started as Node files, never as commands that need a shell', () => {
  const tools = (['biome', 'electron-builder', 'vite', 'vitest'] as const).map(toolCommand);
  for (const [program, file] of [...tools, npmCommand()]) {
    const { status, stdout } = spawnSync(program, [file, '--version'], { encoding: 'utf8' });
    expect([status, /\d+\.\d+\.\d+/.test(stdout)]).toEqual([0, true]);
  }
});

test('no script runs a command that is a .cmd file on Windows, where Node does not start it', () => {
  const root = path.join(import.meta.dirname, '../../..');
  const scripts = ['scripts', 'tests/bench', 'tests/interop', 'tests/mutations'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|mjs)$/.test(name))
      .map((name) => ({ name: path.join(folder, name), text: readFileSync(path.join(root, folder, name), 'utf8') })),
  );
  const named = /\b(?:spawn|spawnSync|execFile|execFileSync|runChild)\(\s*'([\w-]+)'/g;
  const found = scripts.flatMap(({ name, text }) => [...text.matchAll(named)].map(([, command]) => [name, command]));
  expect(scripts.length).toBeGreaterThan(15);
  // A program of its own (ffmpeg.exe), which only draws the animation of the README.
  expect(found.filter(([, command]) => command !== 'ffmpeg')).toEqual([]);
});

test('npm is found beside the Node of a path, through symlinks or in the Windows layout', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'npm-'));
  const put = (place: string) => {
    mkdirSync(path.join(folder, place, 'node_modules/npm/bin'), { recursive: true });
    writeFileSync(path.join(folder, place, 'node_modules/npm/bin/npm-cli.js'), '');
    return path.join(folder, place, 'node_modules/npm/bin/npm-cli.js');
  };
  const windows = put('windows');
  expect(npmCommand({ Path: path.join(folder, 'windows') })[1]).toBe(windows);
  const unix = put('lib');
  mkdirSync(path.join(folder, 'bin'));
  symlinkSync(unix, path.join(folder, 'bin/npm'));
  expect(npmCommand({ PATH: path.join(folder, 'bin'), npm_execpath: '/nowhere/yarn.js' })[1]).toBe(unix);
  expect(() => npmCommand({ PATH: '/nowhere' })).toThrow('npm run');
});
