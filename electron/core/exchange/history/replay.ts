import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChunkMark, EventRow } from '#shared/contract/exchanges.ts';
import { failure } from '#shared/protocol/failure.ts';
import type { Part, RunEnd, WarningCode } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import { hasFixedPath, routes } from '#shared/protocol/table.ts';
import { codingProblem, codingsOf } from '../../http/decode.ts';
import { withoutPlaceholders } from '../../readers/intake/payload-cutter.ts';
import { readEnding } from '../../readers/large/read-ending.ts';
import { openReader } from '../../readers/open-reader.ts';
import type { Reader, ResponseHead, TrafficEvent } from '../../readers/reader.ts';
import type { RecordedExchange } from '../../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';

/** Bytes of a recorded body read at a time. */
export const windowBytes = 256 * 1024;

/** Warnings about the transport: reading the bytes again does not reproduce them. */
const transportWarnings = new Set<WarningCode | string>([
  'proxy-buffers',
  'retried',
  'surplus-bytes',
  'length-unchecked',
  'no-end-mark',
]);

/** Opens a reader for a recorded response, `null` when there is none or its bytes could not be decoded. */
export function readerOf(facts: RecordedExchange, onEvent?: (event: TrafficEvent) => void): Reader | null {
  const { response } = facts;
  if (!response || codingProblem(codingsOf(response.headers)) !== null) return null;
  const { kind, head } = readerInputOf(facts);
  return openReader(kind, head, onEvent ? { onEvent } : {});
}

/** Ends such a reader; its parts come in slices. */
export const endReading = (reader: Reader, facts: RecordedExchange, onEvent?: (event: TrafficEvent) => void) =>
  readEnding({ reader, ...readerInputOf(facts), onEvent });

/**
 * Yields the parts of an exchange that has ended, from its record: `run-start` first, `run-end` last. Yields to the
 * event loop between two windows of a long response.
 */
export async function* replayParts(
  facts: RecordedExchange,
  records: ExchangeRecords,
  leaving: AbortSignal,
): AsyncGenerator<Part, void, void> {
  yield { type: 'run-start', exchangeId: facts.id, attempt: facts.attempt };
  const reader = readerOf(facts);
  const own = new Set<string>();
  const noted = (part: Part): Part => {
    if (part.type === 'warning') own.add(part.message);
    return part;
  };
  if (reader) {
    for (let offset = 0; ; ) {
      const bytes = records.read(facts.id, 'response', offset, windowBytes);
      if (bytes.length === 0) break;
      offset += bytes.length;
      for (const part of reader.read(bytes)) yield noted(part);
      await nextTurn();
      if (leaving.aborted) return;
    }
    for await (const parts of endReading(reader, facts)) {
      for (const part of parts) yield noted(part);
      if (leaving.aborted) return;
    }
  }
  for (const { code, message } of facts.warnings)
    if (transportWarnings.has(code) && !own.has(message)) yield { type: 'warning', code: code as WarningCode, message };
  yield endOf(facts);
}

/** Returns the last part of an exchange, from its record. */
export function endOf(facts: RecordedExchange): RunEnd {
  const { id: exchangeId, finishReason, sent, timeline, state, events } = facts;
  if (state !== 'running')
    return { type: 'run-end', state, finishReason, sent, error: facts.failure, exchangeId, timeline, events };
  const error = failure('app-ended', 'This request is running in another Patchbay. This is what has arrived so far.', {
    hint: 'Open it there, or check again later.',
    exchangeId,
  });
  return { type: 'run-end', state: 'interrupted', finishReason, sent, error, exchangeId, timeline, events };
}

const maxDataCharacters = 64 * 1024;
const maxSummaryCharacters = 160;

/**
 * Yields the events of a recorded response from `from` on, read again from its bytes; follows a running exchange to its
 * end. Each row's time is the arrival of its last byte.
 */
export async function* replayEvents(
  id: string,
  from: number,
  records: ExchangeRecords,
  leaving: AbortSignal,
): AsyncGenerator<EventRow, void, void> {
  let reader: Reader | null = null;
  let rows: TrafficEvent[] = [];
  const times = new Arrivals((from) => records.marks(id, from));
  for (let offset = 0; ; ) {
    const recording = records.running(id);
    // Requested before reading, so that nothing that arrives meanwhile is missed.
    const change = recording?.change();
    const facts = recording?.facts ?? records.find(id);
    if (facts) reader ??= readerOf(facts, (event) => rows.push(event));
    const bytes = records.read(id, 'response', offset, windowBytes);
    offset += bytes.length;
    if (bytes.length > 0) reader?.read(bytes);
    const isOver = bytes.length === 0 && !recording;
    if (isOver && reader && facts) for await (const _ of endReading(reader, facts, (event) => rows.push(event)));
    for (const event of rows) if (event.index >= from) yield rowOf(event, times.at(event.offset + event.sizeBytes));
    rows = [];
    if (isOver || leaving.aborted) return;
    if (bytes.length === 0 && change) await orAborted(change, leaving);
    else await nextTurn();
  }
}

function orAborted(change: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    void change.then(done);
  });
}

/** Returns when a byte arrived. Offsets must be passed in ascending order. */
class Arrivals {
  readonly #load: (from: number) => ChunkMark[];
  /** Marks from the one of the last lookup on. */
  #marks: ChunkMark[] = [];
  #passed = 0;
  #index = 0;
  /** Offset at which the mark at `#index` begins. */
  #start = 0;

  constructor(load: (from: number) => ChunkMark[]) {
    this.#load = load;
  }

  /** Returns when the byte before `offset` arrived, in milliseconds after the start. */
  at(offset: number): number {
    if (!this.#reach(offset)) {
      // The last one may have grown since it was loaded.
      this.#passed += this.#index;
      this.#marks = this.#load(this.#passed);
      this.#index = 0;
      this.#reach(offset);
    }
    return this.#marks[this.#index]?.atMs ?? 0;
  }

  /** Advances to the mark that contains `offset`, or to the last one. */
  #reach(offset: number): boolean {
    for (;;) {
      const mark = this.#marks[this.#index];
      if (mark && this.#start + mark.sizeBytes >= offset) return true;
      if (!mark || this.#index + 1 >= this.#marks.length) return false;
      this.#start += mark.sizeBytes;
      this.#index += 1;
    }
  }
}

function rowOf(event: TrafficEvent, atMs: number): EventRow {
  const { index, sizeBytes, name, data, malformed, parts } = event;
  const first = parts.find(({ type }) => type !== 'answer-start') ?? parts[0];
  const kind =
    event.kind ?? (malformed ? 'malformed' : data.trim() === '[DONE]' ? 'end-mark' : (first?.type ?? 'ignored'));
  return {
    index,
    atMs,
    sizeBytes,
    name,
    kind,
    summary: event.summary ?? parts.map(wordsOf).filter(Boolean).join(' ').slice(0, maxSummaryCharacters),
    data: withoutPlaceholders(data.slice(0, maxDataCharacters)),
  };
}

/** Summarizes a part in a few words. */
function wordsOf(part: Part): string {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'refusal-delta':
    case 'text-final':
      return part.text.slice(0, maxSummaryCharacters);
    case 'tool-delta':
      return `${part.name ?? ''}${part.arguments ?? ''}`.slice(0, maxSummaryCharacters);
    case 'tool-call':
      return `${part.name}(${part.arguments})`.slice(0, maxSummaryCharacters);
    case 'finish':
      return part.reason;
    case 'usage-report':
      return `${part.inputTokens ?? '?'} in, ${part.outputTokens ?? '?'} out`;
    case 'warning':
      return part.message;
    case 'vector':
      return `${part.dimensions} dimensions`;
    case 'ranking':
      return `${part.results.length} results`;
    case 'logprobs':
      return `${part.tokens.length} tokens`;
    case 'models':
      return `${part.models.length} models`;
    case 'task-state':
      return part.state;
    case 'image':
    case 'audio':
      return part.mediaType;
    case 'item':
      return part.kind;
    default:
      return '';
  }
}

/**
 * Returns what a reader has to know of the response of an exchange: the same while it arrives and when it is read
 * again.
 */
export function readerInputOf({
  routeId,
  response,
  streamAsked,
  reasoningTags,
  asked,
}: Pick<RecordedExchange, 'routeId' | 'response' | 'streamAsked' | 'reasoningTags' | 'asked'>): {
  kind: ReaderKind;
  head: ResponseHead;
} {
  const { status = 0, statusText = '', headers = [] } = response ?? {};
  const route = routes[routeId];
  return {
    kind: route.reader,
    head: { status, statusText, headers, fixedPath: hasFixedPath(route), streamAsked, reasoningTags, asked },
  };
}
