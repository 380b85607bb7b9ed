import type { Part } from '#shared/protocol/part.ts';
import { asObject, asText, jsonText } from '../intake/json-value.ts';

/** One call while it is being put together. */
export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
  /** The text when every piece repeated the ones before it; `null` once a piece did not. */
  snapshot: string | null;
  /** The input is free text and not JSON. */
  custom: boolean;
}

export function newToolCall(): ToolCall {
  return { id: '', name: '', arguments: '', snapshot: '', custom: false };
}

/** Arguments as text: some gateways send the object itself. */
export function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : (jsonText(value) ?? '');
}

/**
 * Adds a piece of arguments and returns what is new in it. A piece that begins with everything before it is a snapshot
 * and not an addition.
 */
export function addArguments(call: ToolCall, piece: string): string {
  if (piece === '') return '';
  const before = call.snapshot;
  const repeats = before !== null && piece.startsWith(before);
  call.arguments += piece;
  call.snapshot = repeats ? piece : null;
  return repeats ? piece.slice(before.length) : piece;
}

/** Adds a name, which may come late, come again, or come in pieces before the arguments. Returns what is new. */
export function addName(call: ToolCall, name: string): string {
  if (call.name === name) return '';
  if (call.name === '') {
    call.name = name;
    return name;
  }
  if (call.arguments !== '') return '';
  const added = name.startsWith(call.name) ? name.slice(call.name.length) : name;
  call.name += added;
  return added;
}

export function isJsonObject(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    return asObject(JSON.parse(text)) !== null;
  } catch {
    return false;
  }
}

/** The whole call. A call without arguments has `{}`; of two possible texts the one that is JSON counts. */
export function wholeCall(call: ToolCall, index: number, choice: { choice?: number }): Part[] {
  const candidates = [call.snapshot, call.arguments].filter((text) => text !== null);
  const text = call.custom ? call.arguments : (candidates.find(isJsonObject) ?? call.arguments);
  const written = text.trim() === '' && !call.custom ? '{}' : text;
  const valid = call.custom || isJsonObject(written);
  const part: Part = { type: 'tool-call', index, id: call.id, name: call.name, arguments: written, valid, ...choice };
  if (valid) return [part];
  const message = `The arguments of the call "${asText(call.name) ?? index}" are not a JSON object; they are shown as they came.`;
  return [part, { type: 'warning', code: 'bad-arguments', message }];
}
