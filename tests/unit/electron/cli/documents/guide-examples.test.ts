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

const runnable = shellBlocks.filter(({ code }) => hasJq || !needsJq(code));

test('the pages about the terminal have examples', () => {
  const found = new Set(blocks.map(({ page }) => page));
  for (const page of ['terminal.md', 'scripting.md', 'ci.md', 'commands.md', 'checks.md', 'backup-and-storage.md'])
    expect(found).toContain(page);
  expect(shellBlocks.length).toBeGreaterThan(15);
});

// Most of the time passes in waiting for the demo gateway: the pages run side by side, each with its blocks in order.
test.runIf(hasBash).concurrent.each([...new Set(runnable.map(({ page }) => page))])(
  'the shell blocks of %s run in bash',
  { timeout: 240_000 },
  async (name) => {
    const folder = await examples.folder(name);
    for (const { code } of runnable.filter(({ page }) => page === name)) {
      const script = examples
        .withGateway(code)
        .replace('PATCHBAY_API_KEY=...', `PATCHBAY_API_KEY=${examples.gateway().key}`)
        // A restore asks for confirmation.
        .replace(/^(patchbay restore \S+)$/m, '$1 --yes');
      const args = ['--norc', '-euo', 'pipefail', '-c', script];
      // Data of its own: a restore on another page replaces everything.
      const ended = await examples.run(folder, 'bash', args, { PATCHBAY_DATA_DIR: `${folder}.data` });
      printed.set(code, ended.stdout);
      expect([code, ended.code, ended.stderr]).toEqual([code, 0, expect.anything()]);
    }
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
  const ofNpm = ['global', 'prefix', 'browser', 'version', 'help'];
  const text = readPage(page).replace(/^docker (?:.*\\\n)*/gm, '');
  const named = [...text.matchAll(/(?<![\w-])--([a-z][a-z-]*[a-z])/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !known.includes(name) && !ofNpm.includes(name))).toEqual([]);
});
