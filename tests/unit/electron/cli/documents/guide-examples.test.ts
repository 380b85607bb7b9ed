import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandSpecs } from '../../../../../electron/cli/specs/index.ts';
import { blocks, pages, readPage, shellBlocks } from './guide-blocks.ts';
import { isInstalled, prepareExamples } from './run-examples.ts';

const examples = prepareExamples();
const hasBash = isInstalled('bash');
const hasJq = isInstalled('jq');
const needsJq = (code: string) => /\bjq\b/.test(code);

/** What each block printed. */
const printed = new Map<string, string>();

/** Blocks of one page run in its order, in one folder. */
const numbered = shellBlocks.map(({ page, code }, at) => [page, at + 1, code] as const);

test('the pages about the terminal have examples', () => {
  const found = new Set(blocks.map(({ page }) => page));
  for (const page of ['terminal.md', 'scripting.md', 'ci.md', 'commands.md', 'checks.md', 'backup-and-storage.md'])
    expect(found).toContain(page);
  expect(numbered.length).toBeGreaterThan(15);
});

test.runIf(hasBash).each(numbered.filter(([, , code]) => hasJq || !needsJq(code)))(
  '%s: block %i runs in bash',
  { timeout: 120_000 },
  async (page, _, code) => {
    const folder = await examples.folder(page);
    const script = examples
      .withGateway(code)
      .replace('PATCHBAY_API_KEY=...', `PATCHBAY_API_KEY=${examples.gateway().key}`)
      // There is nobody to confirm a restore.
      .replace(/^(patchbay restore \S+)$/m, '$1 --yes');
    const ended = await examples.run(folder, 'bash', ['--norc', '-euo', 'pipefail', '-c', script]);
    printed.set(code, ended.stdout);
    expect([ended.code, ended.stderr]).toEqual([0, expect.anything()]);
  },
);

test.runIf(hasBash && hasJq)('the filters of scripting.md select what they are for', () => {
  const [filters, failed] = shellBlocks
    .filter(({ page, code }) => page === 'scripting.md' && needsJq(code))
    .map(({ code }) => printed.get(code));
  expect(filters).toMatch(/^\S.*\n[\s\S]*\ndemo-chat\n[\s\S]*\nworks\tmodels\|[\s\S]*\n0: \d+\n1: \d+\ndone\n$/);
  expect(failed).toBe('rate-limited: exit 4, retry after 3000 ms\n');
});

test.runIf(hasBash && hasJq)('a command that keeps running ends with a line of its own', async () => {
  const lines = (await readFile(path.join(await examples.folder('scripting.md'), 'demo.jsonl'), 'utf8')).trimEnd();
  expect(lines.split('\n').map((line) => JSON.parse(line).type)).toEqual(['demo-ready', 'demo-end']);
});

test.each(blocks.filter(({ language }) => language === 'js').map(({ page, code }) => [page, code] as const))(
  '%s: the program runs in Node',
  { timeout: 60_000 },
  async (page, code) => {
    const folder = await examples.folder(page);
    await writeFile(path.join(folder, 'example.mjs'), code);
    const { code: status, stdout } = await examples.run(folder, process.execPath, ['example.mjs']);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^(?:.*\n)*\d+ cells, \d+ calls\n$/)]);
  },
);

test.each(pages)('%s names only options that exist', (page) => {
  const known = Object.values(commandSpecs).flatMap(({ options }) => Object.keys(options));
  const ofNpm = ['global', 'browser', 'version', 'help'];
  const text = readPage(page).replace(/^docker (?:.*\\\n)*/gm, '');
  const named = [...text.matchAll(/(?<![\w-])--([a-z][a-z-]*[a-z])/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !known.includes(name) && !ofNpm.includes(name))).toEqual([]);
});
