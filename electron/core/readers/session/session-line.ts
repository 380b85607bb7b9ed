import type { Buffer } from 'node:buffer';
import type { SessionPart } from '#shared/contract/realtime.ts';
import { errorIn } from '../failures/foreign-document.ts';
import { asArray, asObject, parseJson } from '../intake/json-value.ts';

/** A part before it has a number and a time. */
type Bare<P> = P extends unknown ? Omit<P, 'n' | 'atMs'> : never;
export type PartBody = Bare<SessionPart>;

export interface FrameLine {
  /** Number of the first part that is read from this line. */
  n: number;
  /** Milliseconds after the start of the session. */
  at: number;
  socket: number;
  dir: 'in' | 'out';
  op: 'text' | 'binary' | 'ping' | 'pong' | 'close' | 'refusal';
  /** An event that arrived in a binary frame: `op` is `text`, as its data is. */
  binary?: true;
  /** Of the frame as transferred. */
  size: number;
  /** Redacted; base64 for `binary`. */
  data: string;
  /** `data` is not the whole frame: its audio is only in the track, or it is not text. */
  cut?: true;
  /** For a pong: time since its ping. */
  rtt?: number;
  code?: number;
}

/** Something that is not a frame: what Patchbay did or found. */
interface NoteLine {
  n: number;
  at: number;
  note: PartBody;
}

/** One line of a recorded session. The parts of a session follow from its lines alone. */
export type SessionLine = FrameLine | NoteLine;

export const isFrame = (line: SessionLine): line is FrameLine => 'op' in line;

/** Parses a recorded line; `null` for one that was truncated when the program ended. */
export function parseLine(bytes: Buffer): SessionLine | null {
  const line = asObject(parseJson(bytes.toString('utf8')));
  return line && ('op' in line || 'note' in line) ? (line as unknown as SessionLine) : null;
}

/** Reads fields of unvalidated events. Only own fields count: an event may use any name. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Returns an own member of an object, or `undefined`. */
export function ownIn(from: unknown, name: string): unknown {
  const fields = asObject(from);
  return fields !== null && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export const fieldsIn = (from: unknown, name: string): JsonFields => asObject(ownIn(from, name)) ?? {};

export function textIn(from: unknown, name: string): string | null {
  const value = ownIn(from, name);
  return typeof value === 'string' ? value : null;
}

export function numberIn(from: unknown, name: string): number | null {
  const value = ownIn(from, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export const listIn = (from: unknown, name: string): readonly unknown[] => asArray(ownIn(from, name));

export const hasField = (from: unknown, name: string): boolean => ownIn(from, name) !== undefined;

/** Returns the words of a conversation item: a text per content part, `''` for a part without any. */
export const wordsIn = (item: JsonFields): string[] => listIn(item, 'content').map(partWords);

/** Returns the words of one content part, `''` for a part without any. */
export const partWords = (part: unknown): string =>
  (typeof part === 'string' ? part : null) ??
  textIn(part, 'text') ??
  textIn(part, 'transcript') ??
  textIn(part, 'refusal') ??
  '';

/** Characters of the type of an event; those of the API have at most 60. */
const maxTypeLength = 200;

/** Reads the event of a text frame: a JSON object with a `type` of at most 200 characters; `null` for anything else. */
export function readEvent(text: string): { type: string; fields: JsonFields } | null {
  const fields = asObject(parseJson(text));
  const type = textIn(fields, 'type');
  return fields !== null && type !== null && type.length <= maxTypeLength ? { type, fields } : null;
}

/** Where servers put the text of an event, most common first. */
const textFields = ['delta', 'transcript', 'text', 'content'] as const;

/** Returns the text of an event, and the name of the field that holds it as a string; `null` when it has no text. */
export function wordsOf(fields: JsonFields): { text: string; field: string | null } | null {
  for (const field of textFields) {
    const value = ownIn(fields, field);
    if (typeof value === 'string') return { text: value, field };
    const inner = textFields.map((name) => textIn(value, name)).find((text) => text !== null);
    if (inner !== undefined && inner !== null) return { text: inner, field: null };
    if (Array.isArray(value)) return { text: wordsIn({ content: value }).join(''), field: null };
  }
  return null;
}

/**
 * Reads an event of a server. Some name it `event` instead of `type`, and some send a bare `{"error": ...}`, or a code
 * with a sentence, which is an error.
 */
export function readServerEvent(text: string): { type: string; fields: JsonFields } | null {
  const fields = asObject(parseJson(text));
  if (fields === null) return null;
  const type = textIn(fields, 'type') ?? textIn(fields, 'event') ?? textIn(fields, 'event_type');
  if (type !== null) return { type, fields };
  const error = ownIn(fields, 'error');
  const isError = (typeof error === 'string' && error !== '') || asObject(error) !== null;
  return isError || reportsError(fields) ? { type: 'error', fields } : null;
}

/** Tells whether a record without a type says that something failed, as the envelopes of relays do. */
const reportsError = (fields: JsonFields): boolean => errorIn(fields, []) !== null;

/**
 * Splits a text frame into the texts of its events: some servers send several, as a list or as lines. `null` for the
 * usual frame, which is one event or none.
 */
export function eventsWithin(text: string): string[] | null {
  const trimmed = text.trim();
  const list = trimmed.startsWith('[') ? asArray(parseJson(trimmed)).map((entry) => JSON.stringify(entry)) : [];
  const isOfLines = trimmed.startsWith('{') && trimmed.includes('\n') && parseJson(trimmed) === undefined;
  const texts = isOfLines ? trimmed.split('\n').filter((line) => line.trim() !== '') : list;
  return texts.length > 1 && texts.every((one) => readServerEvent(one) !== null) ? texts : null;
}

/** Reads the event of a line; `null` when it is none. */
export function eventOf({ op, dir, data }: FrameLine): { type: string; fields: JsonFields } | null {
  if (op !== 'text') return null;
  return dir === 'in' ? readServerEvent(data) : readEvent(data);
}
