import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { program } from '../../../../support/cli/run-here.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';

const fileOf = (...prompts: unknown[]) => JSON.stringify({ format: 'patchbay-prompts', version: 1, prompts });

const translate = { name: 'Translate', text: 'To {{language}}: {{text}}', defaults: { language: 'German' } };

async function openLibrary(...prompts: unknown[]) {
  const folder = tempFolder();
  const env = { PATCHBAY_DATA_DIR: path.join(folder, 'data') };
  const file = path.join(folder, 'in.json');
  const run = (...args: string[]) => program(args, { env, cwd: folder });
  const load = (...rows: unknown[]) => {
    writeFileSync(file, fileOf(...rows));
    return run('prompts', 'import', file);
  };
  if (prompts.length > 0) expect((await load(...prompts)).code).toBe(0);
  return { folder, file, run, load };
}

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('prompts are imported, listed, shown and exported', async () => {
  const { folder, run } = await openLibrary(translate, { name: 'Review', text: 'Find bugs' });
  const listed = await run('prompts', 'list');
  expect(listed.stdout).toMatch(/Review\s+Find bugs\n.*Translate\s+language, text\s+To \{\{language\}\}/);
  expect(linesOf((await run('prompts', 'list', 'find', '--json')).stdout)).toMatchObject([
    { type: 'prompt', name: 'Review', text: 'Find bugs', variables: [] },
  ]);
  expect((await run('prompts', 'show', 'translate')).stdout).toBe('To {{language}}: {{text}}\n');
  const file = path.join(folder, 'out.json');
  const exported = await run('prompts', 'export', '--out', file, '--json');
  expect(linesOf(exported.stdout)).toEqual([{ type: 'prompts-exported', path: file, prompts: 2 }]);
  expect(JSON.parse(readFileSync(file, 'utf8')).prompts).toEqual([{ name: 'Review', text: 'Find bugs' }, translate]);
  expect((await run('prompts', 'export', '--out', file)).code).toBe(2);
});

test('an import says which names are taken, and replaces them on request', async () => {
  const { file, run, load } = await openLibrary(translate);
  const changed = { ...translate, text: 'Into {{language}}' };
  const again = await load(changed, { text: 'no name' });
  expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/Translate was skipped[\s\S]*1 entry cannot/)]);
  const replaced = await run('prompts', 'import', file, '--duplicates', 'replace', '--json');
  expect(linesOf(replaced.stdout)).toEqual([
    { type: 'prompts-imported', added: 0, replaced: 1, skipped: 0, unreadable: 1 },
  ]);
  expect((await run('prompts', 'show', 'Translate')).stdout).toBe('Into {{language}}\n');
  writeFileSync(file, '{"prompts": []}');
  const bad = await run('prompts', 'import', file);
  expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('The file contains no prompts of Patchbay.')]);
});

const sentText = (stdout: string) => JSON.parse(/\{[\s\S]*\}/.exec(stdout)?.[0] ?? '{}').messages?.at(-1)?.content;

test('prompts are added in one line, replaced on request, and removed', async () => {
  const { run } = await openLibrary();
  const added = await run('prompts', 'add', 'Shorten', 'To {{count}} words:', '{{text}}');
  expect([added.code, added.stderr]).toEqual([0, 'Saved Shorten with the variables count, text.\n']);
  expect((await run('prompts', 'show', 'shorten')).stdout).toBe('To {{count}} words: {{text}}\n');
  const again = await run('prompts', 'add', 'SHORTEN', 'Shorter');
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('add --replace')]);
  expect((await run('prompts', 'add', 'SHORTEN', 'Shorter', '--replace')).code).toBe(0);
  expect((await run('prompts', 'list')).stdout).toMatch(/Shorten\s+Shorter/);
  expect(await run('prompts', 'add', 'Empty')).toMatchObject({ code: 2 });
  expect(await run('prompts', 'remove', 'Shorten')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--yes'),
  });
  const removed = await run('prompts', 'remove', 'Shorten', '--yes', '--json');
  expect(linesOf(removed.stdout)).toEqual([{ type: 'prompt-removed', name: 'Shorten' }]);
  expect((await run('prompts', 'list')).stdout).toBe('');
});

test('chat sends a saved prompt with its variables filled', async () => {
  const { folder, run } = await openLibrary(translate);
  writeFileSync(path.join(folder, 'letter.txt'), 'Hello {{language}}');
  const chat = (...args: string[]) =>
    run('chat', '--demo', '--model', 'demo-chat', '--dry-run', '--prompt-name', 'translate', ...args);
  expect(sentText((await chat('--var', 'text=@letter.txt')).stdout)).toBe('To German: Hello {{language}}');
  expect(sentText((await chat('--var', 'text=Hi', '--var', 'language=French', 'Be brief.')).stdout)).toBe(
    'To French: Hi\n\nBe brief.',
  );
  const missing = await chat();
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringMatching(/needs a value for text[\s\S]*--var text=VALUE/),
  ]);
  const unknown = await chat('--var', 'langage=French');
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Did you mean language?')]);
});

test('a prompt that does not exist, and a value without a prompt, are refused', async () => {
  const { run } = await openLibrary(translate);
  const chat = (...args: string[]) => run('chat', '--demo', '--model', 'demo-chat', ...args);
  const typo = await chat('--prompt-name', 'Translte');
  expect([typo.code, typo.stderr]).toEqual([2, expect.stringContaining('Did you mean Translate?')]);
  const loose = await chat('Hi', '--var', 'text=Hi');
  expect([loose.code, loose.stderr]).toEqual([2, expect.stringContaining('add --prompt-name NAME')]);
});

test('compare leaves the variables of a prompt to the columns of a sheet', async () => {
  const { folder, run } = await openLibrary(translate);
  writeFileSync(path.join(folder, 'rows.csv'), 'text\nHello\nGoodbye\n');
  const { code, stdout } = await run(
    ...['compare', '--demo', '--model', 'demo-echo', '--sheet', 'rows.csv', '--prompt-name', 'Translate', '--json'],
  );
  expect(code).toBe(0);
  const cells = linesOf(stdout).filter(({ type }) => type === 'compare-cell');
  const replies = cells.map(({ text }) => text).sort();
  expect(replies).toEqual([expect.stringContaining('To German: Goodbye'), expect.stringContaining('To German: Hello')]);
});
