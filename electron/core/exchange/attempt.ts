import { Buffer } from 'node:buffer';
import { AppError, type Failure, type RunState, type SentFlag } from '#shared/protocol/failure.ts';
import type { Part, RunEnd } from '#shared/protocol/part.ts';
import { routes } from '#shared/protocol/table.ts';
import { sendFollowing } from '../http/follow-redirects.ts';
import type { NetworkFault } from '../http/network-failure.ts';
import type { HttpResponse } from '../http/response.ts';
import type { SocketPool } from '../http/socket-pool.ts';
import type { OpenResponseFile, OpenResponseMedia } from '../media/kept-media.ts';
import { ResponseDownload } from '../media/response-download.ts';
import { isImage } from '../media/response-media.ts';
import type { Clock } from '../ports.ts';
import { requestIdFromHeaders } from '../readers/failures/headers.ts';
import { readEnding } from '../readers/large/read-ending.ts';
import { openReader } from '../readers/open-reader.ts';
import type { Ending, Reader } from '../readers/reader.ts';
import type { Redactor } from '../redaction/redact.ts';
import { PartRedactor } from '../redaction/redact-parts.ts';
import type { Recording } from '../store/records/exchange-recording.ts';
import { findBuffering, judge, type Warning } from '../verdict/verdict.ts';
import { answerOf } from './answer-of.ts';
import { watchContent } from './content-clock.ts';
import { EventLoopShare } from './event-loop.ts';
import { ExchangeStats } from './exchange-stats.ts';
import { explainKeyRefusal } from './key-refusal.ts';
import type { LiveRun } from './live-run.ts';
import { type AttemptRequest, newFacts } from './new-facts.ts';
import type { Sources } from './prepare.ts';
import type { Recorder } from './recorder.ts';
import { type Refusal, refusalOf } from './retry-policy.ts';
import { openSender } from './sender.ts';
import { TimelineRecorder } from './timeline.ts';

export interface AttemptInput extends AttemptRequest {
  live: LiveRun;
  sources: Pick<Sources, 'nativeKeys'>;
  recorder: Recorder;
  media: OpenResponseMedia;
  openFile: OpenResponseFile;
  pool: SocketPool;
  clock: Clock;
}

/** How one attempt ended, not yet told to anybody. */
export interface AttemptEnd {
  end: RunEnd;
  /** Set when no answer came. */
  fault: NetworkFault | null;
  /** Set when the answer was an error by its status and nothing else was read from it. */
  refusal: Refusal | null;
}

/** How long an answer that has said everything may take to end by itself, which keeps its connection usable. */
const lingerMs = 100;
const mebibyte = 1024 * 1024;
/** So much of a request's body is kept. */
export const recordedBytes = 64 * mebibyte;

/** Sends a prepared draft once, and reads and records what comes. Emits everything but start and end. Never rejects. */
export function runAttempt(input: AttemptInput): Promise<AttemptEnd> {
  return new Attempt(input).run();
}

class Attempt {
  readonly #input: AttemptInput;
  readonly #redactor: Redactor;
  readonly #parts: PartRedactor;
  readonly #media: ReturnType<OpenResponseMedia>;
  readonly #download: ResponseDownload;
  readonly #times: TimelineRecorder;
  #recording!: Recording;
  readonly #tally: ExchangeStats;
  #requestId: string | null = null;

  constructor(input: AttemptInput) {
    const { prepared, clock } = input;
    this.#input = input;
    this.#redactor = prepared.redactor;
    this.#parts = new PartRedactor(prepared.redactor);
    this.#media = input.media(input);
    this.#download = new ResponseDownload(input);
    this.#times = new TimelineRecorder(clock, clock.now());
    this.#tally = new ExchangeStats(this.#times);
  }

  async run(): Promise<AttemptEnd> {
    this.#recording = await this.#record();
    try {
      return await this.#send();
    } catch (thrown) {
      await this.#download.drop();
      return this.#finish(
        'failed',
        AppError.from(thrown),
        this.#recording.facts.response ? 'answered' : 'maybe-processed',
        null,
      );
    }
  }

  /** Resolves when the request is on disk: nothing is sent before. */
  #record(): Promise<Recording> {
    const { prepared, recorder, attempt, firstId, draft } = this.#input;
    if (attempt > 1)
      this.#tally.warnings.push({ code: 'retried', message: `Attempt ${attempt}; the first was exchange ${firstId}.` });
    const bytes = this.#redactor.bytes();
    const request = Buffer.concat([
      bytes.push((prepared.body?.recorded ?? Buffer.alloc(0)).subarray(0, recordedBytes)),
      bytes.end(),
    ]);
    return recorder.begin(
      newFacts(this.#input, this.#times.timeline.startedAt, this.#tally.warnings, this.#times),
      request,
      // Films go to the file store and are too large to be kept twice.
      (routes[draft.routeId].reader === 'video' ? 1 : 256) * mebibyte,
    );
  }

  async #send(): Promise<AttemptEnd> {
    const { problem, wire, plan } = this.#input.prepared;
    if (problem || !wire || !plan) return this.#finish('failed', problem, 'not-sent', null);
    this.#input.live.emit({ type: 'progress', stage: 'connecting' });
    const { answer, fault } = await sendFollowing(wire, plan.origin, openSender(this.#input, this.#times, wire));
    if (answer) this.#begin(answer);
    if (answer && !fault) return this.#read(answer);
    const found = fault as NetworkFault;
    return this.#finish(
      found.failure.code === 'aborted' ? 'cancelled' : 'failed',
      found.failure,
      found.sent,
      null,
      found,
    );
  }

  /** The head of the answer is here. */
  #begin(answer: HttpResponse): void {
    const headers = this.#redactor.pairs(answer.headers);
    this.#requestId = requestIdFromHeaders(headers);
    this.#recording.update({
      status: answer.status,
      sent: 'answered',
      response: {
        status: answer.status,
        statusText: this.#redactor.text(answer.statusText),
        httpVersion: answer.httpVersion,
        headers,
        bodyBytes: 0,
        mediaType: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null,
      },
      timeline: this.#times.timeline,
    });
    this.#input.recorder.answered(this.#recording);
    this.#input.live.emit({ type: 'progress', stage: 'receiving' });
  }

  async #read(answer: HttpResponse): Promise<AttemptEnd> {
    const { live, draft, prepared } = this.#input;
    const bytes = this.#redactor.bytes();
    const reader = answer.decoded ? this.#openReader() : null;
    if (!reader)
      live.emit({ type: 'answer-start', status: answer.status, streamed: false, requestId: this.#requestId });
    const content = watchContent(answer, { ...this.#input, wire: prepared.wire! });
    const take = (clean: Uint8Array, atMs: number) => {
      this.#tally.bodyBytes += clean.length;
      this.#recording.append(clean, atMs);
      const parts = reader?.read(clean) ?? [];
      content.heard(reader?.heard ?? this.#tally.bodyBytes);
      const shown = this.#show(parts);
      // Shown while it runs; written with the next bytes.
      this.#recording.facts.events = this.#tally.events;
      this.#recording.facts.receivedBytes = this.#times.wireBytes.received;
      return shown;
    };
    const eventLoop = new EventLoopShare();
    let linger: NodeJS.Timeout | undefined;
    try {
      for await (const piece of answer.body) {
        await take(bytes.push(piece), this.#times.chunk());
        if (await this.#download.write(this.#tally.bodyBytes)) break;
        if (reader?.finished) linger ??= setTimeout(answer.close, lingerMs);
        if (live.isCrowded) await live.room();
        if (eventLoop.isOver) await eventLoop.next();
        content.wait();
      }
    } finally {
      clearTimeout(linger);
      content.stop();
    }
    await take(bytes.end(), this.#times.nowMs);
    const transport = answer.ending();
    // One piece that grew past its limit is made to burst the program, or close to it: reading it takes several times its memory.
    const isBurst = transport.kind === 'broken' && transport.failure.code === 'too-large' && reader?.takeLarge();
    const ending = reader && !isBurst ? await this.#readEnding(reader) : null;
    await this.#download.write(this.#tally.bodyBytes);
    for (const part of this.#parts.flush()) live.emit(part);
    this.#times.end();
    const { sentMs, firstByteMs, endMs } = this.#times.timeline;
    if (this.#tally.streamed)
      this.#warn(findBuffering({ sentMs, firstByteMs, endMs: endMs ?? this.#times.nowMs, events: this.#tally.events }));
    const kind = routes[draft.routeId].reader;
    const verdict = judge({
      status: answer.status,
      ending,
      transport,
      streamed: this.#tally.streamed || (reader === null && prepared.plan?.streamAsked === true),
      endless: kind === 'speech' || kind === 'video',
      openEnded: kind === 'anything',
      bodyBytes: this.#tally.bodyBytes,
      warnings: this.#tally.warnings,
      seen: { characters: this.#tally.characters, events: this.#tally.events },
    });
    for (const warning of verdict.warnings) this.#warn(warning);
    const kept = await this.#download.end(verdict, reader?.media ?? null);
    for (const part of kept.parts) this.#emit(part);
    return this.#finish(kept.state, kept.failure, verdict.sent, ending?.finishReason ?? null);
  }

  async #readEnding(reader: Reader): Promise<Omit<Ending, 'parts'>> {
    const slices = readEnding({ reader, ...answerOf(this.#recording.facts), onEvent: this.#countEvent });
    for (;;) {
      const slice = await slices.next();
      if (slice.done) return slice.value;
      // Storing and fetching pictures is no longer the gateway's time.
      if (slice.value.some(isImage)) this.#times.end();
      await this.#show(slice.value);
      if (this.#input.live.isCrowded) await this.#input.live.room();
    }
  }

  readonly #countEvent = () => {
    this.#tally.events += 1;
  };

  #openReader(): Reader {
    const { kind, head } = answerOf(this.#recording.facts);
    this.#download.begin(head.headers);
    return openReader(kind, head, {
      onMedia: (bytes) => this.#download.take(bytes),
      onEvent: this.#countEvent,
    });
  }

  #warn(warning: Warning | null): void {
    if (warning) this.#emit({ type: 'warning', ...warning });
  }

  #show(parts: readonly Part[]): Promise<void> | undefined {
    return this.#media.show(parts, (part) => this.#emit(part));
  }

  #emit(part: Part): void {
    for (const clean of this.#parts.clean(part)) {
      this.#tally.note(clean);
      this.#input.live.emit(clean);
    }
  }

  async #finish(
    state: RunState,
    found: Failure | null,
    sent: SentFlag,
    finishReason: string | null,
    fault: NetworkFault | null = null,
  ): Promise<AttemptEnd> {
    const { id, recorder, prepared, draft, sources } = this.#input;
    this.#times.end();
    const timeline = this.#times.timeline;
    const failure = found && {
      ...this.#redactor.value(explainKeyRefusal(found, prepared, draft, sources.nativeKeys)),
      exchangeId: id,
      requestId: found.requestId ?? this.#requestId,
    };
    const { response } = this.#recording.facts;
    this.#recording.update({
      state,
      failure,
      failureCode: failure?.code ?? null,
      finishReason,
      sent,
      timeline,
      durationMs: timeline.endMs,
      sentBytes: timeline.sentBytes,
      receivedBytes: timeline.receivedBytes,
      events: this.#tally.events,
      usage: this.#tally.usage,
      warnings: this.#tally.warnings,
      response: response && { ...response, bodyBytes: this.#tally.bodyBytes },
    });
    if (this.#parts.found) await recorder.scrub(this.#recording, this.#redactor);
    await recorder.finish(this.#recording);
    const end: RunEnd = { type: 'run-end', state, finishReason, sent, error: failure, exchangeId: id, timeline };
    const isRefused = state === 'failed' && fault === null && this.#tally.characters === 0;
    return { end, fault, refusal: isRefused ? refusalOf(response, failure) : null };
  }
}
