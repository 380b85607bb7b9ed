import { isObject, type JsonObject, memberAt, setMember } from '../json.ts';

/** A conversation in protocol-neutral form. Bodies are converted by reading into it and writing from it. */
export interface Conversation {
  model: string | null;
  turns: Turn[];
  settings: Partial<Record<SettingName, Setting>>;
  format: AnswerFormat | null;
  tools: Tool[];
  webSearch: boolean;
  toolChoice: ToolChoice | null;
  /** Paths of source fields that the other protocol has no equivalent for. */
  unmapped: string[];
}

export interface Turn {
  role: 'system' | 'user' | 'assistant';
  pieces: Piece[];
}

export type Piece =
  | { kind: 'text'; text: string }
  /** `url` may be a data URL. */
  | { kind: 'image'; url: string; detail: unknown }
  | { kind: 'audio'; base64: string; format: string }
  /** `source` is a data URL, an address or a file id, as `by` says. */
  | { kind: 'file'; by: 'data' | 'url' | 'id'; source: string; name: string | null }
  /** A tool call by the model; `arguments` is JSON text. */
  | { kind: 'call'; id: string; name: string; arguments: string }
  | { kind: 'result'; callId: string; output: string };

export type AnswerFormat = { kind: 'json' } | { kind: 'schema'; name: string; schema: unknown; strict: unknown };

export interface Tool {
  name: string;
  description: string | null;
  parameters: unknown;
  strict: unknown;
}

export type ToolChoice = 'auto' | 'none' | 'required' | { name: string };

export type SettingName =
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'maxTokens'
  | 'stop'
  | 'count'
  | 'seed'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'stream'
  | 'effort'
  | 'verbosity'
  | 'parallelCalls'
  | 'metadata'
  | 'user'
  | 'store'
  | 'serviceTier'
  | 'cacheKey'
  | 'safetyId';

export interface Setting {
  value: unknown;
  /** Its path in the source, to name it when it has no equivalent in the target. */
  from: string;
}

export const emptyConversation = (): Conversation => ({
  model: null,
  turns: [],
  settings: {},
  format: null,
  tools: [],
  webSearch: false,
  toolChoice: null,
  unmapped: [],
});

/** Where a protocol stores each setting, as dotted paths; the first one found is read, and the first is written. */
export type SettingPlaces = Partial<Record<SettingName, readonly [string, ...string[]]>>;

export function readSettings(body: JsonObject, places: SettingPlaces, conversation: Conversation): void {
  for (const [name, paths] of Object.entries(places) as [SettingName, readonly string[]][]) {
    const from = paths.find((path) => memberAt(body, path) !== undefined && memberAt(body, path) !== null);
    if (from !== undefined) conversation.settings[name] = { value: memberAt(body, from), from };
  }
}

/**
 * Writes the settings that the protocol supports and records the others as unmapped. A setting without effect (`stream:
 * false`) is dropped.
 */
export function writeSettings(body: JsonObject, places: SettingPlaces, conversation: Conversation): void {
  for (const [name, setting] of Object.entries(conversation.settings) as [SettingName, Setting][]) {
    const place = places[name]?.[0];
    if (place !== undefined) setMember(body, place, setting.value);
    else if (!(name === 'stream' && setting.value === false)) conversation.unmapped.push(setting.from);
  }
}

/** Records as unmapped every field that is not covered by `known` (dotted paths; a path covers what is below it). */
export function noteUnknown(body: JsonObject, known: readonly string[], conversation: Conversation, prefix = ''): void {
  for (const [name, value] of Object.entries(body)) {
    const path = prefix + name;
    if (value === null || known.includes(path)) continue;
    if (isObject(value) && known.some((place) => place.startsWith(`${path}.`)))
      noteUnknown(value, known, conversation, `${path}.`);
    else conversation.unmapped.push(path);
  }
}

/** Returns the paths of a settings table, flattened. */
export const placesOf = (places: SettingPlaces): string[] => Object.values(places).flat();

/** Splits `data:<type>;base64,<data>`; `null` for every other address. */
export function splitDataUrl(url: string): { type: string; base64: string } | null {
  const comma = url.indexOf(',');
  const head = /^data:([^;,]+)(?:;[^,;]+)*;base64$/i.exec(comma === -1 ? '' : url.slice(0, comma));
  return head ? { type: head[1] as string, base64: url.slice(comma + 1) } : null;
}

/** Returns the text of a turn's text pieces, or `null` when it contains anything else. */
export function onlyText(pieces: readonly Piece[]): string | null {
  const texts = pieces.map((piece) => (piece.kind === 'text' ? piece.text : null));
  return texts.every((text) => text !== null) ? texts.join('\n') : null;
}
