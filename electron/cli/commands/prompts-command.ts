import { randomUUID } from 'node:crypto';
import type { Prompt } from '#shared/contract/prompts.ts';
import { counted } from '#shared/format.ts';
import { variablesIn } from '#shared/variables.ts';
import { createMemoryVault } from '../../hosting/keyring-vault.ts';
import { exitCodes } from '../exit-codes.ts';
import { admitPath } from '../input/admit-path.ts';
import { confirmDeletion } from '../input/confirm.ts';
import { createPatientInput, withoutLastLineEnd } from '../input/read-input.ts';
import { openOutput, refuseBothOnStdout, saveStored } from '../output/out-file.ts';
import { printLine } from '../output/terminal.ts';
import { promptsOptions } from '../specs/prompts-spec.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, readVerb, type VerbLine, type Verbs } from './command.ts';
import { findPrompt } from './named-prompt.ts';
import type { OpenCore } from './open-core.ts';
import { inSavedCore } from './saved-connections.ts';

/** One command line of `patchbay prompts`, after its verb, with the open data folder. */
type Act = VerbLine<typeof promptsOptions> & { core: OpenCore };

const verbs: Verbs<typeof promptsOptions, Act> = {
  list: { options: ['json'], work: list },
  show: { options: ['json'], work: show },
  add: { options: ['replace', 'json', 'quiet'], work: add },
  remove: { options: ['yes', 'json', 'quiet'], work: remove },
  export: { options: ['out', 'force', 'json', 'quiet'], work: exportPrompts },
  import: { options: ['duplicates', 'json', 'quiet'], work: importPrompts },
};

/** `patchbay prompts <verb>`: the library of prompts. No secret is read, except to redact keys in an export. */
export const managePrompts: Command = async (args, surroundings) => {
  const { verb, work, line } = readVerb('prompts', promptsOptions, verbs, args, surroundings);
  refuseBothOnStdout(line.values);
  // Keys can only be found in an export by the vault that contains them.
  const vault = verb === 'export' ? undefined : async () => createMemoryVault();
  return inSavedCore(surroundings.version, (core) => work({ ...line, core }), vault);
};

const lineOf = ({ name, text, defaults, updatedAt }: Prompt) => ({
  type: 'prompt' as const,
  name,
  text,
  variables: variablesIn([text]).map((variable) => ({ name: variable, default: defaults[variable] ?? null })),
  updatedAt,
});

async function list({ words, values, terminal, core: { client } }: Act): Promise<number> {
  const rows = await client.prompts.list({ text: words.join(' '), kind: 'prompt' });
  if (values.json)
    for (const { id } of rows) {
      const prompt = await client.prompts.get({ id });
      if (prompt) await printLine(terminal, lineOf(prompt));
    }
  else if (rows.length === 0)
    terminal.note(
      words.length > 0
        ? 'No prompt contains these words.'
        : 'No prompts are saved. Save one: patchbay prompts add NAME TEXT',
    );
  else
    await terminal.table([
      ['name', 'variables', 'text'],
      ...rows.map(({ name, variables, excerpt }) => [name, variables.join(', '), shortened(excerpt)]),
    ]);
  return exitCodes.done;
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

async function show({ words, values, terminal, core: { client } }: Act): Promise<number> {
  if (words.length === 0) throw new UsageError('Missing NAME, as in: patchbay prompts show Translate');
  const prompt = await findPrompt(client, words.join(' '));
  if (values.json) await printLine(terminal, lineOf(prompt));
  else await terminal.data(`${prompt.text}\n`);
  return exitCodes.done;
}

/** Saves a prompt. Its text is the rest of the words; `-` reads it from stdin. */
async function add({ words, values, terminal, surroundings, core: { client } }: Act): Promise<number> {
  const [name = '', ...rest] = words;
  if (name.trim() === '' || rest.length === 0)
    throw new UsageError(
      'prompts add takes a NAME and its text, as in: patchbay prompts add Shorten "Shorten: {{text}}"',
    );
  const input = createPatientInput(surroundings.stdin, terminal);
  const text = rest.length === 1 && rest[0] === '-' ? withoutLastLineEnd(await input.read()) : rest.join(' ');
  if (text.trim() === '') throw new UsageError('The prompt has no text. Nothing was saved.');
  const before = await client.prompts.find({ name });
  if (before && !values.replace)
    throw new UsageError(`A prompt named "${before.name}" is already saved.`, 'Use another name, or add --replace.');
  const prompt = await client.prompts.save({
    id: before?.id ?? randomUUID(),
    name: before?.name ?? name,
    text,
    defaults: before?.defaults ?? {},
    revision: before?.revision ?? 0,
  });
  if (values.json) await printLine(terminal, lineOf(prompt));
  else {
    const variables = variablesIn([text]);
    const about = variables.length > 0 ? ` with the variables ${variables.join(', ')}` : '';
    terminal.note(`Saved ${prompt.name}${about}.`, 'good');
  }
  return exitCodes.done;
}

async function remove({ words, values, terminal, surroundings, core: { client } }: Act): Promise<number> {
  if (words.length === 0) throw new UsageError('Missing NAME, as in: patchbay prompts remove Translate');
  const found = new Map<string, Prompt>();
  for (const word of words) {
    const prompt = await findPrompt(client, word);
    found.set(prompt.id, prompt);
  }
  for (const { id, name } of found.values()) {
    if (!values.yes) await confirmDeletion(`the prompt ${name}`, surroundings);
    await client.prompts.remove({ id });
    if (values.json) await printLine(terminal, { type: 'prompt-removed', name });
    else terminal.note(`Deleted the prompt ${name}.`);
  }
  return exitCodes.done;
}

async function exportPrompts({ words, values, terminal, core }: Act): Promise<number> {
  const { prompts } = core.client;
  const found = await Promise.all(words.map((name) => findPrompt(core.client, name)));
  const out = await openOutput(values.out ?? '-', values.force ?? false, terminal);
  const { id } = await prompts.export(
    found.length > 0 ? { ids: found.map((prompt) => prompt.id) } : { kind: 'prompt' },
  );
  await saveStored(core.files, id, out);
  const count =
    found.length > 0 ? new Set(found.map((prompt) => prompt.id)).size : (await prompts.list({ kind: 'prompt' })).length;
  if (values.json) await printLine(terminal, { type: 'prompts-exported', path: out.path, prompts: count });
  else if (out.path !== 'stdout') terminal.note(`${out.saved} (${counted(count, 'prompt')}).`, 'good');
  return exitCodes.done;
}

async function importPrompts({ words, values, terminal, core }: Act): Promise<number> {
  const [path, ...more] = words;
  if (path === undefined || more.length > 0)
    throw new UsageError('prompts import takes one FILE: the prompts to import.');
  const { id: fileId } = await admitPath(core.files, path);
  const { prompts, unreadable } = await core.client.prompts.importPreview({ fileId });
  const duplicates = values.duplicates ?? 'skip';
  const result = await core.client.prompts.importFile({ fileId, duplicates });
  if (values.json) await printLine(terminal, { type: 'prompts-imported', ...result, unreadable });
  else {
    const { added, replaced } = result;
    terminal.note(
      `Imported ${counted(added + replaced, 'prompt')} of ${prompts.length + unreadable} in the file.`,
      'good',
    );
    for (const { name, state } of prompts)
      if (state === 'differs' && duplicates === 'skip')
        terminal.note(`${name} was skipped: another prompt has this name. To replace it, add --duplicates replace.`);
    if (unreadable > 0) terminal.note(`${counted(unreadable, 'entry', 'entries')} cannot be read.`);
  }
  return prompts.length > 0 ? exitCodes.done : exitCodes.empty;
}
