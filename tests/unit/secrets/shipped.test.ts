import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  optional?: boolean;
  os?: string[];
  dev?: boolean;
}
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const manifest = JSON.parse(read('package.json')) as {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const packages = Object.entries(lock.packages).filter(([place]) => place !== '');

test('installing Patchbay installs no other package than the keyring, and only where it fits', () => {
  expect(manifest.dependencies ?? {}).toEqual({});
  expect(Object.keys(manifest.optionalDependencies ?? {})).toEqual(['@napi-rs/keyring']);
  const needed = packages.filter(([, { dev, optional }]) => !dev && !optional);
  expect(needed.map(([place]) => place)).toEqual([]);
});

test('every locked package has its checksum, except those of other systems that were never fetched here', () => {
  const open = packages.filter(([, { integrity }]) => integrity === undefined);
  expect(packages.length).toBeGreaterThan(300);
  expect(open.filter(([, { os, optional }]) => !optional || os === undefined).map(([place]) => place)).toEqual([]);
  const weak = packages.filter(([, { integrity }]) => integrity !== undefined && !integrity.startsWith('sha512-'));
  expect(weak.map(([place]) => place)).toEqual([]);
});

test('only reviewed packages may have an install script, and one may run it', () => {
  const withScript = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => place);
  const known = Object.keys(manifest.allowScripts).map((name) => `node_modules/${name}`);
  expect(withScript.filter((place) => !known.includes(place))).toEqual([]);
  const running = Object.entries(manifest.allowScripts).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []));
  expect(running).toEqual(['node']);
});

const dist = path.join(root, 'dist');
/**
 * URLs in the built page: XML namespaces, message texts, licenses in comments, examples, and the reference of metrics that
 * a link leads to. None of them is ever loaded by the page.
 */
const harmless =
  /^https?:\/\/(?:www\.w3\.org|mozilla\.org|react\.dev|base-ui\.com|github\.com|docs\.nvidia\.com|[\w.-]+\.example|[\w.-]*\.invalid|proxy\.example|127\.0\.0\.1|\.{1,3})?$/;

/**
 * The library of diagrams never runs in the page: it is sent as text to a frame with an origin of its own, whose policy
 * forbids what it would evaluate or load (tested in the hosts).
 */
const diagramLibrary = /^assets[/\\]mermaid\.min-[\w-]+\.js$/;

describe.skipIf(!existsSync(path.join(dist, 'renderer/index.html')))('the built page', () => {
  const files = existsSync(dist)
    ? readdirSync(path.join(dist, 'renderer'), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:js|css|html)$/.test(name) && !diagramLibrary.test(name))
        .map((name) => ({ name, text: read(`dist/renderer/${name}`) }))
    : [];

  test('one library is text for the frame of diagrams', () => {
    const names = readdirSync(path.join(dist, 'renderer'), { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => diagramLibrary.test(name))).toHaveLength(1);
  });

  test('no script of it evaluates strings', () => {
    expect(files.length).toBeGreaterThan(20);
    const evaluating = /\beval\(|new Function\b|(?<![\w$.])Function\(|setTimeout\(\s*["'`]/;
    expect(files.filter(({ text }) => evaluating.test(text)).map(({ name }) => name)).toEqual([]);
  });

  test('it loads no script, style, font or image from elsewhere', () => {
    const loading =
      /(?:src|href)\s*=\s*["']?(?:https?:)?\/\/|url\(\s*["']?(?:https?:)?\/\/|@import\s+(?:url\()?["']?(?:https?:)?\/\//i;
    const pages = files.filter(({ name }) => /\.(?:css|html)$/.test(name));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.filter(({ text }) => loading.test(text)).map(({ name }) => name)).toEqual([]);
    const hosts = files.flatMap(({ text }) => text.match(/https?:\/\/[\w.-]*/g) ?? []);
    expect([...new Set(hosts)].filter((host) => !harmless.test(host))).toEqual([]);
    const importing = files.filter(
      ({ text }) => /\bimport\(\s*["'`]https?:/.test(text) || /\bfrom\s*["']https?:/.test(text),
    );
    expect(importing.map(({ name }) => name)).toEqual([]);
  });
});

describe.skipIf(!existsSync(path.join(dist, 'main/main.js')))('the built main process', () => {
  test('it opens URLs in one place; the one file it could open is a downloaded update', () => {
    const calls = readdirSync(path.join(dist, 'main'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .flatMap(
        (name) =>
          read(`dist/main/${name}`).match(
            /^.*\bshell\d*\.(?:openExternal|openPath|show|trash|writeShortcut|readShortcut)\w*\(.*$/gm,
          ) ?? [],
      )
      .map((line) => line.trim());
    expect(calls).toEqual([
      expect.stringMatching(/shell\.openExternal\(link\.address\)/),
      // Show Log: reveals the local log in the file manager.
      'if (file !== void 0) shell.showItemInFolder(file);',
      // electron-updater, where Windows cannot start a downloaded and verified installer.
      expect.stringMatching(/errorCode === "ENOENT"\) \w+\("electron"\)\.shell\.openPath\(installerPath\)/),
    ]);
  });
});
