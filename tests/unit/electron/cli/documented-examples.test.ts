import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { commandSpecs } from '../../../../electron/cli/specs/index.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** The code blocks in one section of a page. */
async function blocksOf(page: string, section: string): Promise<string[]> {
  const text = await readFile(path.join(root, 'docs/guide', page), 'utf8');
  const [, after = ''] = text.split(`\n## ${section}\n`);
  const [own = ''] = after.split(/^## /m);
  return [...own.matchAll(/^```\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}

let gateway: DemoGateway;
let folder = '';
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0 });
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-examples-'));
  const program = path.join(folder, 'patchbay');
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${root}/electron/cli/main.ts" "$@"\n`);
  await chmod(program, 0o755);
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

const examples = [
  ...(await blocksOf('terminal.md', 'Examples')).map((block) => ['terminal.md', block] as const),
  ...(await blocksOf('terminal.md', 'For scripts')).map((block) => ['terminal.md', block] as const),
  ...(await blocksOf('checks.md', 'In scripts')).map((block) => ['checks.md', block] as const),
];

/** The examples are for a shell, and parse the lines with jq. */
const hasTools = ['bash', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);

test('the pages have examples', () => {
  expect(examples.map(([page]) => page)).toEqual(['terminal.md', 'terminal.md', 'terminal.md', 'checks.md']);
});

test('terminal.md lists every command, and names only options that exist', async () => {
  const page = await readFile(path.join(root, 'docs/guide/terminal.md'), 'utf8');
  const [, table = ''] = /^\| command +\| what it does +\|\n\|.*\n([\s\S]*?)\n\n/m.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| `(\S+)` +\| (.*?) +\|$/gm)].map(([, name, summary]) => [name, summary]);
  expect(rows).toEqual(Object.entries(commandSpecs).map(([name, { summary }]) => [name, summary]));
  const known = Object.values(commandSpecs).flatMap(({ options }) => Object.keys(options));
  const named = [...page.matchAll(/--([a-z][a-z-]*[a-z])/g)].map(([, name]) => name);
  expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([]);
});

// As printed, except that the gateway of the examples is replaced by a running one.
test.skipIf(!hasTools).each(examples)('%s: example %$ works', { timeout: 120_000 }, async (_, block) => {
  const cwd = await mkdtemp(path.join(folder, 'example-'));
  const script = block.replaceAll('https://gateway.example', gateway.url);
  const run = promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    cwd,
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      PATCHBAY_API_KEY: gateway.key,
    },
  });
  run.child.stdin?.end();
  const { stdout } = await run;
  if (block.includes('jq -rs'))
    expect(stdout).toMatch(/\S[\s\S]*\ndemo-chat\n[\s\S]*\nworks\tmodels\|[\s\S]*\ndone\n$/);
  if (block.includes('demo.jsonl')) {
    const lines = (await readFile(path.join(cwd, 'demo.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['demo-ready', 'demo-end']);
  }
});
