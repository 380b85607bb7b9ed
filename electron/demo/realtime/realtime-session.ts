import { asNumber, asRecord, asText, isRecord, type JsonRecord } from '../json-value.ts';
import type { PromptMemory } from '../language/usage.ts';
import { findWords } from '../media/audio/samples.ts';
import { joinWords } from '../media/audio/transcribe.ts';
import { decodeAudio } from './audio-format.ts';
import { describeItem, type Item, newId, newItem, turnOf, wordsOf } from './conversation.ts';
import { deliver, describeEnd, rateLimits, replyTo } from './deliver-reply.ts';
import { type EventNames, eventNames, type SessionDialect } from './event-names.ts';
import {
  describeSession,
  firstSettings,
  SessionError,
  type SessionHead,
  type SessionSettings,
  updateSettings,
} from './session-settings.ts';
import { VoiceDetector } from './voice-detector.ts';

export interface RealtimeSessionOptions {
  head: SessionHead;
  dialect: SessionDialect;
  memory: PromptMemory;
  pace(): number;
  /** Cannot transcribe. */
  cannotTranscribe: boolean;
  send(event: JsonRecord): void;
  onReply(): void;
}

/** Minimum audio of a turn that a client commits itself. */
const leastMs = 100;

/** One conversation of the demo: handles the events of a client and responds with its own, in one dialect. */
export class RealtimeSession {
  readonly #parts: RealtimeSessionOptions;
  readonly #names: EventNames;
  readonly #items: Item[] = [];
  readonly #detector = new VoiceDetector({
    onStart: (atMs) => this.#speechStarted(atMs),
    onStop: (atMs, samples) => this.#speechStopped(atMs, samples),
  });
  #settings: SessionSettings = firstSettings;
  #speechId = '';
  #answering: { stop: AbortController; reason: string } | null = null;

  constructor(parts: RealtimeSessionOptions) {
    this.#parts = parts;
    this.#names = eventNames[parts.dialect];
  }

  begin(): void {
    this.#send(`${this.#sessionName}.created`, { session: this.#described });
  }

  /** The client disconnected. */
  end(): void {
    this.#answering?.stop.abort();
  }

  /** Handles an event. Problems are reported in an `error` event. */
  take(event: JsonRecord): void {
    try {
      this.#take(asText(event.type), event);
    } catch (thrown) {
      if (!(thrown instanceof SessionError)) throw thrown;
      const { message, code, param } = thrown;
      const error = { type: 'invalid_request_error', code, message, param, event_id: event.event_id ?? null };
      this.#send('error', { error });
    }
  }

  #take(type: string, event: JsonRecord): void {
    switch (type) {
      case `${this.#sessionName}.update`: {
        const { dialect, head } = this.#parts;
        this.#settings = updateSettings(this.#settings, asRecord(event.session), dialect, head.isTranscription);
        this.#send(`${this.#sessionName}.updated`, { session: this.#described });
        break;
      }
      case 'input_audio_buffer.append':
        this.#detector.add(
          decodeAudio(Buffer.from(asText(event.audio), 'base64'), this.#settings.inputFormat),
          this.#settings.turns,
        );
        break;
      case 'input_audio_buffer.commit':
        this.#commit();
        break;
      case 'input_audio_buffer.clear':
        this.#detector.take();
        this.#send('input_audio_buffer.cleared', {});
        break;
      case 'conversation.item.create':
        this.#create(asRecord(event.item));
        break;
      case 'conversation.item.retrieve':
        this.#send('conversation.item.retrieved', { item: describeItem(this.#find(event)) });
        break;
      case 'conversation.item.delete': {
        const item = this.#find(event);
        this.#items.splice(this.#items.indexOf(item), 1);
        this.#send('conversation.item.deleted', { item_id: item.id });
        break;
      }
      case 'conversation.item.truncate':
        this.#truncate(event);
        break;
      case 'response.create':
        this.#respond(asRecord(event.response));
        break;
      case 'response.cancel':
        if (!this.#answering)
          throw new SessionError('response_cancel_not_active', 'Cancellation failed: no active response found');
        this.#stopAnswer('client_cancelled');
        break;
      default:
        throw new SessionError(
          'invalid_value',
          `Invalid value: '${type}'. Supported values are the client events of the realtime API.`,
          'type',
        );
    }
  }

  /** The beta has events of its own for a transcription session. */
  get #sessionName(): string {
    const { dialect, head } = this.#parts;
    return head.isTranscription && dialect === 'beta' ? 'transcription_session' : 'session';
  }

  get #described(): JsonRecord {
    return describeSession(this.#parts.head, this.#settings, this.#parts.dialect);
  }

  #send(type: string, fields: JsonRecord): void {
    this.#parts.send({ type, event_id: newId('event'), ...fields });
  }

  #find(event: JsonRecord): Item {
    const item = this.#items.find(({ id }) => id === event.item_id);
    if (item) return item;
    throw new SessionError(
      'item_not_found',
      `Error: the item with id '${asText(event.item_id)}' does not exist.`,
      'item_id',
    );
  }

  #add(item: Item): void {
    const previous = this.#items.at(-1)?.id ?? null;
    this.#items.push(item);
    this.#send(this.#names.itemAdded, { previous_item_id: previous, item: describeItem(item) });
  }

  #addWhole(item: Item): void {
    this.#add(item);
    if (this.#names.itemDone) this.#send(this.#names.itemDone, { item: describeItem(item) });
  }

  #create(given: JsonRecord): void {
    const type = asText(given.type);
    const content = Array.isArray(given.content) ? given.content.filter(isRecord) : [];
    const role = given.role === 'assistant' || given.role === 'system' ? given.role : 'user';
    const callId = asText(given.call_id);
    if (!['message', 'function_call', 'function_call_output'].includes(type))
      throw new SessionError('invalid_value', `Invalid value: '${type}'.`, 'item.type');
    const item = newItem({
      type,
      ...(asText(given.id) !== '' && { id: asText(given.id) }),
      ...(type === 'message' && { role, content, words: wordsOf(content) }),
      ...(type !== 'message' && { call: { id: callId, name: asText(given.name), arguments: asText(given.arguments) } }),
      output: asText(given.output),
    });
    this.#addWhole(item);
  }

  #truncate(event: JsonRecord): void {
    const item = this.#find(event);
    const endMs = asNumber(event.audio_end_ms) ?? 0;
    if (item.role !== 'assistant')
      throw new SessionError('invalid_value', 'Only model output audio messages can be truncated', 'item_id');
    if (endMs > item.audioMs)
      throw new SessionError(
        'invalid_value',
        `Audio content of ${Math.round(item.audioMs)}ms is already shorter than ${endMs}ms`,
        'audio_end_ms',
      );
    const words = item.words.split(' ');
    item.words = words.slice(0, Math.round((words.length * endMs) / Math.max(1, item.audioMs))).join(' ');
    item.audioMs = endMs;
    this.#send('conversation.item.truncated', {
      item_id: item.id,
      content_index: event.content_index ?? 0,
      audio_end_ms: endMs,
    });
  }

  #commit(): void {
    if (this.#detector.heldMs < leastMs)
      throw new SessionError(
        'input_audio_buffer_commit_empty',
        `Error committing input audio buffer: buffer too small. Expected at least 100ms of audio, but buffer only has ${this.#detector.heldMs.toFixed(2)}ms of audio.`,
      );
    this.#endTurn(newId('item'), this.#detector.take());
  }

  #speechStarted(atMs: number): void {
    this.#speechId = newId('item');
    this.#send('input_audio_buffer.speech_started', { audio_start_ms: Math.round(atMs), item_id: this.#speechId });
    if (this.#settings.turns?.interruptResponse) this.#stopAnswer('turn_detected');
  }

  #speechStopped(atMs: number, samples: Float32Array): void {
    this.#send('input_audio_buffer.speech_stopped', { audio_end_ms: Math.round(atMs), item_id: this.#speechId });
    this.#endTurn(this.#speechId, samples);
    const replies = this.#settings.turns?.createResponse && !this.#parts.head.isTranscription;
    if (replies && !this.#answering) this.#respond({});
  }

  /** A turn of the client has ended. */
  #endTurn(id: string, samples: Float32Array): void {
    const words = joinWords(findWords(samples));
    const { transcription } = this.#settings;
    this.#send('input_audio_buffer.committed', { previous_item_id: this.#items.at(-1)?.id ?? null, item_id: id });
    const item = newItem({
      id,
      type: 'message',
      role: 'user',
      content: [{ type: 'input_audio', transcript: null }],
      words,
    });
    this.#addWhole(item);
    if (!transcription) return;
    const at = { item_id: id, content_index: 0 };
    if (this.#parts.cannotTranscribe) {
      const error = {
        type: 'transcription_error',
        code: 'audio_unintelligible',
        message: 'The audio could not be transcribed.',
        param: null,
      };
      this.#send('conversation.item.input_audio_transcription.failed', { ...at, error });
      return;
    }
    const name = 'conversation.item.input_audio_transcription';
    for (const delta of words.match(/(?<!\s)\s*\S+/g) ?? []) this.#send(`${name}.delta`, { ...at, delta });
    const usage = { type: 'duration', seconds: Math.ceil(samples.length / 24_000) };
    this.#send(`${name}.completed`, { ...at, transcript: words, usage });
  }

  #stopAnswer(reason: string): void {
    if (!this.#answering) return;
    this.#answering.reason = reason;
    this.#answering.stop.abort();
  }

  #respond(asked: JsonRecord): void {
    if (this.#parts.head.isTranscription)
      throw new SessionError('invalid_value', 'A transcription session has no responses.');
    if (this.#answering)
      throw new SessionError(
        'conversation_already_has_active_response',
        'Conversation already has an active response in progress. Wait until the response is finished before creating a new one.',
      );
    const modalities = asked.output_modalities ?? asked.modalities;
    const output = Array.isArray(modalities)
      ? modalities.includes('audio')
        ? 'audio'
        : 'text'
      : this.#settings.output;
    const settings = { ...this.#settings, ...(asked.tool_choice !== undefined && { toolChoice: asked.tool_choice }) };
    const reply = replyTo(turnOf(this.#parts.head.model, this.#items, settings), output, this.#parts.memory);
    const answering = { stop: new AbortController(), reason: 'client_cancelled' };
    this.#answering = answering;
    const { pace } = this.#parts;
    const send = (type: string, fields: JsonRecord) => this.#send(type, fields);
    const add = (item: Item) => this.#add(item);
    void deliver({ reply, output, settings, names: this.#names, pace, signal: answering.stop.signal, send, add }).then(
      (done) => {
        this.#answering = null;
        this.#send('response.done', { response: describeEnd(done, answering.reason, reply) });
        this.#send('rate_limits.updated', { rate_limits: rateLimits(reply.inputTokens + reply.outputTokens) });
        this.#parts.onReply();
      },
    );
  }
}
