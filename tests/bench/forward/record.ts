import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#core/store/database.ts';
import type { RecordedExchange } from '#core/store/records/exchange-recording.ts';
import { createExchangeRecords } from '#core/store/records/exchange-records.ts';
import { timelineWith } from '../../support/timeline.ts';

export interface RecordTimes {
  exchanges: number;
  appendUs: number;
  finishMs: number;
  syncMs: number;
  openMs: number;
  newestMs: number;
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Times the record's own steps in a history of this many exchanges. */
export async function measureRecord(exchanges: number): Promise<RecordTimes> {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-bench-'));
  const db = openDatabase(folder);
  const none = new Uint8Array(0);
  let records = createExchangeRecords(db, () => {});
  const piece = new Uint8Array(161).fill(120);

  const fill = records.begin(facts(0), none, 1e9);
  const appends = 200_000;
  const appendMs = timed(() => {
    for (let index = 0; index < appends; index += 1) fill.append(piece, index / 2);
    records.list({ limit: 1 });
  });

  const finishes: number[] = [];
  for (let index = 1; index < exchanges; index += 1) {
    const recording = records.begin(facts(index), none, 1e9);
    recording.append(piece, 1);
    recording.update({ state: 'done' });
    const began = performance.now();
    await records.finish(recording);
    // Only some are timed: the rest fills the history.
    if (index % 40 === 0) finishes.push(performance.now() - began);
  }
  const newestMs = median(Array.from({ length: 50 }, () => timed(() => records.list({ limit: 50 }))));
  records.close();
  const openMs = median(
    Array.from({ length: 9 }, () =>
      timed(() => {
        records = createExchangeRecords(db, () => {});
      }),
    ),
  );
  db.close();

  const file = openSync(path.join(folder, 'sync'), 'w');
  const page = new Uint8Array(4096);
  const syncMs = median(
    Array.from({ length: 60 }, () =>
      timed(() => {
        writeSync(file, page);
        fdatasyncSync(file);
      }),
    ),
  );
  closeSync(file);
  rmSync(folder, { recursive: true, force: true });
  return { exchanges, appendUs: (appendMs * 1000) / appends, finishMs: median(finishes), syncMs, openMs, newestMs };
}

const firstStart = Date.now();

const facts = (index: number): RecordedExchange => ({
  id: `x${index}`,
  attempt: 1,
  firstId: `x${index}`,
  routeId: 'chat.completions',
  connectionId: 'c',
  connectionName: 'bench',
  keyAlias: 'k',
  model: 'bench-1',
  method: 'POST',
  address: 'https://gateway.example/v1/chat/completions',
  state: 'running',
  status: 200,
  failureCode: null,
  finishReason: 'stop',
  // Recent enough to be kept.
  startedAt: firstStart + index,
  durationMs: 1,
  sentBytes: 1,
  receivedBytes: 1,
  events: 1,
  pinned: false,
  origin: 'panel',
  deadlines: [],
  proxy: null,
  request: { headers: [['content-type', 'application/json']], bodyBytes: 0, mediaType: null },
  response: null,
  timeline: timelineWith({ startedAt: index }),
  sent: 'answered',
  usage: null,
  failure: null,
  warnings: [],
  draft: null,
  streamAsked: true,
});
