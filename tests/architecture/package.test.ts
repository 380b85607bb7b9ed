import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createBuilder, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { contentFaults, demoVideos, linkFaults } from '../../scripts/check-tarball.ts';
import { missingNotice, noticesText, packageFolderOf } from '../../scripts/third-party-notices.ts';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const about = JSON.parse(read('package.json'));

/** What a build contains, as its chunks say: a different source than the one the notices are generated from. */
async function buildAll() {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  const write = { build: { write: false } };
  try {
    const builder = await createBuilder({
      configFile: path.join(root, 'vite.config.ts'),
      logLevel: 'error',
      environments: { client: write, main: write },
    });
    const outputs = [];
    for (const name of ['client', 'main'])
      outputs.push(...((await builder.build(builder.environments[name] as never)) as Rolldown.RolldownOutput).output);
    return outputs;
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
}

test('the notices contain every bundled package and font with its license text', async () => {
  const outputs = await buildAll();
  const modules = outputs.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const folders = new Set(modules.flatMap((id) => packageFolderOf(id) ?? []));
  expect(folders.size).toBeGreaterThan(40);
  const notices = noticesText();
  expect([...folders].flatMap((folder) => missingNotice(folder, notices))).toEqual([]);
  const fonts = new Set(
    outputs.flatMap(
      ({ fileName }) =>
        /([^/]+)-wght-[^/]+\.woff2$/.exec(fileName)?.[1]?.replace(/-(?:latin|cyrillic|greek|vietnamese).*/, '') ?? [],
    ),
  );
  expect([...fonts].sort()).toEqual(['inter', 'jetbrains-mono']);
  for (const font of fonts)
    expect(notices).toMatch(
      new RegExp(`^@fontsource-variable/${font} [\\d.]+\\nOFL-1.1\\n[^=]+SIL OPEN FONT LICENSE`, 'm'),
    );
  expect(outputs.filter(({ fileName }) => fileName.includes('stix-two-math'))).toHaveLength(1);
  expect(notices).toMatch(/^@fontsource\/stix-two-math [\d.]+\nOFL-1.1\n[^=]+SIL OPEN FONT LICENSE/m);
  expect(missingNotice([...folders][0] as string, 'nothing')).toHaveLength(1);
}, 300_000);

const whole = [
  ...demoVideos.map((file) => file.slice(1)),
  'package.json',
  'README.md',
  'README.zh.md',
  'LICENSE',
  'SECURITY.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
].concat(
  'CONTRIBUTING.md',
  'bin/patchbay.mjs',
  'dist/main/cli.js',
  'dist/renderer/index.html',
  'dist/renderer/THIRD-PARTY-NOTICES.txt',
  'docs/guide/terminal.md',
  'docs/guide/json-lines.schema.json',
);

test('a package without its notices or papers, or with sources, is rejected', () => {
  expect(contentFaults(whole)).toEqual([]);
  for (const entry of whole.filter((one) => one !== 'package.json' && !one.startsWith('docs/')))
    expect(contentFaults(whole.filter((one) => one !== entry))).toEqual([`the package has no ${entry}`]);
  expect(contentFaults([...whole, 'electron/desktop/main.ts'])).toHaveLength(1);
  expect(
    linkFaults(
      'docs/guide/terminal.md',
      '[a](absent.md#x) [b](terminal.md) [c](../../README.md) [d](https://x.test)',
      whole,
    ),
  ).toEqual(['docs/guide/terminal.md leads to docs/guide/absent.md, which is not in the package']);
});

test('the package names itself, and nothing that does not exist', () => {
  expect([about.name, about.bin]).toEqual(['@patchbay-app/patchbay', { patchbay: 'bin/patchbay.mjs' }]);
  expect(about.keywords.length).toBeGreaterThan(3);
  for (const file of ['package.json', 'electron-builder.yml', 'README.md', 'SECURITY.md', 'docs/guide/terminal.md'])
    expect([file, read(file).includes('example.invalid')]).toEqual([file, false]);
  // Nothing of it can be imported.
  expect(about.exports).toEqual({ './package.json': './package.json' });
  const lock = JSON.parse(read('package-lock.json'));
  expect([lock.name, lock.packages[''].name]).toEqual([about.name, about.name]);
  for (const entry of about.files.filter((one: string) => !one.startsWith('!') && one !== 'dist'))
    expect([entry, existsSync(path.join(root, entry))]).toEqual([entry, true]);
});

test('no page links to the package of another project', () => {
  const guide = readdirSync(path.join(root, 'docs/guide')).filter((name) => name.endsWith('.md'));
  const pages = ['README.md', ...guide.map((name) => `docs/guide/${name}`)];
  for (const page of pages)
    for (const line of read(page)
      .split('\n')
      .filter((one) => /\bnpx patchbay\b/.test(one)))
      expect([page, line]).toEqual([page, expect.stringMatching(/\bclone\b/)]);
});
