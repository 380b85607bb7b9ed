import type { StoreApi } from 'zustand';
import { AppError } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { Run, RunStarter } from '../../lib/runs/live-run.ts';
import { type Answer, emptyAnswer, foldAnswer } from './model/answer.ts';

/** A running answer: what was read so far, and how to stop it. */
export interface AnswerRun {
  readonly store: StoreApi<Run<Answer>>;
  /** When Send was pressed, on the page's clock; negative when another page did it. */
  readonly startedMs: number;
  stop(): void;
}

/** A part with the moment at which it arrived, on the page's clock; a hidden page draws it much later. */
interface Arrived {
  part: Part;
  atMs: number | null;
}

interface Follow {
  startedMs: number;
  /** False when what arrived before is read again, all at once: nothing of it can be timed here. */
  isLive: boolean;
  parts: (signal: AbortSignal) => AsyncIterable<Part>;
  startRun: RunStarter;
  cancelOnWire: (exchangeId: string) => void;
  onExchange: (exchangeId: string) => void;
  onSettled: (answer: Answer) => void;
}

/** Follows one exchange to its end. A wire that breaks ends the answer as interrupted and keeps what was read. */
export function followAnswer({
  startedMs,
  isLive,
  parts,
  startRun,
  cancelOnWire,
  onExchange,
  onSettled,
}: Follow): AnswerRun {
  const leaving = new AbortController();
  let exchangeId: string | null = null;
  let stopAsked = false;

  async function* tapped(): AsyncGenerator<Arrived> {
    for await (const part of parts(leaving.signal)) {
      if (part.type === 'run-start') {
        exchangeId = part.exchangeId;
        onExchange(part.exchangeId);
        if (stopAsked) cancelOnWire(part.exchangeId);
      }
      yield { part, atMs: isLive ? performance.now() : null };
    }
  }

  const store = startRun<Arrived, Answer>(tapped(), emptyAnswer, (answer, { part, atMs }) =>
    foldAnswer(answer, part, atMs),
  );
  const unsubscribe = store.subscribe((run) => {
    if (run.status === 'running') return;
    unsubscribe();
    if (run.status === 'done') onSettled(run.state);
    else
      onSettled({
        ...run.state,
        state: 'interrupted',
        sent: run.state.sent ?? 'maybe-processed',
        failure: AppError.from(run.error),
      });
  });

  return {
    store,
    startedMs,
    stop() {
      stopAsked = true;
      // The core ends the run with its own `run-end`; only a run that has no exchange yet is left by leaving.
      if (exchangeId) cancelOnWire(exchangeId);
    },
  };
}
