import { asArray, asObject } from '../intake/json-value.ts';

/** Reads fields of events that nobody has checked. Only own fields count: an event may hold any name. */
export type JsonFields = Readonly<Record<string, unknown>>;

function own(from: unknown, name: string): unknown {
  const fields = asObject(from);
  return fields !== null && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export const fieldsIn = (from: unknown, name: string): JsonFields => asObject(own(from, name)) ?? {};

export function textIn(from: unknown, name: string): string | null {
  const value = own(from, name);
  return typeof value === 'string' ? value : null;
}

export function numberIn(from: unknown, name: string): number | null {
  const value = own(from, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export const listIn = (from: unknown, name: string): readonly unknown[] => asArray(own(from, name));

export const hasField = (from: unknown, name: string): boolean => own(from, name) !== undefined;

/** What an item of a conversation says: a text for each piece of its content, `''` for a piece without any. */
export const wordsIn = (item: JsonFields): string[] =>
  listIn(item, 'content').map((piece) => textIn(piece, 'text') ?? textIn(piece, 'transcript') ?? '');

/** An event of a text frame: a JSON object with a `type` that is text; `null` for anything else. */
export function readEvent(text: string): { type: string; fields: JsonFields } | null {
  try {
    const fields = asObject(JSON.parse(text));
    const type = textIn(fields, 'type');
    return fields !== null && type !== null ? { type, fields } : null;
  } catch {
    return null;
  }
}
