import type { ResponseEnd, Speaker, TurnLatency } from '#shared/contract/realtime.ts';
import { serverEvents } from '#shared/protocol/realtime-events.ts';
import { type AudioFormat, asPcm, formatsOf } from './audio-format.ts';
import { frameRow } from './frame-summary.ts';
import { readResponseFailure, readSessionError } from './session-failure.ts';
import {
  type FrameLine,
  fieldsIn,
  hasField,
  isFrame,
  type JsonFields,
  listIn,
  numberIn,
  type PartBody,
  readEvent,
  type SessionLine,
  textIn,
  wordsIn,
} from './session-line.ts';

/**
 * Turns the lines of a session into its parts, in order. Pure: a running session and its record give the same parts, so
 * they cannot disagree. Never throws, whatever a frame contains.
 */
export class SessionReader {
  readonly #turns = new TurnClock();
  readonly #known = new Set<string>();
  readonly #completed = new Set<string>();
  readonly #reportedCalls = new Set<string>();
  readonly #truncated = new Set<string>();
  readonly #names = new Map<string, string>();
  frames = 0;
  #output: AudioFormat = 'pcm16';
  /** Speech that began and has not ended, by the gateway's VAD. */
  #speaking: { itemId: string | null } | null = null;
  /** The socket on which the session was created. */
  #readySocket = -1;

  /** The event of the last line, if it was one. */
  event: { type: string; fields: JsonFields } | null = null;

  get turns(): number {
    return this.#turns.turn;
  }

  read(line: SessionLine): PartBody[] {
    this.event = null;
    if (!isFrame(line)) return [line.note];
    const event = line.op === 'text' ? readEvent(line.data) : null;
    const parts: PartBody[] = [{ type: 'frame', frame: frameRow(line, this.frames, event) }];
    this.frames += 1;
    this.event = event;
    if (line.op === 'pong' && line.rtt !== undefined) parts.push({ type: 'alive', rttMs: line.rtt });
    if (event && line.dir === 'in') parts.push(...this.#received(event.type, event.fields, line));
    else if (event) parts.push(...this.#sent(event.type, event.fields, line.at));
    return parts;
  }

  #sent(type: string, fields: JsonFields, atMs: number): PartBody[] {
    if (type === 'conversation.item.truncate') this.#truncated.add(textIn(fields, 'item_id') ?? '');
    if (type === 'input_audio_buffer.commit') return [...this.#silence(), ...this.#mark('speechEndMs', atMs)];
    if (type === 'input_audio_buffer.clear') return this.#silence();
    const isWords = type === 'conversation.item.create' && textIn(fieldsIn(fields, 'item'), 'role') === 'user';
    return isWords ? this.#mark('typedMs', atMs) : [];
  }

  #received(type: string, fields: JsonFields, line: FrameLine): PartBody[] {
    const itemId = textIn(fields, 'item_id') ?? '';
    const at = line.at;
    switch (serverEvents.get(type)) {
      case 'session':
        return this.#configured(fieldsIn(fields, 'session'), line.socket);
      case 'item':
        return this.#item(fieldsIn(fields, 'item'), textIn(fields, 'previous_item_id'));
      case 'output-item':
        return this.#item(fieldsIn(fields, 'item'), null);
      case 'output-item-done':
        return this.#call(fieldsIn(fields, 'item'));
      case 'committed':
        return [
          ...this.#announce(itemId, 'person', textIn(fields, 'previous_item_id')),
          ...this.#mark('committedMs', at),
        ];
      case 'speech-started':
        this.#speaking = { itemId: itemId || null };
        return [{ type: 'speech', state: 'started', itemId: itemId || null }];
      case 'speech-stopped':
        this.#speaking = null;
        return [{ type: 'speech', state: 'stopped', itemId: itemId || null }, ...this.#mark('speechEndMs', at)];
      case 'heard-delta':
        return this.#words(itemId, 'person', fields);
      case 'heard':
        return this.#wordsDone(itemId, 'person', textIn(fields, 'transcript'), true);
      case 'heard-failed':
        return [{ type: 'words-failed', itemId, failure: readSessionError(fields).failure }];
      case 'response-started':
        return [
          { type: 'response', state: 'started', id: textIn(fieldsIn(fields, 'response'), 'id') },
          ...this.#mark('responseMs', at),
        ];
      case 'audio-delta':
        return this.#audio(itemId, fields, line);
      case 'spoken-delta':
      case 'text-delta':
        if (this.#truncated.has(itemId)) return [];
        return [...this.#words(itemId, 'model', fields), ...this.#mark('firstWordMs', at)];
      case 'spoken':
        return this.#wordsDone(itemId, 'model', textIn(fields, 'transcript'), true);
      case 'text':
        return this.#wordsDone(itemId, 'model', textIn(fields, 'text'), false);
      case 'arguments-done':
        return this.#call({
          ...fields,
          id: itemId,
          type: 'function_call',
          name: textIn(fields, 'name') ?? this.#names.get(itemId),
        });
      case 'response-done':
        return this.#responseDone(fieldsIn(fields, 'response'), at);
      case 'truncated':
        this.#truncated.add(itemId);
        return [{ type: 'truncated', itemId, playedMs: numberIn(fields, 'audio_end_ms') ?? 0 }];
      case 'limits':
        return [limitsOf(fields)];
      case 'error': {
        const { failure, eventId, isExpiry } = readSessionError(fields);
        // A gateway that cannot create a session reports it after the upgrade, in place of `session.created`.
        return [{ type: 'problem', failure, fatal: isExpiry || this.#readySocket !== line.socket, eventId }];
      }
      default:
        return [];
    }
  }

  /** Ends speech whose audio was committed or cleared, whether the gateway reports it or not. */
  #silence(): PartBody[] {
    const speaking = this.#speaking;
    this.#speaking = null;
    return speaking === null ? [] : [{ type: 'speech', state: 'stopped', itemId: speaking.itemId }];
  }

  #configured(session: JsonFields, socket: number): PartBody[] {
    this.#readySocket = socket;
    this.#output = formatsOf(session).output ?? this.#output;
    const expires = numberIn(session, 'expires_at');
    return [
      {
        type: 'configured',
        text: JSON.stringify(session),
        expiresAt: expires === null || expires <= 0 ? null : expires * 1000,
      },
    ];
  }

  #announce(itemId: string, who: Speaker, previousId: string | null): PartBody[] {
    if (itemId === '' || this.#known.has(itemId)) return [];
    this.#known.add(itemId);
    return [{ type: 'item', itemId, who, previousId }];
  }

  #item(item: JsonFields, previousId: string | null): PartBody[] {
    const itemId = textIn(item, 'id') ?? '';
    const type = textIn(item, 'type');
    const who = textIn(item, 'role') === 'user' || type === 'function_call_output' ? 'person' : 'model';
    const name = textIn(item, 'name');
    if (name !== null) this.#names.set(itemId, name);
    const text = wordsIn(item).join('');
    const announced = this.#announce(itemId, who, previousId);
    // The words of a reply arrive as deltas; an item that has them at once was typed by the user or comes from an
    // earlier session.
    return text === '' ? announced : [...announced, ...this.#wordsDone(itemId, who, text, false)];
  }

  #words(itemId: string, who: Speaker, fields: JsonFields): PartBody[] {
    const delta = textIn(fields, 'delta');
    return delta === null || delta === ''
      ? []
      : [...this.#announce(itemId, who, null), { type: 'words', itemId, who, delta }];
  }

  #wordsDone(itemId: string, who: Speaker, text: string | null, spoken: boolean): PartBody[] {
    if (text === null || this.#completed.has(itemId) || this.#truncated.has(itemId)) return [];
    this.#completed.add(itemId);
    return [...this.#announce(itemId, who, null), { type: 'words-done', itemId, who, text, spoken }];
  }

  #audio(itemId: string, fields: JsonFields, line: FrameLine): PartBody[] {
    const delta = textIn(fields, 'delta');
    if (delta === null || this.#truncated.has(itemId)) return [];
    const contentIndex = numberIn(fields, 'content_index') ?? 0;
    const base64 = line.cut ? '' : asPcm(delta, this.#output);
    return [
      ...this.#announce(itemId, 'model', null),
      { type: 'audio', itemId, contentIndex, base64 },
      ...this.#mark('firstAudioMs', line.at),
    ];
  }

  #call(item: JsonFields): PartBody[] {
    const callId = textIn(item, 'call_id');
    if (textIn(item, 'type') !== 'function_call' || callId === null || this.#reportedCalls.has(callId)) return [];
    const name = textIn(item, 'name');
    if (name === null) return [];
    this.#reportedCalls.add(callId);
    const itemId = textIn(item, 'id') ?? '';
    return [{ type: 'tool-call', itemId, callId, name, arguments: textIn(item, 'arguments') ?? '' }];
  }

  #responseDone(response: JsonFields, atMs: number): PartBody[] {
    const outputs = listIn(response, 'output').flatMap((item) =>
      hasField(item, 'call_id') ? this.#call(item as JsonFields) : [],
    );
    return [...outputs, { type: 'response', state: 'done', end: endOf(response) }, ...this.#mark('doneMs', atMs)];
  }

  #mark(what: Parameters<TurnClock['mark']>[0], atMs: number): PartBody[] {
    const latency = this.#turns.mark(what, atMs);
    return latency === null ? [] : [{ type: 'latency', latency }];
  }
}

function endOf(response: JsonFields): ResponseEnd {
  const details = fieldsIn(response, 'status_details');
  const usage = fieldsIn(response, 'usage');
  const input = fieldsIn(usage, 'input_token_details');
  const audioInput = numberIn(input, 'audio_tokens');
  const audioOutput = numberIn(fieldsIn(usage, 'output_token_details'), 'audio_tokens');
  const isSplit = audioInput !== null || audioOutput !== null;
  const cachedTokens = numberIn(input, 'cached_tokens');
  const error = fieldsIn(details, 'error');
  const failure = readResponseFailure(details);
  return {
    id: textIn(response, 'id'),
    status: textIn(response, 'status') ?? 'completed',
    reason: textIn(error, 'message') ?? textIn(error, 'code') ?? textIn(details, 'reason'),
    ...(failure && { failure }),
    inputTokens: numberIn(usage, 'input_tokens'),
    outputTokens: numberIn(usage, 'output_tokens'),
    ...(isSplit && { audio: { inputTokens: audioInput ?? 0, outputTokens: audioOutput ?? 0 } }),
    ...(cachedTokens && { cachedTokens }),
  };
}

const limitsOf = (fields: JsonFields): PartBody => ({
  type: 'limits',
  limits: listIn(fields, 'rate_limits').flatMap((limit) => {
    const name = textIn(limit, 'name');
    if (name === null) return [];
    const [most, remaining] = [numberIn(limit, 'limit'), numberIn(limit, 'remaining')];
    return [{ name, limit: most, remaining, resetSeconds: numberIn(limit, 'reset_seconds') }];
  }),
});

type Mark = Exclude<keyof TurnLatency, 'turn'>;

const userMarks: ReadonlySet<Mark> = new Set(['typedMs', 'speechEndMs', 'committedMs']);

/**
 * Timestamps of one turn after the other. A turn begins with what the user does after a response has begun, or with a
 * response that nobody requested in this turn.
 */
class TurnClock {
  #current: TurnLatency = empty(0);

  get turn(): number {
    return this.#current.turn;
  }

  /** Notes a time, the first of its kind in a turn; `null` when it was noted before. */
  mark(what: Mark, atMs: number): TurnLatency | null {
    const isOver = this.#current.doneMs !== null;
    if (isOver || (userMarks.has(what) && this.#current.responseMs !== null)) this.#next();
    else if (this.#current.turn === 0) this.#next();
    // Speaking again after a pause moves the end of speech; everything else happens once.
    if (this.#current[what] !== null && what !== 'speechEndMs') return null;
    this.#current = { ...this.#current, [what]: atMs };
    return this.#current;
  }

  #next(): void {
    this.#current = empty(this.#current.turn + 1);
  }
}

const empty = (turn: number): TurnLatency => ({
  turn,
  typedMs: null,
  speechEndMs: null,
  committedMs: null,
  responseMs: null,
  firstWordMs: null,
  firstAudioMs: null,
  doneMs: null,
});
