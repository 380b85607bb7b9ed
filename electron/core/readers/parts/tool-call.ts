import { Buffer } from 'node:buffer';
import type { Part } from '#shared/protocol/part.ts';
import { createDocumentScanner, type DocumentScanner } from '../intake/document-scanner.ts';
import { asObject, asText, type JsonObject, jsonText, parseJson } from '../intake/json-value.ts';
import { warning } from './compose.ts';

/** The arguments of one call while they arrive, in time linear in what arrives. */
export class CallArguments {
  /** Every delta, joined. */
  #joined = '';
  /** The text when every delta repeated the ones before it; `null` once a delta did not. */
  #snapshot: string | null = '';
  /** Finds the end of the first object; `null` once that is known. */
  #scanner: DocumentScanner | null = createDocumentScanner();
  #isBlank = true;
  #isWhole = false;

  get isEmpty(): boolean {
    return this.#isBlank;
  }

  /** The brackets of what arrived are closed: anything else belongs to another call, or repeats this one. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Adds a delta and returns what is new: a delta that begins with all before it is a snapshot. */
  add(piece: string): string {
    if (piece === '') return '';
    if (this.isRepeatedBy(piece)) {
      if (!grows(asObject(parseJson(piece)), this.#object())) this.replace(piece);
      return '';
    }
    const before = this.#snapshot;
    const repeats = before !== null && piece.startsWith(before);
    this.#joined += piece;
    this.#snapshot = repeats ? piece : null;
    this.#isBlank &&= piece.trim() === '';
    this.#isWhole = this.#isWholeAfter(piece);
    return repeats ? piece.slice(before.length) : piece;
  }

  /** Takes arguments that replace all that arrived. */
  replace(text: string): void {
    this.#joined = text;
    this.#snapshot = null;
    this.#scanner = null;
    this.#isBlank = text.trim() === '';
    this.#isWhole = isJsonObject(text);
  }

  /** Tells whether a piece only contains again, or in full, the object that has arrived. */
  isRepeatedBy(piece: string): boolean {
    const next = this.#isWhole ? asObject(parseJson(piece)) : null;
    return next !== null && grows(this.#object(), next);
  }

  /** Returns the text in the form in which it is JSON, else as it arrived. */
  text(isCustom: boolean): string {
    if (isCustom) return this.#joined;
    if (this.#isBlank || this.#joined.trim() === 'null') return '{}';
    const candidates = [this.#snapshot, this.#joined, asText(parseJson(this.#joined))];
    return candidates.filter((text) => text !== null).find(isJsonObject) ?? this.#joined;
  }

  #object(): JsonObject | null {
    return asObject(parseJson(this.#joined)) ?? asObject(parseJson(this.#snapshot ?? ''));
  }

  #isWholeAfter(piece: string): boolean {
    if (this.#snapshot !== null && this.#snapshot !== this.#joined && isJsonObject(this.#snapshot)) return true;
    if (this.#scanner === null) return this.#isWhole && piece.trim() === '';
    const bytes = Buffer.from(piece);
    const end = this.#scanner.scan(bytes, 0, bytes.length);
    if (end === -1) return false;
    this.#scanner = null;
    return end === bytes.length || bytes.toString('utf8', end).trim() === '';
  }
}

/** Whether `after` has every member of `before`, with the same value or with a text that goes on. */
function grows(before: JsonObject | null, after: JsonObject | null): boolean {
  if (before === null || after === null) return false;
  return Object.entries(before).every(([name, value]) => {
    if (!Object.hasOwn(after, name)) return false;
    const next = after[name];
    if (typeof value === 'string' && typeof next === 'string') return next.startsWith(value);
    return value === next || jsonText(value) === jsonText(next);
  });
}

export interface ToolCall {
  id: string;
  name: string;
  arguments: CallArguments;
  /** The input is free text and not JSON. */
  custom: boolean;
  /** Fields that are not understood, such as signatures, where they were received. */
  extras: JsonObject;
}

export function newToolCall(): ToolCall {
  return { id: '', name: '', arguments: new CallArguments(), custom: false, extras: {} };
}

/** Returns the record with the name and the arguments of a call: some services write it as text. */
export const callBody = (call: JsonObject): JsonObject =>
  asObject(call.function) ?? asObject(parseJson(asText(call.function) ?? '')) ?? asObject(call.custom) ?? call;

/** Returns the arguments in a record, under the names that services use. */
export const argumentsIn = (record: JsonObject): unknown =>
  record.arguments ?? record.input ?? record.args ?? record.parameters;

/** Returns arguments as text: some gateways send the object itself. */
export function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : (jsonText(value) ?? '');
}

export function isJsonObject(text: string): boolean {
  return /^\s*\{/.test(text) && asObject(parseJson(text)) !== null;
}

/** Returns the whole call. A call without arguments gets `{}`; of two possible texts the one that is JSON counts. */
export function wholeCall(call: ToolCall, index: number, choice: { choice?: number }): Part[] {
  const written = call.arguments.text(call.custom);
  const valid = call.custom || isJsonObject(written);
  const part: Part = { type: 'tool-call', index, id: call.id, name: call.name, arguments: written, valid, ...choice };
  if (valid) return [part];
  const message = `The arguments of the call "${asText(call.name) ?? index}" are not a JSON object. They are shown as they arrived.`;
  return [part, warning('bad-arguments', message)];
}

/** Warning for calls in a response that is known to be incomplete. */
export const truncatedCalls: Part = warning(
  'truncated-arguments',
  "The reply was cut off during its tool calls. Their arguments may be incomplete, so don't run them.",
);
