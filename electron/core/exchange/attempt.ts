import { consequenceOf } from '#shared/protocol/consequence.ts';
import { AppError, type Failure, type RunState, type SentFlag } from '#shared/protocol/failure.ts';
import type { Part, RunEnd } from '#shared/protocol/part.ts';
import { routes } from '#shared/protocol/table.ts';
import { sendFollowing } from '../http/follow-redirects.ts';
import { afterTries, type NetworkFault } from '../http/network-failure.ts';
import type { HttpResponse } from '../http/response.ts';
import type { SocketPool } from '../http/socket-pool.ts';
import { ResponseDownload } from '../media/response-download.ts';
import { isImage } from '../media/response-media.ts';
import type { OpenResponseFile, OpenResponseMedia } from '../media/stored-media.ts';
import type { Clock } from '../ports.ts';
import { requestIdFromHeaders } from '../readers/failures/headers.ts';
import { readEnding } from '../readers/large/read-ending.ts';
import { openReader } from '../readers/open-reader.ts';
import type { Ending, Reader } from '../readers/reader.ts';
import type { Redactor } from '../redaction/redact.ts';
import { PartRedactor } from '../redaction/redact-parts.ts';
import type { Recording } from '../store/records/exchange-recording.ts';
import { findBuffering, judge, type Warning } from '../verdict/verdict.ts';
import { watchContent } from './content-clock.ts';
import { EventLoopShare } from './event-loop.ts';
import { createEventProgress } from './event-progress.ts';
import type { Recorder } from './exchange-base.ts';
import { endOf, readerInputOf } from './history/replay.ts';
import { explainKeyRefusal } from './key-refusal.ts';
import type { LiveRun } from './live-run.ts';
import { type AttemptRequest, newFacts, retriedAs } from './new-facts.ts';
import type { Sources } from './prepare.ts';
import { type Refusal, refusalOf } from './retry-policy.ts';
import { openSender } from './sender.ts';
import { ExchangeStats, TimelineRecorder } from './timeline.ts';

export interface AttemptInput extends AttemptRequest {
  live: LiveRun;
  sources: Pick<Sources, 'nativeKeys'>;
  recorder: Recorder;
  media: OpenResponseMedia;
  openFile: OpenResponseFile;
  pool: SocketPool;
  clock: Clock;
  /** When the first attempt began, monotonic. */
  beganMs: number;
}

/** How one attempt ended, not reported yet. */
export interface AttemptEnd {
  end: RunEnd;
  /** Set when no response arrived. */
  fault: NetworkFault | null;
  /** Set when the response was an error by its status and nothing else was read from it. */
  refusal: Refusal | null;
}

/** How long a finished response may take to end by itself, which keeps its connection reusable. */
const lingerMs = 100;
const mebibyte = 1024 * 1024;
/** Bytes of a request body that are recorded. */
export const recordedBytes = 64 * mebibyte;

/**
 * Sends a prepared draft once, and reads and records the response. Emits everything but start and end. Never rejects.
 */
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
  readonly #stats: ExchangeStats;
  #requestId: string | null = null;

  constructor(input: AttemptInput) {
    const { prepared, clock } = input;
    this.#input = input;
    this.#redactor = prepared.redactor;
    this.#parts = new PartRedactor(prepared.redactor);
    this.#media = input.media(input);
    this.#download = new ResponseDownload(input);
    this.#times = new TimelineRecorder(clock, clock.now());
    this.#stats = new ExchangeStats(this.#times);
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
    const { prepared, recorder, attempt, draft } = this.#input;
    if (attempt > 1) this.#stats.warnings.push(retriedAs(this.#input));
    const bytes = this.#redactor.bytes();
    const request = Buffer.concat([
      bytes.push((prepared.body?.recorded ?? Buffer.alloc(0)).subarray(0, recordedBytes)),
      bytes.end(),
    ]);
    return recorder.begin(
      newFacts(this.#input, this.#times.timeline.startedAt, this.#stats.warnings, this.#times),
      request,
      // Videos go to the file store and are too large to be stored twice.
      (routes[draft.routeId].reader === 'video' ? 1 : 256) * mebibyte,
    );
  }

  async #send(): Promise<AttemptEnd> {
    const { problem, outgoing: wire, plan } = this.#input.prepared;
    if (problem || !wire || !plan) return this.#finish('failed', problem, 'not-sent', null);
    this.#input.live.emit({ type: 'progress', stage: 'connecting' });
    const { response, fault } = await sendFollowing(wire, plan.origin, openSender(this.#input, this.#times, wire));
    if (response) this.#begin(response);
    if (response && !fault) return this.#read(response);
    const found = fault as NetworkFault;
    const { attempt, beganMs, clock } = this.#input;
    const failure = afterTries(found.failure, attempt, clock.monotonic() - beganMs);
    return this.#finish(failure.code === 'aborted' ? 'cancelled' : 'failed', failure, found.sent, null, found);
  }

  /** Takes the head of the response. */
  #begin(response: HttpResponse): void {
    const headers = this.#redactor.pairs(response.headers);
    this.#requestId = requestIdFromHeaders(headers);
    this.#recording.update({
      status: response.status,
      sent: 'answered',
      response: {
        status: response.status,
        statusText: this.#redactor.text(response.statusText),
        httpVersion: response.httpVersion,
        headers,
        bodyBytes: 0,
        mediaType: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null,
      },
      timeline: this.#times.timeline,
    });
    this.#input.recorder.answered(this.#recording);
    this.#input.live.emit({ type: 'progress', stage: 'receiving' });
  }

  async #read(response: HttpResponse): Promise<AttemptEnd> {
    const { live, draft, prepared, clock } = this.#input;
    const reportEvents = createEventProgress(live, clock);
    const bytes = this.#redactor.bytes();
    const reader = response.decoded ? this.#openReader() : null;
    if (!reader)
      live.emit({ type: 'answer-start', status: response.status, streamed: false, requestId: this.#requestId });
    const content = watchContent(response, { ...this.#input, wire: prepared.outgoing! });
    const take = (clean: Uint8Array, atMs: number) => {
      this.#stats.bodyBytes += clean.length;
      this.#recording.append(clean, atMs);
      const parts = reader?.read(clean) ?? [];
      content.noteBytes(reader?.activity ?? this.#stats.bodyBytes);
      const shown = this.#show(parts);
      // Shown while it runs; saved with the next bytes.
      this.#recording.facts.events = this.#stats.events;
      reportEvents(this.#stats.events);
      this.#recording.facts.receivedBytes = this.#times.wireBytes.received;
      return shown;
    };
    const eventLoop = new EventLoopShare();
    let linger: NodeJS.Timeout | undefined;
    try {
      for await (const piece of response.body) {
        await take(bytes.push(piece), this.#times.chunk());
        if (await this.#download.write(this.#stats.bodyBytes)) break;
        if (reader?.finished) linger ??= setTimeout(response.close, lingerMs);
        if (live.isCrowded) await live.room();
        if (eventLoop.isOver) await eventLoop.next();
        content.wait();
      }
    } finally {
      clearTimeout(linger);
      content.stop();
    }
    await take(bytes.end(), this.#times.nowMs);
    const transport = response.ending();
    // A document that exceeded its limit is treated as a memory bomb: reading it takes several times its size in
    // memory.
    const isBurst = transport.kind === 'broken' && transport.failure.code === 'too-large' && reader?.takeLarge();
    const ending = reader && !isBurst ? await this.#readEnding(reader) : null;
    await this.#download.write(this.#stats.bodyBytes);
    for (const part of this.#parts.flush()) live.emit(part);
    this.#times.end();
    const { sentMs, firstByteMs, endMs } = this.#times.timeline;
    if (this.#stats.streamed)
      this.#warn(findBuffering({ sentMs, firstByteMs, endMs: endMs ?? this.#times.nowMs, events: this.#stats.events }));
    const kind = routes[draft.routeId].reader;
    const verdict = judge({
      status: response.status,
      ending,
      transport,
      streamed: this.#stats.streamed || (reader === null && prepared.plan?.streamAsked === true),
      endless: kind === 'speech' || kind === 'video',
      openEnded: kind === 'anything',
      bodyBytes: this.#stats.bodyBytes,
      warnings: this.#stats.warnings,
      seen: { characters: this.#stats.characters, events: this.#stats.events },
    });
    for (const warning of verdict.warnings) this.#warn(warning);
    const saved = await this.#download.end(verdict, reader?.media ?? null);
    for (const part of saved.parts) this.#emit(part);
    return this.#finish(saved.state, saved.failure, verdict.sent, ending?.finishReason ?? null);
  }

  async #readEnding(reader: Reader): Promise<Omit<Ending, 'parts'>> {
    const slices = readEnding({ reader, ...readerInputOf(this.#recording.facts), onEvent: this.#countEvent });
    for (;;) {
      const slice = await slices.next();
      if (slice.done) return slice.value;
      // Storing and fetching images does not count as the gateway's time.
      if (slice.value.some(isImage)) this.#times.end();
      await this.#show(slice.value);
      if (this.#input.live.isCrowded) await this.#input.live.room();
    }
  }

  readonly #countEvent = () => {
    this.#stats.events += 1;
  };

  #openReader(): Reader {
    const { kind, head } = readerInputOf(this.#recording.facts);
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
      this.#stats.note(clean);
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
    const { timeline } = this.#times;
    const { response } = this.#recording.facts;
    const failure = found && {
      ...this.#redactor.value(explainKeyRefusal(found, prepared, draft, sources.nativeKeys, response?.headers)),
      effect: consequenceOf(found, sent).effect,
      exchangeId: id,
      requestId: found.requestId ?? this.#requestId,
    };
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
      events: this.#stats.events,
      usage: this.#stats.usage,
      produced: this.#stats.produced,
      warnings: this.#stats.warnings,
      response: response && { ...response, bodyBytes: this.#stats.bodyBytes },
    });
    if (this.#parts.found) await recorder.scrub(this.#recording, this.#redactor);
    await recorder.finish(this.#recording);
    const end = endOf(this.#recording.facts);
    const isRefused = state === 'failed' && fault === null && this.#stats.characters === 0;
    return { end, fault, refusal: isRefused ? refusalOf(response, failure) : null };
  }
}
