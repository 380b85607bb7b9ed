import { setTimeout as wait } from 'node:timers/promises';
import { counted } from '#shared/format.ts';
import type { JsonRecord } from '../json-value.ts';
import { cannedReply } from '../language/canned.ts';
import { formatNumber, readPrompt } from '../language/prompt-reading.ts';
import { replyToTurn } from '../language/speak.ts';
import { tokenize } from '../language/tokens.ts';
import { chooseCalls, replyFromTools } from '../language/tool-calls.ts';
import { lastUserMessage, type ToolCall, type Turn } from '../language/turn.ts';
import type { PromptMemory } from '../language/usage.ts';
import { type DemoVoice, speak, voiceNamed } from '../media/audio/speech.ts';
import { bytesPerMs, encodeAudio } from './audio-format.ts';
import { describeItem, type Item, newId, newItem, requestsTool } from './conversation.ts';
import type { EventNames } from './event-names.ts';
import type { SessionSettings } from './session-settings.ts';

export interface Delivery {
  reply: Reply;
  output: 'audio' | 'text';
  settings: SessionSettings;
  names: EventNames;
  /** Tokens per second; 0 is as fast as possible. */
  pace(): number;
  signal: AbortSignal;
  send(type: string, fields: JsonRecord): void;
  /** Adds an item to the conversation. */
  add(item: Item): void;
}

/** Audio per event, and how much faster than real time it is sent. */
const chunkMs = 200;
const haste = 4;

/** Delivers one reply, event by event, until it is complete or the signal fires. Returns its items and why it ended. */
export async function deliver(delivery: Delivery): Promise<{ id: string; status: string; items: Item[] }> {
  const { reply, output, send, signal, settings } = delivery;
  const id = newId('resp');
  const described = (status: string, items: readonly Item[]) => ({
    id,
    object: 'realtime.response',
    status,
    status_details: null,
    output: items.map(describeItem),
    usage: null,
    conversation_id: null,
    output_modalities: [output],
    max_output_tokens: settings.maxTokens,
  });
  send('response.created', { response: described('in_progress', []) });
  const items: Item[] = [];
  if (reply.calls.length > 0)
    for (const call of reply.calls) items.push(await deliverCall(delivery, id, call, items.length));
  else items.push(await deliverMessage(delivery, id));
  return { id, status: signal.aborted ? 'cancelled' : 'completed', items };
}

function begin({ send, add }: Delivery, item: Item, place: JsonRecord): void {
  send('response.output_item.added', { ...place, item: describeItem(item) });
  add(item);
}

function finish({ send, names }: Delivery, item: Item, place: JsonRecord): Item {
  send('response.output_item.done', { ...place, item: describeItem(item) });
  if (names.itemDone) send(names.itemDone, { item: describeItem(item) });
  return item;
}

async function deliverCall(delivery: Delivery, responseId: string, call: ToolCall, index: number): Promise<Item> {
  const { send, pace, signal } = delivery;
  const item = newItem({ type: 'function_call', status: 'in_progress', call: { ...call, arguments: '' } });
  const place = { response_id: responseId, output_index: index };
  begin(delivery, item, place);
  const at = { ...place, item_id: item.id, call_id: call.id };
  for (const delta of tokenize(call.arguments)) {
    if (signal.aborted) break;
    send('response.function_call_arguments.delta', { ...at, delta });
    await rest(pace(), signal);
  }
  item.call = call;
  item.status = signal.aborted ? 'incomplete' : 'completed';
  send('response.function_call_arguments.done', { ...at, name: call.name, arguments: call.arguments });
  return finish(delivery, item, place);
}

async function deliverMessage(delivery: Delivery, responseId: string): Promise<Item> {
  const { send, names, output, signal } = delivery;
  const item = newItem({ type: 'message', role: 'assistant', status: 'in_progress' });
  const place = { response_id: responseId, output_index: 0 };
  begin(delivery, item, place);
  const at = { ...place, item_id: item.id, content_index: 0 };
  const kind = output === 'audio' ? names.audioPart : names.textPart;
  const part = (text: string) => (output === 'audio' ? { type: kind, transcript: text } : { type: kind, text });
  send('response.content_part.added', { ...at, part: part('') });
  if (output === 'audio') await speakOut(delivery, item, at);
  else await writeOut(delivery, item, at);
  item.status = signal.aborted ? 'incomplete' : 'completed';
  item.content = [part(item.words)];
  send('response.content_part.done', { ...at, part: part(item.words) });
  return finish(delivery, item, place);
}

async function writeOut({ reply, names, send, pace, signal }: Delivery, item: Item, at: JsonRecord): Promise<void> {
  for (const delta of tokenize(reply.text)) {
    if (signal.aborted) break;
    item.words += delta;
    send(names.textDelta, { ...at, delta });
    await rest(pace(), signal);
  }
  send(names.textDone, { ...at, text: item.words });
}

/** Sends audio and its words side by side, the words slightly ahead. */
async function speakOut(delivery: Delivery, item: Item, at: JsonRecord): Promise<void> {
  const { reply, settings, names, send, pace, signal } = delivery;
  const speech = speak(reply.text, voiceNamed(settings.voice) as DemoVoice, settings.speed);
  const bytes = encodeAudio(speech.samples, settings.outputFormat);
  const step = chunkMs * bytesPerMs(settings.outputFormat);
  let sentWords = 0;
  for (let start = 0; start < bytes.length && !signal.aborted; start += step) {
    const untilSeconds = (start / step + 2) * (chunkMs / 1000);
    for (; sentWords < speech.words.length && (speech.words[sentWords]?.start ?? 0) < untilSeconds; sentWords++) {
      const delta = `${sentWords === 0 ? '' : ' '}${speech.words[sentWords]?.word}`;
      item.words += delta;
      send(names.spokenDelta, { ...at, delta });
    }
    send(names.audioDelta, { ...at, delta: bytes.toString('base64', start, start + step) });
    item.audioMs = Math.min(bytes.length, start + step) / bytesPerMs(settings.outputFormat);
    if (pace() === 0) await wait(0);
    else await wait(chunkMs / haste, undefined, { signal }).catch(() => {});
  }
  send(names.audioDone, at);
  send(names.spokenDone, { ...at, transcript: item.words });
}

/** Waits as long as a token takes. */
const rest = (pace: number, signal: AbortSignal): Promise<unknown> =>
  pace === 0 ? Promise.resolve() : wait(1000 / pace, undefined, { signal }).catch(() => {});

/** Returns the `response.done` of a reply. `reason`: why it was stopped, if it was. */
export function describeEnd(
  { id, status, items }: { id: string; status: string; items: readonly Item[] },
  reason: string,
  reply: Reply,
): JsonRecord {
  const audio = items.reduce((sum, { audioMs }) => sum + Math.ceil(audioMs / 50), 0);
  const said = items.reduce((sum, { words, call }) => sum + tokenize(words + (call?.arguments ?? '')).length, 0);
  const text = Math.max(1, said);
  const output = text + audio;
  return {
    id,
    object: 'realtime.response',
    status,
    status_details: status === 'completed' ? null : { type: status, reason },
    output: items.map(describeItem),
    usage: {
      total_tokens: reply.inputTokens + output,
      input_tokens: reply.inputTokens,
      output_tokens: output,
      input_token_details: { cached_tokens: 0, text_tokens: reply.inputTokens, audio_tokens: 0 },
      output_token_details: { text_tokens: text, audio_tokens: audio },
    },
  };
}

/** The demo's reply to a turn, and its usage. */
export interface Reply {
  text: string;
  calls: ToolCall[];
  inputTokens: number;
  outputTokens: number;
}

/** Replies to a turn: in writing as fully as the text routes do, in speech in a few sentences. */
export function replyTo(turn: Turn, output: 'audio' | 'text', memory: PromptMemory): Reply {
  const asked: Turn = requestsTool(turn) ? { ...turn, voice: 'tools' } : turn;
  const { choices, usage } = replyToTurn(asked, memory);
  const [choice] = choices;
  const used = { inputTokens: usage.input, outputTokens: usage.output };
  const calls = chooseCalls(asked);
  if (calls.length > 0) return { text: '', calls, ...used };
  return { text: output === 'text' ? (choice?.text ?? '') : spoken(turn), calls: [], ...used };
}

/** Returns a few sentences without any unpronounceable characters. */
function spoken(turn: Turn): string {
  if (turn.messages.at(-1)?.role === 'tool')
    return plain(replyFromTools(turn).split('\n\n').slice(1).join('. ')).slice(0, 240) || 'The tool returned nothing.';
  const { text } = lastUserMessage(turn);
  const { words, sums, isGreeting } = readPrompt(text);
  if (words === 0) return 'I heard audio, but no words that I know.';
  const canned = cannedReply(text);
  if (canned) return canned.spoken;
  const [sum] = sums;
  if (sum && sum.value !== undefined && sum.value !== null) return `That makes ${formatNumber(sum.value)}.`;
  const greeting = isGreeting ? 'Hello! This is the demo gateway. ' : '';
  const transcription = plain(text).split(/\s+/);
  const quote = transcription
    .slice(0, 12)
    .join(' ')
    .replace(/(?<![.,;:!?])[.,;:!?]+$/, '');
  return `${greeting}I heard you say: ${quote}${transcription.length > 12 ? ' and more' : ''}. That is ${counted(words, 'word')}.`;
}

const plain = (text: string): string =>
  text
    .replaceAll(/[*_`#>|[\]{}"“”]/g, ' ')
    .replaceAll(/:?-{2,}:?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns the rate limits that a response leaves, as a session reports them. */
export const rateLimits = (used: number): JsonRecord[] => [
  { name: 'requests', limit: 1000, remaining: 999, reset_seconds: 0.06 },
  {
    name: 'tokens',
    limit: 50_000,
    remaining: Math.max(0, 50_000 - used),
    reset_seconds: Math.round(used * 1.2) / 1000,
  },
];
