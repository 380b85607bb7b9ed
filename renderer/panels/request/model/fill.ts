import type { FieldSpec, RequestForm } from './request-form.ts';

const place = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Names of all places that wait for a value, in the order in which they are met. */
export function placesIn(form: RequestForm): string[] {
  const texts = [
    form.path,
    ...form.query.map(({ value }) => value),
    ...form.headers.map(({ value }) => value),
    ...(form.bodyMode === 'json' ? [form.json] : []),
    ...(form.bodyMode === 'text' ? [form.text] : []),
    ...(form.bodyMode === 'form' ? form.form.map((field) => (field.kind === 'text' ? field.value : '')) : []),
  ];
  return [...new Set(texts.flatMap((text) => [...text.matchAll(place)].map((match) => match[1] as string)))];
}

/** The value of a variable now: the typed one, else what its field starts with; a switch that was never turned on is off. */
export function valueIn(name: string, { values, fields }: Pick<RequestForm, 'values' | 'fields'>): string {
  const field = fields.find((one) => one.name === name);
  const value = values[name] ?? field?.start ?? '';
  return field?.kind === 'switch' ? String(value === 'true') : value;
}

/** Variables that would be sent with nothing in them. */
export const emptyPlaces = (form: RequestForm): string[] => placesIn(form).filter((name) => valueIn(name, form) === '');

/** JSON text with each variable outside of strings replaced by a number as long as it, so that the rest can be checked in place. */
export const withoutPlaces = (json: string): string =>
  json.replace(/"(?:[^"\\\n]|\\.)*"|\{\{\s*[\w-]+\s*\}\}/g, (found) =>
    found.startsWith('"') ? found : '0'.padEnd(found.length),
  );

/** Puts values into a text as they are. */
export const fillText = (text: string, valueAt: (name: string) => string): string =>
  text.replace(place, (_, name: string) => valueAt(name));

/** Puts values into a path, each as one segment or a part of one: what has a meaning in addresses is escaped. */
export const fillPath = (path: string, valueAt: (name: string) => string): string =>
  path.replace(place, (_, name: string) => encodeURIComponent(valueAt(name)));

/**
 * Puts values into JSON text. A place that is a whole string is replaced with its quotes by a value of the field's kind
 * (a number stays a number); within a longer string, and outside of strings, it is escaped or written as it is.
 */
export function fillJson(json: string, fields: readonly FieldSpec[], valueAt: (name: string) => string): string {
  const kindOf = (name: string) => fields.find((field) => field.name === name)?.kind ?? 'text';
  return json
    .replace(/"\{\{\s*([\w-]+)\s*\}\}"/g, (_, name: string) => literal(kindOf(name), valueAt(name)))
    .replace(/"(?:[^"\\\n]|\\.)*"|\{\{\s*([\w-]+)\s*\}\}/g, (found, bare: string | undefined) =>
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
