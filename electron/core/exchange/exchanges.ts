import type { HandlersOf } from '#shared/contract/define.ts';
import type { exchanges as area, Draft, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Language } from '#shared/contract/language.ts';
import type { Cost } from '#shared/cost/cost.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { Deadlines, Route } from '#shared/protocol/route.ts';
import { createExports } from '../export/exports.ts';
import type { HarFrame } from '../export/har.ts';
import { SocketPool } from '../http/socket-pool.ts';
import type { FetchResultMedia } from '../media/result-media.ts';
import { createStoredMedia, noResponseMedia } from '../media/stored-media.ts';
import { type Clock, type FileStorePort, systemClock } from '../ports.ts';
import { type RecordedExchange, Recording } from '../store/records/exchange-recording.ts';
import {
  createExchangeRecords,
  type ExchangeRecords,
  type RecordsDatabase,
} from '../store/records/exchange-records.ts';
import { storageFault } from '../store/storage-failure.ts';
import type { TrustedTime } from '../store/trusted-time.ts';
import { draftFiles } from './draft-files.ts';
import { type ExchangeBase, type Recorder, TakenId } from './exchange-base.ts';
import { fetchRecordedMedia } from './fetch-recorded-media.ts';
import { createHistory, findRecorded } from './history/history.ts';
import { replayParts } from './history/replay.ts';
import { LiveRun } from './live-run.ts';
import type { Sources } from './prepare.ts';
import { findSpelledSecrets } from './redact-recorded.ts';
import { type RepeatTimings, type RunOptions, repeatTimings, runDraft } from './run.ts';

export interface ExchangesInput extends Sources {
  db: RecordsDatabase;
  clock?: Clock;
  /** The time by which old exchanges are deleted. Default: the clock. */
  time?: Pick<TrustedTime, 'now'>;
  /** Changes the time limits of a route for one run. */
  deadlines?: (route: Route, planned: Deadlines) => Deadlines;
  files: FileStorePort;
  /**
   * An exchange ended and is recorded; `readRequest` returns the text of its body as recorded, `null` for a large one.
   */
  onEnd?: (ended: RecordedExchange, readRequest: () => string | null) => void;
  /** An exchange began, its response began, or it ended; it is recorded up to that point. */
  onStage?: (exchange: RecordedExchange) => void;
  repeatTimings?: RepeatTimings;
  /** Downloads the media that responses name. Default: they stay URLs. */
  fetchMedia?: FetchResultMedia;
  /**
   * Returns the messages of a recorded session for a HAR; `null` for other exchanges. Default: there are no sessions.
   */
  framesOf?: (exchange: RecordedExchange, records: Pick<ExchangeRecords, 'read'>) => AsyncIterable<HarFrame> | null;
  /** The language of generated sentences. Default: English. */
  language?: () => Language;
  /** Realtime sessions run elsewhere: ends the running ones of these, and waits until they are recorded. */
  stopSessions?: (ids: readonly string[]) => Promise<void>;
  /** Returns what an exchange that ended cost; `null` where that is not noted. Default: nothing is. */
  costOf?: (id: string) => Cost | null;
  /** The user deleted exchanges; `fileIds` are those that their drafts referenced. */
  onForgotten?: (fileIds: readonly string[], ids: readonly string[]) => Promise<void>;
  /** Receives a `storage` failure when saving stops working, and `null` when it works again. */
  onTrouble?: (trouble: Failure | null) => void;
  /** Everything that one user action sent from a page is over; its last exchange, and how long all of it took. */
  onPageRun?: (last: RecordedExchange, durationMs: number) => void;
  /** An exchange began, ended or changed; without an id, several did. */
  onChange?: (id?: string) => void;
}

export interface PerformOptions {
  /** Aborting it cancels the exchange. */
  signal: AbortSignal;
  /** Default true. */
  record?: boolean;
  /** Retry where nothing can have been processed. Default true. */
  repeat?: boolean;
  /** Store the draft with the record, so that the user can send it again. Default false. */
  keepDraft?: boolean;
}

export interface Exchanges {
  handlers: HandlersOf<{ exchanges: typeof area }>['exchanges'];
  /** Runs a draft for the core itself. Ends with `run-end` and never throws; leaving the loop cancels. */
  perform(draft: Draft, options: PerformOptions): AsyncIterableIterator<Part, undefined>;
  /** @throws AppError `not-found-here`, as do the next two. */
  detail(id: string): ExchangeDetail;
  /** Returns bytes of a recorded response; fewer at its end. */
  bytes(id: string, offset: number, length: number): Buffer;
  /** Yields the parts of an exchange, from the record once it has ended. */
  replay(id: string): AsyncIterable<Part>;
  forget(ids: readonly string[]): Promise<void>;
  /** Progress of the bodies that are being sent, from 0 to 1; small ones are left out. */
  uploads(): number[];
  /** Tells whether anything is running. */
  isBusy(): boolean;
  /** For realtime sessions and downloads. */
  readonly base: ExchangeBase;
  /** Returns how many exchanges the retention would delete at a time. */
  countOutdated(at: number): number;
  /** Cancels everything that runs, and closes every connection once all of it is recorded. */
  close(): Promise<void>;
  /** Writes everything received, and nothing after it. Returns when it is on disk. */
  closeNow(): void;
}

/** Longer bodies are not parsed after their exchange. */
const textBytes = 4 * 1024 ** 2;

/** A recorder that stores nothing. */
const unrecorded: Recorder = {
  begin: async (facts) => new Recording(facts, new Uint8Array(0), 0, () => {}),
  answered() {},
  async scrub() {},
  async finish() {},
};

/** Creates the exchanges of the core: everything over HTTP runs, is recorded and is read again here. */
export function createExchanges(input: ExchangesInput): Exchanges {
  const {
    clock = systemClock,
    onTrouble = () => {},
    onEnd = () => {},
    onChange = () => {},
    onStage = () => {},
    costOf = () => null,
  } = input;
  const { hostServices, connections, keys, nativeKeys, files, refusedFields, memory } = input;
  const sources: Sources = { hostServices, connections, keys, nativeKeys, files, refusedFields, memory };
  const records = createExchangeRecords(
    input.db,
    onTrouble,
    () => (input.time ?? clock).now(),
    () => onChange(),
  );
  const exports = createExports({
    db: input.db,
    records,
    files,
    version: hostServices.version,
    framesOf: (id) => {
      const facts = records.find(id);
      return (facts && input.framesOf?.(facts, records)) ?? null;
    },
  });
  const pool = new SocketPool(clock);
  const isKnown = (id: string) => records.find(id) !== null;
  const read = (id: string, offset: number, length: number) => records.read(id, 'response', offset, length);
  /** By the id of each attempt. */
  const live = new Map<string, LiveRun>();

  const recorder: Recorder = {
    async begin(...given) {
      const recording = records.begin(...given);
      await records.settled();
      if (recording.isTaken) {
        records.leave(recording);
        throw new TakenId();
      }
      onChange(recording.id);
      onStage(recording.facts);
      return recording;
    },
    answered: ({ facts }) => onStage(facts),
    async scrub(recording, redactor) {
      const answer = (offset: number, length: number) => read(recording.id, offset, length);
      try {
        for await (const found of findSpelledSecrets(recording.facts, redactor, answer)) recording.patch(found);
      } catch (thrown) {
        // What cannot be read from disk cannot be redacted now; the run itself is over anyway.
        if (storageFault(thrown) === null) throw thrown;
      }
    },
    async finish(recording) {
      const { id, facts } = recording;
      await records.finish(recording);
      onEnd(facts, () => {
        const sizeBytes = records.size(id, 'request');
        return sizeBytes > textBytes ? null : records.read(id, 'request', 0, sizeBytes).toString('utf8');
      });
      onChange(id);
      onStage(facts);
    },
  };

  const deadlines = input.deadlines ?? ((_: Route, planned: Deadlines) => planned);
  const base = { sources, recorder, records, clock, pool, live, deadlines };
  const media = createStoredMedia({ db: input.db, files, fetchMedia: input.fetchMedia ?? null, read, isKnown });

  function start(
    draft: Draft,
    options: RunOptions & { record: boolean },
    onOver: (lastId: string) => void = () => {},
  ): LiveRun {
    const run = new LiveRun();
    const ids: string[] = [];
    const settings = {
      sources,
      recorder: options.record ? recorder : unrecorded,
      media: options.record ? media.forResponse : noResponseMedia,
      openFile: options.record ? media.fileFor : () => null,
      pool,
      clock,
      deadlines,
      timings: input.repeatTimings ?? repeatTimings,
      recall: (id: string) => replayParts(findRecorded(records, id), records, run.signal),
      onAttempt(id: string) {
        ids.push(id);
        live.set(id, run);
      },
    };
    void runDraft(draft, run, settings, options).then(() => {
      for (const id of ids) live.delete(id);
      const last = ids.at(-1);
      if (last !== undefined) onOver(last);
    });
    return run;
  }

  async function stop(ids: readonly string[]): Promise<void> {
    const running = new Set(ids.flatMap((id) => live.get(id) ?? []));
    for (const run of running) run.cancel();
    await Promise.all([...[...running].map(({ over }) => over), input.stopSessions?.(ids)]);
  }

  function watch(id: string, signal: AbortSignal) {
    const run = live.get(id);
    return run ? run.follow(signal) : media.recall(id, replayParts(findRecorded(records, id), records, signal));
  }

  function perform(draft: Draft, { signal, record = true, repeat = true, keepDraft = false }: PerformOptions) {
    const run = start(draft, { keepDraft, mayRepeat: repeat, record });
    const cancel = () => run.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    return run.follow(new AbortController().signal, () => {
      signal.removeEventListener('abort', cancel);
      cancel();
    });
  }

  const history = createHistory({
    records,
    exports,
    sources,
    stop,
    costOf,
    language: input.language ?? (() => 'en'),
    onChange,
  });
  async function forget(ids: readonly string[]): Promise<void> {
    const fileIds = ids.flatMap((id) => draftFiles(records.find(id)?.draft));
    await history.forget(ids);
    await media.sweep();
    await input.onForgotten?.(fileIds, ids);
  }

  // Files of exchanges trimmed since, and of deleted conversations.
  void media.sweep().catch(() => {});

  return {
    perform,
    base,
    countOutdated: records.countOutdated,
    uploads: () => [...new Set(live.values())].flatMap(({ upload }) => upload ?? []),
    isBusy: () => live.size > 0,
    detail: history.detail,
    bytes: (id, offset, length) => read(findRecorded(records, id).id, offset, length),
    replay: (id) => watch(id, new AbortController().signal),
    forget,
    handlers: {
      run({ exchangeId, ...draft }, { signal }) {
        if (exchangeId && (live.has(exchangeId) || isKnown(exchangeId))) return watch(exchangeId, signal);
        const began = clock.monotonic();
        const options = { keepDraft: true, mayRepeat: true, record: true, firstId: exchangeId };
        const run = start(draft, options, (lastId) => {
          const last = records.find(lastId);
          if (last) input.onPageRun?.(last, clock.monotonic() - began);
        });
        return run.follow(signal, () => {
          if (!draft.options.finishAlone) run.cancel();
        });
      },
      watch: ({ id }, { signal }) => watch(id, signal),
      cancel({ id }) {
        live.get(id)?.cancel();
        void input.stopSessions?.([id]);
      },
      ...history.handlers,
      fetchMedia: ({ id, url }, { signal }) => fetchRecordedMedia(id, url, { records, connections, media, signal }),
      forget: ({ ids }) => forget(ids),
    },
    async close() {
      await stop([...live.keys()]);
      pool.close();
      await exports.close();
      records.close();
    },
    closeNow: () => records.close(),
  };
}
