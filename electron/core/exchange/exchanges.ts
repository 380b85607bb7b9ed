import type { HandlersOf } from '#shared/contract/define.ts';
import type { exchanges as area, Draft, DraftInput } from '#shared/contract/exchanges.ts';
import { AppError, type Failure, failure } from '#shared/routes/failure.ts';
import type { Part } from '#shared/routes/part.ts';
import type { Deadlines, Route } from '#shared/routes/route.ts';
import { toCurl } from '../export/curl.ts';
import type { HistoryLimits } from '../store/exchange-cleanup.ts';
import { type RecordedExchange, Recording } from '../store/exchange-recording.ts';
import { createExchangeRecords, type RecordsDatabase } from '../store/exchange-records.ts';
import { asDetail } from '../store/exchange-rows.ts';
import { storageFault } from '../store/storage-failure.ts';
import type { Recorder } from './attempt.ts';
import { curlRequestOf } from './curl-request.ts';
import { LiveRun } from './live-run.ts';
import { type Clock, systemClock } from './ports.ts';
import { preparePlan, type Sources } from './prepare.ts';
import { replayParts } from './replay.ts';
import { replayEvents } from './replay-events.ts';
import { completeHeaders } from './request/wire-request.ts';
import { conduct } from './run.ts';
import { findSpelledSecrets } from './scrub.ts';
import { SocketPool } from './transport/socket-pool.ts';

export interface ExchangesInput extends Omit<Sources, 'extraCa'> {
  db: RecordsDatabase;
  clock?: Clock;
  extraCa?: readonly string[];
  /** Changes the time limits of a route for one run. */
  deadlines?: (route: Route, planned: Deadlines) => Deadlines;
  limits?: HistoryLimits;
  /** Gets a `storage` failure when saving stops working, and `null` when it works again. */
  onTrouble?: (trouble: Failure | null) => void;
  /** An exchange began, ended or changed; without an id, several did. */
  onChange?: (id?: string) => void;
}

export interface PerformOptions {
  /** Aborting it cancels the exchange. */
  signal: AbortSignal;
  /** Default true. */
  record?: boolean;
  /** Send again where nothing can have been processed. Default true. */
  repeat?: boolean;
}

export interface Exchanges {
  handlers: HandlersOf<{ exchanges: typeof area }>['exchanges'];
  /** Runs a draft for the core itself. Ends with `run-end` and never throws; leaving the loop cancels. */
  perform(draft: Draft, options: PerformOptions): AsyncIterableIterator<Part, undefined>;
  /** Cancels what runs and closes every connection, once all of it is recorded. */
  close(): Promise<void>;
}

/** Recordings that nobody keeps. */
const unkept: Recorder = {
  begin: (facts) => new Recording(facts, new Uint8Array(0), 0, () => {}),
  scrub() {},
  finish() {},
};

/** The exchanges of the core: everything over HTTP runs, is recorded and is read again here. */
export function createExchanges(input: ExchangesInput): Exchanges {
  const { clock = systemClock, onTrouble = () => {}, onChange = () => {}, hands, connections, keys, files } = input;
  const sources: Sources = { hands, connections, keys, files, extraCa: input.extraCa ?? [] };
  const records = createExchangeRecords(input.db, onTrouble, input.limits);
  const pool = new SocketPool(clock);
  /** By the id of each attempt. */
  const live = new Map<string, LiveRun>();

  const recorder: Recorder = {
    begin(...given) {
      const recording = records.begin(...given);
      onChange(recording.id);
      return recording;
    },
    scrub(recording, redactor) {
      const { id } = recording;
      const read = (offset: number, length: number) => records.read(id, 'response', offset, length);
      try {
        for (const patch of findSpelledSecrets(recording.facts, redactor, read)) recording.patch(patch);
      } catch (thrown) {
        // What the disk does not give back can not be cleaned now; the run itself is over all the same.
        if (storageFault(thrown) === null) throw thrown;
      }
    },
    finish(recording) {
      records.finish(recording);
      onChange(recording.id);
    },
  };

  function start(draft: Draft, options: { keepDraft: boolean; mayRepeat: boolean; record: boolean }): LiveRun {
    const run = new LiveRun();
    const ids: string[] = [];
    const settings = {
      sources,
      recorder: options.record ? recorder : unkept,
      pool,
      clock,
      deadlines: input.deadlines ?? ((_, planned) => planned),
      onAttempt(id: string) {
        ids.push(id);
        live.set(id, run);
      },
    };
    void conduct(draft, run, settings, options).then(() => {
      for (const id of ids) live.delete(id);
    });
    return run;
  }

  function found(id: string): RecordedExchange {
    const facts = records.find(id);
    if (facts) return facts;
    throw new AppError(
      failure('not-found-here', 'This exchange is no longer in the history.', { hint: 'It was deleted or trimmed.' }),
    );
  }

  const requestText = (id: string) => records.read(id, 'request', 0, records.size(id, 'request')).toString('utf8');

  /** With the text of a JSON body, which is kept once, as the bytes of the request. */
  function draftOf({ id, draft }: RecordedExchange): DraftInput | null {
    return draft?.body.kind === 'json' ? { ...draft, body: { ...draft.body, text: requestText(id) } } : draft;
  }

  function perform(draft: Draft, { signal, record = true, repeat = true }: PerformOptions) {
    const run = start(draft, { keepDraft: false, mayRepeat: repeat, record });
    const cancel = () => run.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    return run.follow(new AbortController().signal, () => {
      signal.removeEventListener('abort', cancel);
      cancel();
    });
  }

  return {
    perform,
    handlers: {
      async preview(draft) {
        const { plan, body, redactor, problem } = await preparePlan(draft, sources);
        return {
          method: plan?.method ?? '',
          address: redactor.text(plan?.url ?? ''),
          headers: plan ? redactor.pairs(completeHeaders(plan, body)) : [],
          bodyBytes: body?.sizeBytes ?? (plan?.body.kind === 'none' ? 0 : null),
          problem,
        };
      },
      run(draft, { signal }) {
        const run = start(draft, { keepDraft: true, mayRepeat: true, record: true });
        return run.follow(signal, () => {
          if (!draft.options.finishAlone) run.cancel();
        });
      },
      watch({ id }, { signal }) {
        const run = live.get(id);
        return run ? run.follow(signal) : inOrder(replayParts(found(id), records), signal);
      },
      cancel: ({ id }) => live.get(id)?.cancel(),
      list: (filter) => records.list(filter),
      get({ id }) {
        const facts = found(id);
        return { ...asDetail(facts), draft: draftOf(facts) };
      },
      body({ id, side, offset, length }) {
        found(id);
        const base64 = records.read(id, side, offset, length).toString('base64');
        return { totalBytes: records.size(id, side), offset, base64 };
      },
      async *events({ id, from }, { signal }) {
        found(id);
        yield* replayEvents(id, from, records, signal);
      },
      chunks({ id }) {
        found(id);
        return records.marks(id);
      },
      async curl({ id }) {
        const facts = found(id);
        return toCurl(await curlRequestOf(facts, requestText(id), files));
      },
      pin({ id, pinned }) {
        found(id);
        records.pin(id, pinned);
        onChange(id);
      },
      async forget({ ids }) {
        const running = new Set(ids.flatMap((id) => live.get(id) ?? []));
        for (const run of running) run.cancel();
        await Promise.all([...running].map(({ over }) => over));
        records.forget(ids);
        onChange();
      },
    },
    async close() {
      const running = new Set(live.values());
      for (const run of running) run.cancel();
      await Promise.all([...running].map(({ over }) => over));
      pool.close();
      records.close();
    },
  };
}

async function* inOrder<T>(values: Iterable<T>, leaving: AbortSignal): AsyncGenerator<T, void, void> {
  for (const value of values) {
    if (leaving.aborted) return;
    yield value;
  }
}
