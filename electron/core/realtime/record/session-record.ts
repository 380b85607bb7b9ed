import { Buffer } from 'node:buffer';
import type { SessionPart } from '#shared/contract/realtime.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { Usage } from '#shared/protocol/part.ts';
import { SessionReader } from '../../readers/session/read-session.ts';
import {
  type FrameLine,
  type PartBody,
  readServerEvent,
  type SessionLine,
} from '../../readers/session/session-line.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { Recording } from '../../store/records/exchange-recording.ts';
import { createDeltaRedactor } from './delta-redactor.ts';

/** Largest record of a session; audio is left out of it long before. */
export const recordBytes = 1024 ** 3;
/** Record size in bytes beyond which audio is left out of the frames: the tracks have all of it. */
const audioBytes = 192 * 1024 ** 2;
const audioFrame =
  /^\{[^{]{0,400}"type"\s*:\s*"(?:input_audio_buffer\.append|response\.(?:output_)?audio\.delta)"|"type"\s*:\s*"(?:input_audio_buffer\.append|response\.(?:output_)?audio\.delta)"[^{]{0,40}\}$/;

const endsResponse = /"response\.(?:done|completed|failed|error|incomplete|cancell?ed)"/;

type NewFrame = Pick<FrameLine, 'dir' | 'op' | 'size' | 'data' | 'socket'> &
  Partial<Pick<FrameLine, 'rtt' | 'code' | 'binary'>>;

/**
 * Records a session line by line, and derives the parts of each line. Everything is redacted before it is stored or
 * emitted.
 */
export class SessionRecord {
  readonly recording: Recording;
  readonly ring = new PartRing();
  /** Called when something changed that the list of sessions shows: the user's words, a response, a gap. */
  onListChange: () => void = () => {};
  readonly #reader = new SessionReader();
  readonly #nowMs: () => number;
  #redactor: Redactor;
  #deltas: ReturnType<typeof createDeltaRedactor>;
  #waiting: (() => void)[] = [];
  /** The last part, recorded and not yet reported. */
  #end: SessionPart[] | null = null;
  /** Every part is reported, the end as well. */
  isReported = false;
  /** Of all responses; `null` when none reported any. */
  usage: Usage | null = null;
  /** The first words of the user. */
  title: string | null = null;
  gaps = 0;

  constructor(recording: Recording, redactor: Redactor, nowMs: () => number) {
    this.recording = recording;
    this.#redactor = redactor;
    this.#deltas = createDeltaRedactor(redactor);
    this.#nowMs = nowMs;
  }

  /** Nothing more is written. */
  get isOver(): boolean {
    return this.#end !== null;
  }

  get turns(): number {
    return this.#reader.turns;
  }

  /** The event of the last recorded frame, if it was one. */
  get event(): SessionReader['event'] {
    return this.#reader.event;
  }

  /** The key may change after a reconnect. */
  redactWith(redactor: Redactor): void {
    this.#flushHeld();
    this.#redactor = redactor;
    this.#deltas = createDeltaRedactor(redactor);
  }

  clean<T>(value: T): T {
    return this.#redactor.value(value);
  }

  frame(frame: NewFrame): SessionPart[] {
    const isCut = this.recording.keptBytes > audioBytes && frame.size > 1000 && audioFrame.test(frame.data);
    const data = isCut ? withoutAudio(frame.data) : this.#cleanFrame(frame);
    if (frame.dir === 'in' && endsResponse.test(data)) this.#flushHeld();
    const line: FrameLine = { n: this.ring.next, at: this.#nowMs(), ...frame, data, ...(isCut && { cut: true }) };
    return this.#write(line);
  }

  note(note: PartBody): SessionPart[] {
    if (note.type === 'closed') this.#flushHeld();
    return this.#write({ n: this.ring.next, at: this.#nowMs(), note: this.#redactor.value(note) });
  }

  /** Records a problem without ending the session; does nothing once it is over. */
  problem(failure: Failure): void {
    if (!this.isOver) this.note({ type: 'problem', failure, fatal: false, eventId: null });
  }

  /** Records the end, after which nothing follows. It is not reported before `reportEnd`. */
  end(note: Extract<PartBody, { type: 'ended' }>): void {
    this.#flushHeld();
    this.#end = this.#record({ n: this.ring.next, at: this.#nowMs(), note: this.#redactor.value(note) });
  }

  /** Reports the end, once its record is complete: a listener may look it up. */
  reportEnd(): void {
    for (const part of this.#end ?? []) this.ring.push(part);
    this.isReported = true;
    this.#wake();
  }

  /** Resolves when a part arrived, or the session ended. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #write(line: SessionLine): SessionPart[] {
    const parts = this.#record(line);
    for (const part of parts) {
      this.ring.push(part);
      this.#sum(part);
    }
    this.#wake();
    if (parts.some(changesList)) this.onListChange();
    return parts;
  }

  #record(line: SessionLine): SessionPart[] {
    const at = Math.round(line.at * 1000) / 1000;
    this.recording.append(Buffer.from(`${JSON.stringify({ ...line, at })}\n`), at);
    const parts = this.#reader.read({ ...line, at });
    this.recording.facts.events = this.#reader.frames;
    return parts.map((body, index) => ({ ...body, n: line.n + index, atMs: at }) as SessionPart);
  }

  /** Flushes words that waited for a next delta that will not arrive. */
  #flushHeld(): void {
    for (const words of this.#deltas.flush()) this.note(words);
  }

  #cleanFrame({ dir, op, data }: NewFrame): string {
    // Before anything else: a piece that was redacted by itself no longer shows that it belongs to the next one.
    const text = dir === 'in' && op === 'text' && !audioFrame.test(data) ? this.#deltas.clean(data) : data;
    return this.#cleanText(text);
  }

  /** Redacts secrets, also those that only JSON escapes hide. */
  #cleanText(text: string): string {
    const clean = this.#redactor.text(text);
    if (!clean.includes('\\')) return clean;
    const event = readServerEvent(clean);
    if (event === null) return clean;
    const value = this.#redactor.value(event.fields);
    return value === event.fields ? clean : JSON.stringify(value);
  }

  #sum(part: SessionPart): void {
    if (part.type === 'gap' && part.toMs === null) this.gaps += 1;
    if (part.type === 'words-done' && part.who === 'person' && part.text.trim() !== '')
      this.title ??= part.text.trim().replace(/\s+/g, ' ').slice(0, 80);
    if (part.type !== 'response' || part.state !== 'done') return;
    const { inputTokens, outputTokens, audio, cachedTokens } = part.end;
    if (inputTokens === null && outputTokens === null) return;
    const before = this.usage;
    const input = (before?.inputTokens ?? 0) + (inputTokens ?? 0);
    const output = (before?.outputTokens ?? 0) + (outputTokens ?? 0);
    const cached = (before?.cachedTokens ?? 0) + (cachedTokens ?? 0);
    // One response that does not report audio apart from text leaves the sum without it.
    const isSplit = audio !== undefined && (before === null || before.units !== undefined);
    this.usage = {
      inputTokens: input,
      outputTokens: output,
      reasoningTokens: null,
      cachedTokens: cached > 0 ? cached : null,
      totalTokens: input + output,
      ...(isSplit && {
        units: {
          audioInputTokens: (before?.units?.audioInputTokens ?? 0) + audio.inputTokens,
          audioOutputTokens: (before?.units?.audioOutputTokens ?? 0) + audio.outputTokens,
        },
      }),
    };
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

const changesList = (part: SessionPart): boolean =>
  (part.type === 'words-done' && part.who === 'person') ||
  (part.type === 'response' && part.state === 'done') ||
  (part.type === 'gap' && part.toMs === null);

/** Returns the same event with its audio replaced by its length. */
const withoutAudio = (text: string): string =>
  text.replace(
    /"(audio|delta)"\s*:\s*"([A-Za-z0-9+/=]{200,})"/,
    (_, name: string, audio: string) => `"${name}":"","_leftOut":${audio.length}`,
  );

const partLimit = 4000;
const audioLimit = 8 * 1024 ** 2;

/** The newest parts of a running session. Evicted parts are read from the record again, without their audio. */
class PartRing {
  #parts: SessionPart[] = [];
  #audioCharacters = 0;
  #next = 0;

  /** Number of the oldest part still held. */
  get first(): number {
    return this.#next - this.#parts.length;
  }

  /** Number that the next part will get. */
  get next(): number {
    return this.#next;
  }

  at(n: number): SessionPart | undefined {
    return this.#parts[n - this.first];
  }

  push(part: SessionPart): void {
    this.#parts.push(part);
    this.#next += 1;
    if (part.type === 'audio') this.#audioCharacters += part.base64.length;
    let surplus = Math.max(0, this.#parts.length - 2 * partLimit);
    if (surplus > 0) surplus += partLimit;
    for (
      let index = 0;
      index < this.#parts.length && (index < surplus || this.#audioCharacters > audioLimit);
      index += 1
    ) {
      const oldest = this.#parts[index] as SessionPart;
      if (oldest.type === 'audio') this.#audioCharacters -= oldest.base64.length;
      surplus = Math.max(surplus, index + 1);
    }
    if (surplus > 0) this.#parts = this.#parts.slice(surplus);
  }
}
