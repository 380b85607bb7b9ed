import * as z from 'zod/mini';
import type { FileRef } from '../protocol/part.ts';
import { identifier } from './connections.ts';
import { call, out } from './define.ts';

/** The kinds of what is saved. */
export const savedKinds = ['prompt', 'preset'] as const;
export type SavedKind = (typeof savedKinds)[number];

/** Limits of one entry, in UTF-16 units, and of the library. */
export const promptLimits = { name: 120, text: 200_000, value: 20_000, count: 5_000 } as const;

/** A setting of a preset: whether the parameter is sent, and with what value. */
const presetSetting = z.object({ on: z.boolean(), value: z.optional(z.unknown()) });

/** What a preset holds in place of a text. */
export const presetContent = z.object({
  /** Which parameters it is for: a panel and its protocol, family or route. */
  scope: z.string().check(z.maxLength(promptLimits.name)),
  /** By the name of the parameter. */
  values: z.record(z.string(), presetSetting),
});
export type PresetContent = z.infer<typeof presetContent>;

/** A prompt as the user edits it. An empty name, a name that is taken and an unknown revision are refused. */
export const promptInput = z.object({
  id: identifier,
  /** Shown in lists and given to the terminal; unique without regard to letter case. */
  name: z.string().check(z.maxLength(promptLimits.name)),
  /** With variables as `{{name}}`. */
  text: z.string().check(z.maxLength(promptLimits.text)),
  /** Values that are filled in unless the user enters others, by variable. */
  defaults: z._default(z.record(z.string(), z.string().check(z.maxLength(promptLimits.value))), {}),
  /** Its parameters, if the entry is a preset: its text is then empty, and its name is unique among its scope. */
  preset: z._default(z.nullable(presetContent), null),
  /** The revision the edit started from; 0 for a prompt that is not stored. */
  revision: z.number().check(z.int(), z.minimum(0)),
});

/** A saved prompt, or a saved preset of parameters. */
export interface Prompt {
  id: string;
  name: string;
  text: string;
  defaults: Record<string, string>;
  preset: PresetContent | null;
  revision: number;
  /** Milliseconds since 1970. */
  updatedAt: number;
}

/** A prompt in a list. */
export interface PromptRow extends Omit<Prompt, 'text' | 'defaults'> {
  /** The beginning of the text, on one line; for a preset the names of the parameters that it sends. */
  excerpt: string;
  /** In order of appearance. */
  variables: string[];
}

/** What a prompt of a file is to the library: not in it, equal to one, or of the same name with another content. */
export type PromptFileState = 'new' | 'same' | 'differs';

/** The content of a prompt file. */
export interface PromptFile {
  prompts: { name: string; kind: SavedKind; excerpt: string; state: PromptFileState }[];
  /** Entries that are no prompts, or longer than the limits. */
  unreadable: number;
}

/** What an import does with a prompt whose name is taken by another content. */
export const duplicateChoices = ['skip', 'replace', 'copy'] as const;

export interface PromptsImported {
  added: number;
  replaced: number;
  /** Those that were equal to a stored one, and those that were skipped by choice. */
  skipped: number;
}

export const prompts = {
  /**
   * Both kinds or one, sorted by name; with a text, those that contain every word of it, the ones with all of them in
   * the name first.
   */
  list: call(
    z.object({
      text: z._default(z.string().check(z.maxLength(500)), ''),
      kind: z.exactOptional(z.enum(savedKinds)),
    }),
    out<PromptRow[]>(),
  ),
  get: call(z.object({ id: identifier }), out<Prompt | null>()),
  /** Finds a prompt by its name, without regard to letter case. */
  find: call(z.object({ name: z.string().check(z.maxLength(300)) }), out<Prompt | null>()),
  /**
   * Creates or replaces a prompt. Fails with `bad-input` when the name is empty or taken, with `conflict` when another
   * revision is stored, and with `too-large` when the library is full.
   */
  save: call(promptInput, out<Prompt>()),
  remove: call(z.object({ id: identifier }), out<void>()),
  /** Reads a prompt file. Nothing is saved. Fails with `bad-input` or `too-large`. */
  importPreview: call(z.object({ fileId: identifier }), out<PromptFile>()),
  /** Imports the prompts of a file; those that are equal to a stored one are left out. */
  importFile: call(z.object({ fileId: identifier, duplicates: z.enum(duplicateChoices) }), out<PromptsImported>()),
  /** Exports everything, one kind, or those with these ids, as JSON. Keys that they contain are redacted. */
  export: call(
    z.object({
      kind: z.exactOptional(z.enum(savedKinds)),
      ids: z.exactOptional(z.array(identifier).check(z.minLength(1), z.maxLength(promptLimits.count))),
    }),
    out<FileRef>(),
  ),
};
