import { randomBytes } from 'node:crypto';
import { readFunctions, readToolChoice } from '../dialects/turn-reading.ts';
import { asList, asRecord, type JsonRecord } from '../json-value.ts';
import { type Message, plainTurn, type Turn, textMessage } from '../language/turn.ts';
import type { SessionSettings } from './session-settings.ts';

/** One item of a conversation. */
export interface Item {
  id: string;
  type: string;
  role: 'user' | 'assistant' | 'system' | null;
  status: 'in_progress' | 'completed' | 'incomplete';
  content: JsonRecord[];
  /** Its text, as far as the demo knows it. */
  words: string;
  /** Of spoken replies. */
  audioMs: number;
  call: { id: string; name: string; arguments: string } | null;
  output: string;
}

export const newId = (kind: string): string =>
  `${kind}_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`;

export const newItem = (parts: Partial<Item> & Pick<Item, 'type'>): Item => ({
  id: newId('item'),
  role: null,
  status: 'completed',
  content: [],
  words: '',
  audioMs: 0,
  call: null,
  output: '',
  ...parts,
});

/** Returns an item as it appears in events. */
export function describeItem(item: Item): JsonRecord {
  const head = { id: item.id, object: 'realtime.item', type: item.type, status: item.status };
  if (item.type === 'function_call' && item.call)
    return { ...head, call_id: item.call.id, name: item.call.name, arguments: item.call.arguments };
  if (item.type === 'function_call_output') return { ...head, call_id: item.call?.id ?? '', output: item.output };
  return { ...head, role: item.role, content: item.content };
}

/** Returns the words of a message that a client created. */
export const wordsOf = (content: readonly unknown[]): string =>
  content
    .map((part) => {
      const { text, transcript } = asRecord(part);
      return typeof text === 'string' ? text : typeof transcript === 'string' ? transcript : '';
    })
    .filter(Boolean)
    .join('\n');

/** Returns the conversation as a turn of the demo's language model. */
export function turnOf(model: string, items: readonly Item[], settings: SessionSettings): Turn {
  return {
    ...plainTurn,
    model,
    system: settings.instructions,
    messages: items.flatMap((item) => messageOf(item, items)),
    tools: readFunctions(settings.tools),
    toolChoice: readToolChoice(settings.toolChoice),
    parallelCalls: false,
    maxTokens: settings.maxTokens === 'inf' ? null : settings.maxTokens,
    temperature: settings.temperature,
    effort: 'none',
    request: { method: 'GET', path: '/v1/realtime', body: null },
  };
}

function messageOf(item: Item, items: readonly Item[]): Message[] {
  if (item.type === 'function_call' && item.call) return [{ ...textMessage('assistant', ''), calls: [item.call] }];
  if (item.type === 'function_call_output') {
    const asked = items.find(({ type, call }) => type === 'function_call' && call?.id === item.call?.id);
    return [{ ...textMessage('tool', item.output), tool: asked?.call?.name ?? null }];
  }
  if (item.role === 'system' || item.role === null) return [];
  return [textMessage(item.role, item.words)];
}

/** Returns whether the newest user message mentions a tool by its name. */
export function requestsTool({ tools, messages }: Turn): boolean {
  const prompt = messages.findLast(({ role }) => role === 'user')?.text.toLowerCase() ?? '';
  const mentioned = new Set(prompt.match(/\p{L}{3,}/gu) ?? []);
  return tools.some(({ name }) =>
    asList(
      name
        .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
        .toLowerCase()
        .match(/\p{L}{3,}/gu),
    ).some((word) => word !== 'get' && word !== 'set' && mentioned.has(String(word))),
  );
}
