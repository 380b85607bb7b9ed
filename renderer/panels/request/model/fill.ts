import { variablesIn as namesIn } from '#shared/variables.ts';
import type { FieldSpec, RequestForm } from './request-form.ts';

const place = /\{\{\s*([\w-]+)\s*\}\}/g;

/** What looks like a variable in a request that was sent or imported was sent as it is, and is sent so again. */
const isPlain = ({ asRoute, from }: RequestForm): boolean => asRoute || from !== '';

/** Returns the names of all variables, in order of appearance. */
export function variablesIn(form: RequestForm): string[] {
  if (isPlain(form)) return [];
  const texts = [
    form.path,
    ...form.query.map(({ value }) => value),
    ...form.headers.map(({ value }) => value),
    ...(form.bodyMode === 'json' ? [form.json] : []),
    ...(form.bodyMode === 'text' ? [form.text] : []),
    ...(form.bodyMode === 'form' ? form.form.map((field) => (field.kind === 'text' ? field.value : '')) : []),
  ];
  return namesIn(texts);
}

/**
 * Returns the current value of a variable: the typed one, else the initial value of its field; a switch that was never
 * turned on is off.
 */
export function valueIn(name: string, { values, fields }: Pick<RequestForm, 'values' | 'fields'>): string {
  const field = fields.find((one) => one.name === name);
  const value = values[name] ?? field?.start ?? '';
  return field?.kind === 'switch' ? String(value === 'true') : value;
}

/** Returns the variables without a value. */
export const emptyVariables = (form: RequestForm): string[] =>
  variablesIn(form).filter((name) => valueIn(name, form) === '');

/**
 * Returns JSON text with each variable outside of strings replaced by a number of the same length, so that the rest can
 * be checked in place.
 */
export const withoutVariables = (json: string): string =>
  json.replace(/"(?:[^"\\\n]|\\.)*\\?(?:"|$)|\{\{\s*[\w-]+\s*\}\}/gm, (found) =>
    found.startsWith('"') ? found : '0'.padEnd(found.length),
  );

/** Inserts values into a text unchanged. */
const fillText = (text: string, valueAt: (name: string) => string): string =>
  text.replace(place, (_, name: string) => valueAt(name));

/** Inserts values into a path, each as a segment or part of one: characters with a meaning in URLs are escaped. */
const fillPath = (path: string, valueAt: (name: string) => string): string =>
  path.replace(place, (_, name: string) => encodeURIComponent(valueAt(name)));

/**
 * Inserts values into JSON text. A variable that is a whole string (quotes included) or is outside of strings is
 * replaced by a JSON value of its field's kind (a number stays a number); within a longer string it is escaped.
 */
export function fillJson(json: string, fields: readonly FieldSpec[], valueAt: (name: string) => string): string {
  const kindOf = (name: string) => fields.find((field) => field.name === name)?.kind ?? 'text';
  return json
    .replace(/"\{\{\s*([\w-]+)\s*\}\}"/g, (_, name: string) => literal(kindOf(name), valueAt(name)))
    .replace(/"(?:[^"\\\n]|\\.)*\\?(?:"|$)|\{\{\s*([\w-]+)\s*\}\}/gm, (found, bare: string | undefined) =>
      bare === undefined
        ? found.replace(place, (_, name: string) => JSON.stringify(valueAt(name)).slice(1, -1))
        : literal(kindOf(bare), valueAt(bare)),
    );
}

function literal(kind: FieldSpec['kind'], value: string): string {
  if (kind === 'number' && value.trim() !== '' && Number.isFinite(Number(value))) return value.trim();
  if (kind === 'switch') return value === 'true' ? 'true' : 'false';
  return JSON.stringify(value);
}

/** Returns what inserts the values of a request into its texts. */
export function fillerOf(form: RequestForm) {
  if (isPlain(form)) return { path: unchanged, text: unchanged, json: unchanged };
  const valueAt = (name: string) => valueIn(name, form);
  return {
    path: (text: string) => fillPath(text, valueAt),
    text: (text: string) => fillText(text, valueAt),
    json: (text: string) => fillJson(text, form.fields, valueAt),
  };
}

const unchanged = (text: string): string => text;
