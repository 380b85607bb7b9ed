import { Buffer } from 'node:buffer';
import type { SessionPart } from '#shared/contract/realtime.ts';
import type { Usage } from '#shared/protocol/part.ts';
import { readEvent } from '../../readers/session/json-fields.ts';
import { SessionReader } from '../../readers/session/read-session.ts';
import type { FrameLine, PartBody, SessionLine } from '../../readers/session/session-line.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { Recording } from '../../store/records/exchange-recording.ts';
import { DeltaRedactor } from './delta-redactor.ts';

/** Largest record of a session; sound is left out of it long before. */
export const recordBytes = 1024 ** 3;
/** Bytes of a record beyond which sound is left out of the frames: the tracks have it all. */
const audioBytes = 192 * 1024 ** 2;
const audioFrame =
  /^\{[^{]{0,400}"type"\s*:\s*"(?:input_audio_buffer\.append|response\.(?:output_)?audio\.delta)"|"type"\s*:\s*"(?:input_audio_buffer\.append|response\.(?:output_)?audio\.delta)"[^{]{0,40}\}$/;

export type NewFrame = Pick<FrameLine, 'dir' | 'op' | 'size' | 'data' | 'socket'> &
  Partial<Pick<FrameLine, 'rtt' | 'code'>>;

/** Writes a session down, line by line, and tells what each line means. Everything is redacted before it is anywhere. */
export class SessionRecord {
  readonly recording: Recording;
  readonly ring = new PartRing();
  /** Called when something came that the list of sessions shows: words of the person, an answer, a gap. */
  onNews: () => void = () => {};
  readonly #reader = new SessionReader();
  readonly #nowMs: () => number;
  #redactor: Redactor;
  #deltas: DeltaRedactor;
  #waiting: (() => void)[] = [];
  /** The last word, recorded and not yet told. */
  #end: SessionPart[] | null = null;
  #isTold = false;
  #usage: Usage | null = null;
  #title: string | null = null;
  #gaps = 0;

  constructor(recording: Recording, redactor: Redactor, nowMs: () => number) {
    this.recording = recording;
    this.#redactor = redactor;
    this.#deltas = new DeltaRedactor(redactor);
    this.#nowMs = nowMs;
  }

  /** Nothing more is written. */
  get isOver(): boolean {
    return this.#end !== null;
  }

  /** Every part is told, the end as well. */
  get isTold(): boolean {
    return this.#isTold;
  }

  get turns(): number {
    return this.#reader.turns;
  }

  get gaps(): number {
    return this.#gaps;
  }

  /** The first words of the person. */
  get title(): string | null {
    return this.#title;
  }

  /** Of all answers; `null` when no answer told any. */
  get usage(): Usage | null {
    return this.#usage;
  }

  /** The event of the frame that was recorded last, if it was one. */
  get event(): SessionReader['event'] {
    return this.#reader.event;
  }

  /** Another key may be in force after connecting again. */
  redactWith(redactor: Redactor): void {
    this.#tellHeld();
    this.#redactor = redactor;
    this.#deltas = new DeltaRedactor(redactor);
  }

  clean<T>(value: T): T {
    return this.#redactor.value(value);
  }

  /** Records a frame. */
  frame(frame: NewFrame): SessionPart[] {
    const isCut = this.recording.keptBytes > audioBytes && frame.size > 1000 && audioFrame.test(frame.data);
    const data = isCut ? withoutAudio(frame.data) : this.#cleanFrame(frame);
    if (frame.dir === 'in' && data.includes('"response.done"')) this.#tellHeld();
    const line: FrameLine = { n: this.ring.next, at: this.#nowMs(), ...frame, data, ...(isCut && { cut: true }) };
    return this.#write(line);
  }

  /** Records what is no frame. */
  note(note: PartBody): SessionPart[] {
    if (note.type === 'closed') this.#tellHeld();
    return this.#write({ n: this.ring.next, at: this.#nowMs(), note: this.#redactor.value(note) });
  }

  /** Records the end, behind which nothing comes. Nobody hears of it before `notifyCompletion`. */
  end(note: Extract<PartBody, { type: 'ended' }>): void {
    this.#tellHeld();
    this.#end = this.#record({ n: this.ring.next, at: this.#nowMs(), note: this.#redactor.value(note) });
  }

  /** Tells the end, once its record is complete: who hears it may look it up. */
  tellEnd(): void {
    for (const part of this.#end ?? []) this.ring.push(part);
    this.#isTold = true;
    this.#wake();
  }

  /** Resolves when a part came, or the session ended. */
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
    if (parts.some(isNews)) this.onNews();
    return parts;
  }

  #record(line: SessionLine): SessionPart[] {
    const at = Math.round(line.at * 1000) / 1000;
    this.recording.append(Buffer.from(`${JSON.stringify({ ...line, at })}\n`), at);
    const parts = this.#reader.read({ ...line, at });
    this.recording.facts.events = this.#reader.frames;
    return parts.map((body, index) => ({ ...body, n: line.n + index, atMs: at }) as SessionPart);
  }

  /** Words that waited for the next delta, which does not come. */
  #tellHeld(): void {
    for (const words of this.#deltas.flush()) this.note(words);
  }

  #cleanFrame({ dir, op, data }: NewFrame): string {
    // Before anything else: a piece that was replaced by itself no longer tells that it belongs to the next one.
    const told = dir === 'in' && op === 'text' && !audioFrame.test(data) ? this.#deltas.clean(data) : data;
    return this.#cleanText(told);
  }

  /** Takes secrets out, also those that only the escapes of JSON hide. */
  #cleanText(text: string): string {
    const clean = this.#redactor.text(text);
    if (!clean.includes('\\')) return clean;
    const event = readEvent(clean);
    if (event === null) return clean;
    const value = this.#redactor.value(event.fields);
    return value === event.fields ? clean : JSON.stringify(value);
  }

  #sum(part: SessionPart): void {
    if (part.type === 'gap' && part.toMs === null) this.#gaps += 1;
    if (part.type === 'words-done' && part.who === 'person' && part.text.trim() !== '')
      this.#title ??= part.text.trim().replace(/\s+/g, ' ').slice(0, 80);
    if (part.type !== 'response' || part.state !== 'done') return;
    const { inputTokens, outputTokens } = part.end;
    if (inputTokens === null && outputTokens === null) return;
    const input = (this.#usage?.inputTokens ?? 0) + (inputTokens ?? 0);
    const output = (this.#usage?.outputTokens ?? 0) + (outputTokens ?? 0);
    this.#usage = {
      inputTokens: input,
      outputTokens: output,
      reasoningTokens: null,
      cachedTokens: null,
      totalTokens: input + output,
    };
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

const isNews = (part: SessionPart): boolean =>
  (part.type === 'words-done' && part.who === 'person') ||
  (part.type === 'response' && part.state === 'done') ||
  (part.type === 'gap' && part.toMs === null);

/** The same event with its sound counted instead of told. */
const withoutAudio = (text: string): string =>
  text.replace(
    /"(audio|delta)"\s*:\s*"([A-Za-z0-9+/=]{200,})"/,
    (_, name: string, audio: string) => `"${name}":"","_leftOut":${audio.length}`,
  );

const partLimit = 4000;
const audioLimit = 8 * 1024 ** 2;

/** The newest parts of a running session. What fell out of it is read from the record again, without its sound. */
class PartRing {
  #parts: SessionPart[] = [];
  #sound = 0;
  #next = 0;

  /** Number of the oldest part that is held. */
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
    if (part.type === 'audio') this.#sound += part.base64.length;
    let surplus = Math.max(0, this.#parts.length - 2 * partLimit);
    if (surplus > 0) surplus += partLimit;
    for (let index = 0; index < this.#parts.length && (index < surplus || this.#sound > audioLimit); index += 1) {
      const oldest = this.#parts[index] as SessionPart;
      if (oldest.type === 'audio') this.#sound -= oldest.base64.length;
      surplus = Math.max(surplus, index + 1);
    }
    if (surplus > 0) this.#parts = this.#parts.slice(surplus);
  }
}
