import type { Speaker } from '#shared/contract/realtime.ts';
import { serverEventOf } from '#shared/protocol/realtime-events.ts';
import { type AudioFormat, formatOfDelta, formatsOf, ReplyAudios, usualFormat } from './audio-format.ts';
import { frameRow } from './frame-summary.ts';
import { idOfResponse, limitsOf, readResponseEnd, warning } from './response-end.ts';
import { readSessionError } from './session-failure.ts';
import {
  eventOf,
  type FrameLine,
  fieldsIn,
  hasField,
  isFrame,
  type JsonFields,
  listIn,
  numberIn,
  type PartBody,
  partWords,
  type SessionLine,
  textIn,
  wordsIn,
  wordsOf,
} from './session-line.ts';
import { ItemIds, type Mark, SentEvents, SessionCalls, TurnClock } from './session-memory.ts';

/**
 * Turns the lines of a session into its parts, in order. Pure: a running session and its record give the same parts, so
 * they cannot disagree. Never throws, whatever a frame contains.
 */
export class SessionReader {
  readonly #turns = new TurnClock();
  readonly #known = new Set<string>();
  readonly #completed = new Set<string>();
  readonly #truncated = new Set<string>();
  readonly #calls = new SessionCalls();
  /** What was heard of an item so far, for servers that send all of it each time. */
  readonly #heard = new Map<string, string>();
  readonly #warned = new Set<string>();
  readonly #ids = new ItemIds();
  readonly #sentTypes = new SentEvents();
  /** The model has said something in the response in progress. */
  #hasSpoken = false;
  #audioOf = new ReplyAudios();
  frames = 0;
  #output: AudioFormat = usualFormat;
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
    const event = eventOf(line);
    const parts: PartBody[] = [{ type: 'frame', frame: frameRow(line, this.frames, event) }];
    this.frames += 1;
    this.event = event;
    if (line.dir === 'in' && (line.op === 'binary' || line.binary)) parts.push(...this.#binary(line));
    if (line.op === 'pong' && line.rtt !== undefined) parts.push({ type: 'alive', rttMs: line.rtt });
    if (event === null && line.dir === 'in' && line.op === 'text') parts.push(...this.#unreadable(line.data));
    if (event && line.dir === 'in') parts.push(...this.#received(event.type, event.fields, line));
    else if (event) parts.push(...this.#sent(event.type, event.fields, line.at));
    return parts;
  }

  #sent(type: string, fields: JsonFields, atMs: number): PartBody[] {
    this.#sentTypes.note(textIn(fields, 'event_id'), type);
    if (type === 'conversation.item.truncate') this.#truncated.add(textIn(fields, 'item_id') ?? '');
    if (type === 'input_audio_buffer.commit') return [...this.#silence(), ...this.#mark('speechEndMs', atMs)];
    if (type === 'input_audio_buffer.clear') return this.#silence();
    const isWords = type === 'conversation.item.create' && textIn(fieldsIn(fields, 'item'), 'role') === 'user';
    return isWords ? this.#mark('typedMs', atMs) : [];
  }

  #received(type: string, fields: JsonFields, line: FrameLine): PartBody[] {
    const itemId = textIn(fields, 'item_id') ?? textIn(fieldsIn(fields, 'item'), 'id') ?? '';
    const at = line.at;
    const said = () => wordsOf(fields)?.text ?? null;
    switch (serverEventOf(type)) {
      case 'session':
        return this.#configured(fieldsIn(fields, 'session'), line.socket);
      case 'item':
        return this.#item(fieldsIn(fields, 'item'), textIn(fields, 'previous_item_id'), type);
      case 'output-item':
        return this.#item(fieldsIn(fields, 'item'), null, type);
      case 'output-item-done':
        return this.#outputDone(fieldsIn(fields, 'item'));
      case 'part-done':
        return this.#wordsDone(this.#ids.ofModel(itemId, fields), 'model', partWords(fieldsIn(fields, 'part')), true);
      case 'committed':
        this.#ids.committed(itemId);
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
        return this.#words(this.#ids.ofPerson(itemId), 'person', said());
      case 'heard-so-far':
        return this.#heardSoFar(this.#ids.ofPerson(itemId), said() ?? '');
      case 'heard':
        return this.#heardWhole(this.#ids.ofPerson(itemId), said());
      case 'heard-failed': {
        const heardId = this.#ids.ofPerson(itemId);
        this.#ids.transcribed();
        return [{ type: 'words-failed', itemId: heardId, failure: readSessionError(fields).failure }];
      }
      case 'response-started':
        this.#ids.responseStarted(idOfResponse(fields));
        this.#hasSpoken = false;
        this.#output = formatsOf(fieldsIn(fields, 'response')).output ?? this.#output;
        return [{ type: 'response', state: 'started', id: idOfResponse(fields) }, ...this.#mark('responseMs', at)];
      case 'audio-delta':
        return this.#audio(this.#ids.ofModel(itemId, fields), fields, line);
      case 'spoken-delta':
      case 'text-delta': {
        const id = this.#ids.ofModel(itemId, fields);
        if (this.#truncated.has(id)) return [];
        return [...this.#words(id, 'model', said()), ...this.#mark('firstWordMs', at)];
      }
      case 'spoken':
        return this.#wordsDone(this.#ids.ofModel(itemId, fields), 'model', said(), true);
      case 'text':
        return this.#wordsDone(this.#ids.ofModel(itemId, fields), 'model', said(), false);
      case 'arguments-delta':
        this.#calls.delta(itemId, said() ?? '');
        return [];
      case 'arguments-done':
        return this.#calls.read({ ...fields, id: itemId, type: 'function_call' });
      case 'response-done':
        return this.#responseDone(type, fields, at);
      case 'truncated':
        this.#truncated.add(itemId);
        return [{ type: 'truncated', itemId, playedMs: numberIn(fields, 'audio_end_ms') ?? 0 }];
      case 'limits':
        return [limitsOf(fields)];
      case 'error': {
        const { failure, eventId, isExpiry } = readSessionError(fields);
        // A gateway that cannot create a session reports it after the upgrade, in place of `session.created`.
        const refused = this.#sentTypes.typeOf(eventId);
        const fatal = isExpiry || this.#readySocket !== line.socket;
        return [{ type: 'problem', failure, fatal, eventId, ...(refused !== null && { refused }) }];
      }
      default:
        return [];
    }
  }

  #warn(code: Parameters<typeof warning>[0], message: string): PartBody[] {
    if (this.#warned.has(message)) return [];
    this.#warned.add(message);
    return [warning(code, message)];
  }

  /** Reports once per session what its binary frames are. */
  #binary({ op }: FrameLine): PartBody[] {
    return op === 'text'
      ? this.#warn('binary-frames', 'The gateway sends events in binary frames instead of text frames. They were read.')
      : this.#warn('binary-frames', 'The gateway sends binary frames that are not events. They are in the frames.');
  }

  /** Quotes a frame that is no event, such as the page or the sentence of a proxy. */
  #unreadable(data: string): PartBody[] {
    const quoted = data.trim().replace(/\s+/g, ' ').slice(0, 200);
    return quoted === ''
      ? []
      : this.#warn('bad-event', `The gateway sent a frame that is not an event: "${quoted}". It is in the frames.`);
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

  #item(item: JsonFields, previousId: string | null, type: string): PartBody[] {
    const itemId = textIn(item, 'id') ?? '';
    const kind = textIn(item, 'type');
    const who = textIn(item, 'role') === 'user' || kind === 'function_call_output' ? 'person' : 'model';
    const name = textIn(item, 'name');
    if (name !== null) this.#calls.named(itemId, name);
    const text = wordsIn(item).join('');
    const announced = this.#announce(itemId, who, previousId);
    // Some services send the arguments of a call in no other event.
    if (kind === 'function_call' && type.endsWith('.done')) return [...announced, ...this.#calls.read(item)];
    // The words of a reply arrive as deltas; an item that has them at once was typed by the user or comes from an
    // earlier session.
    return text === '' ? announced : [...announced, ...this.#wordsDone(itemId, who, text, false)];
  }

  /** An item of the reply is complete: a call, or a message whose words some servers send nowhere else. */
  #outputDone(item: JsonFields): PartBody[] {
    const words = wordsIn(item).join('');
    const isCall = textIn(item, 'type') === 'function_call';
    return isCall || words === ''
      ? this.#calls.read(item)
      : this.#wordsDone(this.#ids.ofModel(textIn(item, 'id') ?? '', item), 'model', words, false);
  }

  #words(itemId: string, who: Speaker, delta: string | null): PartBody[] {
    if (who === 'model' && delta) this.#hasSpoken = true;
    return delta === null || delta === ''
      ? []
      : [...this.#announce(itemId, who, null), { type: 'words', itemId, who, delta }];
  }

  /** Takes all that was heard so far; text that a server corrected meanwhile waits for the whole. */
  #heardSoFar(itemId: string, text: string): PartBody[] {
    const before = this.#heard.get(itemId) ?? '';
    if (!text.startsWith(before)) return [];
    this.#heard.set(itemId, text);
    return this.#words(itemId, 'person', text.slice(before.length));
  }

  #heardWhole(itemId: string, text: string | null): PartBody[] {
    this.#heard.delete(itemId);
    this.#ids.transcribed();
    return this.#wordsDone(itemId, 'person', text, true);
  }

  #wordsDone(itemId: string, who: Speaker, text: string | null, spoken: boolean): PartBody[] {
    if (text === null || this.#completed.has(itemId) || this.#truncated.has(itemId)) return [];
    this.#completed.add(itemId);
    if (who === 'model') this.#hasSpoken = true;
    return [...this.#announce(itemId, who, null), { type: 'words-done', itemId, who, text, spoken }];
  }

  #audio(itemId: string, fields: JsonFields, line: FrameLine): PartBody[] {
    const delta = textIn(fields, 'audio') ?? wordsOf(fields)?.text ?? null;
    if (delta === null || this.#truncated.has(itemId)) return [];
    const contentIndex = numberIn(fields, 'content_index') ?? 0;
    const format = formatOfDelta(fields) ?? this.#output;
    const { base64, odd } = this.#audioOf.play(`${itemId} ${contentIndex}`, line.cut ? '' : delta, format);
    return [
      ...this.#announce(itemId, 'model', null),
      ...(odd === null ? [] : this.#warn('bad-audio', odd)),
      { type: 'audio', itemId, contentIndex, base64 },
      ...this.#mark('firstAudioMs', line.at),
    ];
  }

  #responseDone(type: string, fields: JsonFields, atMs: number): PartBody[] {
    const response = fieldsIn(fields, 'response');
    // Some servers send the words of a reply with its end alone.
    const isNew = (item: unknown) => hasField(item, 'call_id') || (!this.#hasSpoken && textIn(item, 'role') !== 'user');
    const items = listIn(response, 'output').filter(isNew);
    const outputs = items.flatMap((item) => this.#outputDone(item as JsonFields));
    const { end, warnings } = readResponseEnd(type, fields);
    if (!this.#ids.responseEnded(end.id, type)) return outputs;
    this.#audioOf = new ReplyAudios();
    this.#hasSpoken = false;
    return [...outputs, ...warnings, { type: 'response', state: 'done', end }, ...this.#mark('doneMs', atMs)];
  }

  #mark(what: Mark, atMs: number): PartBody[] {
    const latency = this.#turns.mark(what, atMs);
    return latency === null ? [] : [{ type: 'latency', latency }];
  }
}
