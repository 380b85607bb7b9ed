import type { Part } from '#shared/protocol/part.ts';
import { asObject, asText, isBlank, type JsonObject, shallowRecord, words } from '../intake/json-value.ts';
import { unexpectedShape } from './compose.ts';

/** Fields in which services put a text, most likely first. */
const textFields = words(`text content value summary thinking reasoning thought output_text parts`);
/** Fields that hold reasoning, or say that the text beside them is reasoning. */
const thoughtFlags = ['thought', 'is_thought', 'isThought', 'thinking', 'reasoning'] as const;
const thoughtWords = ['type', 'phase', 'channel'] as const;
const deepest = 16;

/** Collects the text of a value of any type, and what in it cannot become text. */
function collect(value: unknown, depth: number, texts: string[], rest: unknown[]): void {
  if (value === undefined || value === null || value === '') return;
  if (typeof value !== 'object') texts.push(String(value));
  else if (depth > deepest) rest.push(value);
  else if (Array.isArray(value)) for (const entry of value) collect(entry, depth + 1, texts, rest);
  else {
    const record = value as JsonObject;
    const fields = textFields.filter((name) => Object.hasOwn(record, name));
    const field = fields.find((name) => record[name] !== null && record[name] !== '' && !isFlag(name, record[name]));
    if (field !== undefined) collect(record[field], depth + 1, texts, rest);
    else if (fields.length === 0 && !isBlank(record)) rest.push(record);
  }
}

const isFlag = (name: string, value: unknown): boolean =>
  typeof value === 'boolean' && (thoughtFlags as readonly string[]).includes(name);

/** Whether a delta, a message or a part is marked as reasoning. */
export const isThought = (record: JsonObject): boolean =>
  thoughtFlags.some((name) => record[name] === true || record[name] === 'true') ||
  thoughtWords.some((name) => /^(?:think|reason|thought|analysis)/i.test(asText(record[name]) ?? ''));

/** Returns the text of a value: numbers and booleans are written out, lists joined, records searched for their text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const texts: string[] = [];
  collect(value, 0, texts, []);
  return texts.join('');
}

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object without text' : `a ${typeof value}`;
};

/**
 * Reads values where text is expected. A value that is not empty and cannot become text is kept as an item, with a
 * warning once for each place: nothing that a gateway sent is lost without a word.
 */
export function createTextValues() {
  const warned = new Set<string>();

  /** Keeps a value as received. `place` as in the protocol: `delta.content`. */
  function keep(value: unknown, place: string): Part[] {
    const record = asObject(value);
    const kind = typeof record?.type === 'string' && record.type !== '' ? record.type : 'unknown';
    const item: Part = { type: 'item', kind, item: shallowRecord(record ?? { value }) };
    if (warned.has(place)) return [item];
    warned.add(place);
    const what = kind === 'unknown' ? kindOf(value) : `content of the type "${kind.slice(0, 60)}"`;
    return [
      item,
      unexpectedShape(`The response has ${what} at ${place}, where text is expected. It is kept as received.`),
    ];
  }

  return {
    keep,
    read(value: unknown, place: string): { text: string; odd: Part[] } {
      if (typeof value === 'string') return { text: value, odd: [] };
      const texts: string[] = [];
      const rest: unknown[] = [];
      collect(value, 0, texts, rest);
      return { text: texts.join(''), odd: rest.flatMap((one) => keep(one, place)) };
    },
  };
}

export type TextValues = ReturnType<typeof createTextValues>;
