import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import type { Prompt } from '#shared/contract/prompts.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { canariesIn, canaryKey } from '../../../../support/exchange/canary.ts';

async function openPrompts(dataFolder = tempFolder()) {
  const core = await openCore({ dataFolder });
  const { prompts } = core.client;
  const save = (name: string, text: string, defaults: Record<string, string> = {}): Promise<Prompt> =>
    prompts.save({ id: `id-${name}`, name, text, defaults, revision: 0 });
  const admit = async (text: string) => {
    const bytes = Buffer.from(text);
    return (
      await core.files.admit({ name: 'prompts.json', type: 'application/json', sizeBytes: bytes.length }, [bytes])
    ).id;
  };
  const read = async (id: string) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await core.files.open(id))?.stream() ?? []) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  };
  return { ...core, prompts, save, admit, read };
}

const fileOf = (...rows: unknown[]) => JSON.stringify({ format: 'patchbay-prompts', version: 1, prompts: rows });

test('a prompt is stored with its variables, and read again by the next start', async () => {
  const dataFolder = tempFolder();
  const { prompts, save, close } = await openPrompts(dataFolder);
  const text = 'Translate to {{language}}:\n\n{{ text }}';
  await save('  Translate \n text ', text, { language: 'German', other: 'unused', text: '' });
  expect(await prompts.list({})).toMatchObject([
    { name: 'Translate text', excerpt: 'Translate to {{language}}: {{ text }}', variables: ['language', 'text'] },
  ]);
  await close();
  const again = await openPrompts(dataFolder);
  expect(await again.prompts.find({ name: 'translate  TEXT' })).toMatchObject({
    text,
    defaults: { language: 'German' },
    revision: 1,
  });
});

test('a name is required, and is taken without regard to letter case', async () => {
  const { prompts, save } = await openPrompts();
  await save('Review', 'a');
  expect((await failureOf(() => save(' ', 'b'))).code).toBe('bad-input');
  expect(await failureOf(() => save('REVIEW', 'b'))).toMatchObject({ code: 'bad-input', param: 'name' });
  expect(await prompts.list({})).toHaveLength(1);
});

test('an edit that another window overtook is refused and changes nothing', async () => {
  const { prompts, save } = await openPrompts();
  const first = await save('Review', 'a');
  await prompts.save({ ...first, text: 'b' });
  expect((await failureOf(() => prompts.save({ ...first, text: 'c' }))).code).toBe('conflict');
  expect((await prompts.get({ id: first.id }))?.text).toBe('b');
  await prompts.remove({ id: first.id });
  expect((await failureOf(() => prompts.save({ ...first, revision: 2, text: 'd' }))).code).toBe('conflict');
  // Undo: the same prompt as a new one.
  await prompts.save({ ...first, revision: 0 });
  expect((await prompts.get({ id: first.id }))?.text).toBe('a');
});

test('a search finds every word in names and texts, names first', async () => {
  const { prompts, save } = await openPrompts();
  await save('Alpha', 'summarize the review');
  await save('Review code', 'Find bugs');
  const found = async (text: string) => (await prompts.list({ text })).map(({ name }) => name);
  expect(await found('')).toEqual(['Alpha', 'Review code']);
  expect(await found('review')).toEqual(['Review code', 'Alpha']);
  expect(await found('ALPHA rev')).toEqual(['Alpha']);
  expect(await found('missing')).toEqual([]);
});

test('an export is imported elsewhere as it was', async () => {
  const { prompts, save, read } = await openPrompts();
  await save('Translate', 'To {{language}}', { language: 'German' });
  const { id } = await save('Review', 'Find bugs');
  const text = await read((await prompts.export({})).id);
  expect(JSON.parse(text)).toMatchObject({
    format: 'patchbay-prompts',
    version: 1,
    prompts: [
      { name: 'Review', text: 'Find bugs' },
      { name: 'Translate', text: 'To {{language}}', defaults: { language: 'German' } },
    ],
  });
  expect(JSON.parse(await read((await prompts.export({ ids: [id] })).id)).prompts).toHaveLength(1);
  const other = await openPrompts();
  const fileId = await other.admit(text);
  expect((await other.prompts.importPreview({ fileId })).prompts.map(({ state }) => state)).toEqual(['new', 'new']);
  expect(await other.prompts.importFile({ fileId, duplicates: 'skip' })).toEqual({ added: 2, replaced: 0, skipped: 0 });
  expect(await other.prompts.find({ name: 'Translate' })).toMatchObject({ defaults: { language: 'German' } });
});

/** A parameter that is not sent may never have had a value. */
const warm = { temperature: { on: true, value: 1.2 }, seed: { on: false, value: 7 }, stop: { on: false } };

test('a preset is saved beside the prompts, unique among its scope, and listed by its kind', async () => {
  const { prompts, save } = await openPrompts();
  const preset = (id: string, scope: string) =>
    prompts.save({ id, name: 'Warm', text: '', revision: 0, preset: { scope, values: warm } });
  await save('Warm', 'a text of the same name');
  await preset('one', 'chat responses');
  await preset('two', 'chat native');
  expect(await failureOf(() => preset('three', 'chat native'))).toMatchObject({ code: 'bad-input', param: 'name' });
  expect(await prompts.list({ kind: 'preset' })).toMatchObject([
    { name: 'Warm', excerpt: 'temperature', preset: { scope: 'chat native', values: warm } },
    { name: 'Warm', excerpt: 'temperature', preset: { scope: 'chat responses', values: warm } },
  ]);
  expect(await prompts.list({ kind: 'prompt' })).toMatchObject([{ name: 'Warm', preset: null }]);
  expect(await prompts.list({ text: 'warm' })).toHaveLength(3);
  expect(await prompts.find({ name: 'warm' })).toMatchObject({ text: 'a text of the same name' });
});

test('an export has both kinds or one, and is imported elsewhere as it was', async () => {
  const { prompts, save, read } = await openPrompts();
  await save('Review', 'Find bugs');
  await prompts.save({ id: 'w', name: 'Warm', text: '', revision: 0, preset: { scope: 'chat chat', values: warm } });
  expect(JSON.parse(await read((await prompts.export({ kind: 'prompt' })).id))).not.toHaveProperty('presets');
  const text = await read((await prompts.export({})).id);
  expect(JSON.parse(text)).toMatchObject({
    prompts: [{ name: 'Review', text: 'Find bugs' }],
    presets: [{ name: 'Warm', scope: 'chat chat', values: warm }],
  });
  const other = await openPrompts();
  const fileId = await other.admit(text);
  expect((await other.prompts.importPreview({ fileId })).prompts.map(({ kind }) => kind)).toEqual(['prompt', 'preset']);
  await other.prompts.importFile({ fileId, duplicates: 'skip' });
  expect(await other.prompts.list({ kind: 'preset' })).toMatchObject([
    { preset: { scope: 'chat chat', values: warm } },
  ]);
  expect(await other.prompts.importFile({ fileId, duplicates: 'copy' })).toMatchObject({ added: 0, skipped: 2 });
});

test('a file of presets that an earlier version exported is imported; what is no preset in it is counted', async () => {
  const { prompts, admit } = await openPrompts();
  const presets = [
    { name: 'Warm', scope: 'chat responses', values: { ...warm, odd: 7 } },
    { name: 'Warm', scope: 'video strict', values: {} },
    { name: 'x' },
    null,
  ];
  const fileId = await admit(JSON.stringify({ format: 'patchbay-presets-1', presets }));
  expect((await prompts.importPreview({ fileId })).unreadable).toBe(2);
  expect(await prompts.importFile({ fileId, duplicates: 'skip' })).toMatchObject({ added: 2 });
  const rows = await prompts.list({ kind: 'preset' });
  expect(rows.map(({ preset }) => preset)).toEqual([
    { scope: 'chat responses', values: warm },
    { scope: 'video strict', values: {} },
  ]);
});

test('names lose characters that are invisible or turn others', async () => {
  const { prompts, admit } = await openPrompts();
  const fileId = await admit(fileOf({ name: 'in\u202evoice\u0000  \u2066x', text: 'a' }));
  expect((await prompts.importPreview({ fileId })).prompts.map(({ name }) => name)).toEqual(['invoice x']);
});

test('duplicates of an import are skipped, replaced or kept beside, and equal ones are left out', async () => {
  const { prompts, save, admit } = await openPrompts();
  await save('Same', 'equal');
  await save('Mine', 'old');
  const fileId = await admit(fileOf({ name: 'same', text: 'equal' }, { name: 'mine', text: 'new' }, { name: 7 }));
  expect(await prompts.importPreview({ fileId })).toEqual({
    prompts: [
      { name: 'same', kind: 'prompt', excerpt: 'equal', state: 'same' },
      { name: 'mine', kind: 'prompt', excerpt: 'new', state: 'differs' },
    ],
    unreadable: 1,
  });
  const run = (duplicates: 'skip' | 'replace' | 'copy') => prompts.importFile({ fileId, duplicates });
  expect(await run('skip')).toEqual({ added: 0, replaced: 0, skipped: 2 });
  expect(await run('copy')).toEqual({ added: 1, replaced: 0, skipped: 1 });
  expect((await prompts.find({ name: 'mine 2' }))?.text).toBe('new');
  expect(await run('replace')).toEqual({ added: 0, replaced: 1, skipped: 1 });
  expect(await prompts.find({ name: 'mine' })).toMatchObject({ name: 'Mine', text: 'new' });
});

test.each([
  ['not JSON', 'The file is not JSON with prompts.'],
  ['[]', 'The file is not JSON with prompts.'],
  ['{"format":"patchbay-report","prompts":[]}', 'The file contains no prompts of Patchbay.'],
  [
    '{"format":"patchbay-prompts","version":2,"prompts":[]}',
    'The prompts were exported by a newer version of Patchbay.',
  ],
])('the file %j is refused with a sentence', async (text, sentence) => {
  const { prompts, admit } = await openPrompts();
  const fileId = await admit(text);
  expect(await failureOf(() => prompts.importPreview({ fileId }))).toMatchObject({
    code: 'bad-input',
    message: sentence,
  });
  expect((await failureOf(() => prompts.importFile({ fileId, duplicates: 'replace' }))).code).toBe('bad-input');
});

test('a key in a prompt does not leave with an export', async () => {
  const { client, prompts, save, read } = await openPrompts();
  const { id: connectionId } = await client.connections.save({ name: 'work', baseAddress: 'https://gateway.example' });
  await client.keys.put({ connectionId, alias: 'default', secret: canaryKey });
  await save('With a key', `Authorization: Bearer ${canaryKey}`);
  const text = await read((await prompts.export({})).id);
  expect(canariesIn(text)).toEqual([]);
  expect(JSON.parse(text).prompts[0].text).toContain('[redacted key]');
});

test('a backup contains the prompts and restores them', async () => {
  const { save, backups } = await openPrompts();
  await save('Review', 'Find bugs in {{code}}');
  const bytes: Uint8Array[] = [];
  for await (const chunk of backups.write()) bytes.push(chunk);
  const dataFolder = tempFolder();
  const other = await openPrompts(dataFolder);
  await other.backups.read(
    (async function* () {
      yield* bytes;
    })(),
  );
  await other.close();
  const restored = await openPrompts(dataFolder);
  expect((await restored.prompts.list({})).map(({ name }) => name)).toEqual(['Review']);
});
