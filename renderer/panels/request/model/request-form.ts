import type { CustomKeyStyle, customMethods, DraftInput } from '#shared/contract/exchanges.ts';
import type { TaskRule } from '#shared/contract/tasks.ts';
import { looksSecret } from '#shared/protocol/header-rules.ts';
import type { FileRef } from '#shared/protocol/part.ts';

type Method = (typeof customMethods)[number];

/** A name and a value that are sent when selected. */
export interface Pair {
  name: string;
  value: string;
  on: boolean;
}

export type FormField = { name: string; on: boolean } & (
  | { kind: 'text'; value: string }
  | { kind: 'file'; file: FileRef | null }
);

export const bodyModes = ['none', 'json', 'form', 'text'] as const;
type BodyMode = (typeof bodyModes)[number];

/** A field the user fills in for the variable `{{name}}`. */
export interface FieldSpec {
  name: string;
  kind: 'text' | 'long' | 'number' | 'choice' | 'switch';
  /** For a choice, one option per line. */
  options: string;
  start: string;
}

/** A request to any path under the base URL, as typed. */
export interface RequestForm {
  /** The saved request that it was opened from, and its revision. */
  savedId: string | null;
  revision: number;
  title: string;
  method: Method;
  path: string;
  keyStyle: CustomKeyStyle;
  query: Pair[];
  headers: Pair[];
  bodyMode: BodyMode;
  json: string;
  text: string;
  mediaType: string;
  form: FormField[];
  fields: FieldSpec[];
  values: Record<string, string>;
  /** It starts a task, which is polled by the rule. */
  asTask: boolean;
  rule: RuleTexts;
  /** Made from a request to a known route: it is sent as the route that its path belongs to, not as a custom request. */
  asRoute: boolean;
  /** The exchange that it was made from; `''` for none. */
  from: string;
  /** Files that replace placeholders of the JSON when it is sent. */
  inline: InlineFile[];
  /** The options of the request that it was made from. */
  options: NonNullable<DraftInput['options']>;
  /** Headers and query fields whose values a restart did not keep, because they looked like secrets. */
  lost: string[];
}

type InlineFile = NonNullable<Extract<DraftInput['body'], { kind: 'json' }>['inline']>[number];

/** A polling rule as typed: success and failure values are separated by commas. */
export interface RuleTexts {
  idAt: string;
  pollMethod: TaskRule['pollMethod'];
  pollPath: string;
  /** JSON that a poll with POST sends. */
  pollBody: string;
  stateAt: string;
  doneWords: string;
  failedWords: string;
  progressAt: string;
  mediaAt: string;
  /** Where the result is requested, if the record does not contain it. */
  resultPath: string;
  errorAt: string;
}

export const emptyForm: RequestForm = {
  savedId: null,
  revision: 0,
  title: '',
  method: 'GET',
  path: '/v1/models',
  keyStyle: 'bearer',
  query: [],
  headers: [],
  bodyMode: 'none',
  json: '{}',
  text: '',
  mediaType: 'text/plain',
  form: [],
  fields: [],
  values: {},
  asTask: false,
  rule: {
    idAt: 'id task_id data.task_id',
    pollMethod: 'GET',
    pollPath: '',
    pollBody: '',
    stateAt: 'status data.status',
    doneWords: 'succeeded, completed, success, done',
    failedWords: 'failed, error, cancelled, expired',
    progressAt: 'progress data.progress',
    mediaAt: '',
    resultPath: '',
    errorAt: 'error.message message',
  },
  asRoute: false,
  from: '',
  inline: [],
  options: {},
  lost: [],
};

const kept: readonly (keyof RequestForm)[] = [
  'title',
  'method',
  'path',
  'keyStyle',
  'query',
  'headers',
  'bodyMode',
  'json',
  'text',
  'mediaType',
  'form',
  'fields',
  'values',
  'asTask',
  'rule',
  'asRoute',
  'from',
  'inline',
  'options',
  'lost',
];

/** Returns the request as it is saved: JSON, without its id and revision. */
export const writeForm = (form: RequestForm): string =>
  JSON.stringify(Object.fromEntries(kept.map((name) => [name, form[name]])));

/** Reads a saved request. Fields that an older or foreign document lacks or has in another form get their defaults. */
export function readForm(content: string): RequestForm {
  const stored = parsed(content);
  const entries = kept.flatMap((name) => {
    const value = stored[name];
    const sample = emptyForm[name];
    return typeof value === typeof sample && Array.isArray(value) === Array.isArray(sample) && value !== null
      ? [[name, value] as const]
      : [];
  });
  const form = { ...emptyForm, ...Object.fromEntries(entries) };
  return { ...form, rule: { ...emptyForm.rule, ...form.rule } };
}

function parsed(content: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(content);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * Most characters of a sent request that is stored while it is edited. A larger one lives only as long as the page:
 * settings are read whole at every start.
 */
const maxStoredLength = 200_000;

/**
 * Returns what may be stored of the request in the editor, `null` for nothing. One that was sent before may contain
 * values that its connection never stored; settings contain no secrets.
 */
export function storableForm(form: RequestForm): RequestForm | null {
  const { asRoute, from, json, text, headers, query } = form;
  if (!asRoute && from === '') return form;
  if (json.length + text.length > maxStoredLength) return null;
  const omitted = [...headers, ...query].filter(({ name, value }) => looksSecret(name, value)).map(({ name }) => name);
  const emptied = (pairs: Pair[]) =>
    pairs.map((pair) => (looksSecret(pair.name, pair.value) ? { ...pair, value: '' } : pair));
  return {
    ...form,
    headers: emptied(headers),
    query: emptied(query),
    lost: [...new Set([...missingSecrets(form), ...omitted])],
  };
}

/** Returns the names whose values still have to be entered again. */
export const missingSecrets = ({ headers, query, lost }: Pick<RequestForm, 'headers' | 'query' | 'lost'>): string[] =>
  lost.filter((name) => [...headers, ...query].some((pair) => pair.name === name && pair.value === ''));
