import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChunkMark, EventRow } from '#shared/contract/exchanges.ts';
import type { Part } from '#shared/protocol/part.ts';
import { withoutStandIns } from '../../readers/intake/body-place.ts';
import type { Reader, TrafficEvent } from '../../readers/reader.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';
import { endReading, readerOf, windowBytes } from './replay.ts';

const maxDataCharacters = 64 * 1024;
const maxSummaryCharacters = 160;

/**
 * The events of a recorded answer from `from` on, read again from its bytes; follows a running exchange to its end. Each
 * row's time is the arrival of its last byte.
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
    // Asked before reading, so that nothing that comes meanwhile is missed.
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

/** Tells when a byte arrived. Asked in rising order. */
class Arrivals {
  readonly #load: (from: number) => ChunkMark[];
  /** Marks from the one on that the last answer came from. */
  #marks: ChunkMark[] = [];
  #passed = 0;
  #index = 0;
  /** Where the mark at `#index` begins. */
  #start = 0;

  constructor(load: (from: number) => ChunkMark[]) {
    this.#load = load;
  }

  /** When the byte before `offset` arrived, in milliseconds after the start. */
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

  /** Goes on to the mark that `offset` lies in, or to the last one. */
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
    data: withoutStandIns(data.slice(0, maxDataCharacters)),
  };
}

/** A part in a few words. */
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
