import { type Prompt, type PromptFileState, presetContent, promptLimits } from '#shared/contract/prompts.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { asObject } from '#shared/protocol/json.ts';
import { parseImported } from '../files/read-imported.ts';
import { plainName } from '../plain-name.ts';

const format = 'patchbay-prompts';
/** What earlier versions exported presets as. */
const presetFormat = 'patchbay-presets-1';

/** The content of a prompt or a preset, as files contain it. */
export type PromptContent = Pick<Prompt, 'name' | 'text' | 'defaults' | 'preset'>;

/** Writes prompts and presets as a file that `readPromptFile` reads. */
export function writePromptFile(prompts: readonly PromptContent[], version: string): string {
  const texts = prompts.filter(({ preset }) => preset === null);
  const rows = texts.map(({ name, text, defaults }) => ({
    name,
    text,
    ...(Object.keys(defaults).length > 0 && { defaults }),
  }));
  const presets = prompts.flatMap(({ name, preset }) => (preset ? [{ name, ...preset }] : []));
  const file = { format, version: 1, createdBy: `Patchbay ${version}`, prompts: rows, ...(presets[0] && { presets }) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Reads the text of a prompt file. Of several entries with one name the last is taken.
 *
 * @throws AppError `bad-input` that says what the text is instead.
 */
export function readPromptFile(text: string): { prompts: PromptContent[]; unreadable: number } {
  const file = asObject(parseImported(text));
  if (file === null) throw new AppError(notJson);
  const presets = Array.isArray(file.presets) ? file.presets : [];
  if (file.format === presetFormat) return readable(presets.map(readPreset));
  if (file.format !== format || !Array.isArray(file.prompts)) throw new AppError(otherFile);
  if (file.version !== 1) throw new AppError(newerFile);
  return readable([...file.prompts.map(readRow), ...presets.map(readPreset)]);
}

function readable(read: readonly (PromptContent | null)[]): { prompts: PromptContent[]; unreadable: number } {
  const found = read.filter((prompt) => prompt !== null);
  return { prompts: found, unreadable: read.length - found.length };
}

function readRow(row: unknown): PromptContent | null {
  const { name, text, defaults } = asObject(row) ?? {};
  const own = ownName(name);
  if (own === null) return null;
  if (typeof text !== 'string' || text.length > promptLimits.text) return null;
  const values = defaults === undefined ? {} : asObject(defaults);
  const entries = Object.entries(values ?? {});
  const isText = entries.every(([, value]) => typeof value === 'string' && value.length <= promptLimits.value);
  if (values === null || !isText) return null;
  return { name: own, text, defaults: Object.fromEntries(entries) as Record<string, string>, preset: null };
}

/** Parameters of a preset that are no settings are left out. */
function readPreset(row: unknown): PromptContent | null {
  const { name, scope, values } = asObject(row) ?? {};
  const own = ownName(name);
  const all = asObject(values);
  if (own === null || all === null) return null;
  const settings = Object.entries(all).filter(([, value]) => typeof asObject(value)?.on === 'boolean');
  const { success, data } = presetContent.safeParse({ scope, values: Object.fromEntries(settings) });
  return success ? { name: own, text: '', defaults: {}, preset: data } : null;
}

function ownName(name: unknown): string | null {
  const own = cleanName(typeof name === 'string' ? name : '');
  return own === '' || own.length > promptLimits.name ? null : own;
}

/** Returns a name on one line, without spaces around it and without characters that are invisible or turn others. */
export const cleanName = (name: string): string => plainName(name.replace(/\s+/g, ' '));

/** Returns what a prompt of a file is beside the stored one of its name. */
export function stateBeside(prompt: PromptContent, stored: PromptContent | null): PromptFileState {
  if (!stored) return 'new';
  const isSame =
    stored.text === prompt.text &&
    sorted(stored.defaults) === sorted(prompt.defaults) &&
    sorted(stored.preset?.values ?? {}) === sorted(prompt.preset?.values ?? {});
  return isSame ? 'same' : 'differs';
}

const sorted = (values: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.entries(values).sort(([first], [second]) => (first < second ? -1 : 1)));

/** Characters at the end of a name that a number may take the place of. */
const numberLength = ` ${promptLimits.count}`.length;

/**
 * Returns a function that finds a name which is not taken: the given one, or with the next number. It remembers the last
 * number of each name, so that many copies are not counted again and again.
 */
export function createFreeNames(
  isTaken: (content: Pick<PromptContent, 'name' | 'preset'>) => boolean,
): (content: PromptContent) => string {
  const numbers = new Map<string, number>();
  return ({ name, preset }) => {
    const kind = name.slice(0, promptLimits.name - numberLength) + (preset ? `\n${preset.scope}` : '');
    let next = name;
    for (let number = numbers.get(kind) ?? 2; isTaken({ name: next, preset }); number += 1) {
      const end = ` ${number}`;
      next = `${name.slice(0, promptLimits.name - end.length)}${end}`;
      numbers.set(kind, number + 1);
    }
    return next;
  };
}

const hint = 'Select a file that Patchbay exported as prompts.';
const notJson = failure('bad-input', 'The file is not JSON with prompts.', { effect: 'unchanged', hint });
const otherFile = failure('bad-input', 'The file contains no prompts of Patchbay.', { effect: 'unchanged', hint });
const newerFile = failure('bad-input', 'The prompts were exported by a newer version of Patchbay.', {
  effect: 'unchanged',
  hint: 'Update Patchbay, then import the file again.',
});
