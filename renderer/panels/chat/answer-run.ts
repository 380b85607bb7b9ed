import type { StoreApi } from 'zustand';
import type { Part } from '#shared/protocol/part.ts';
import { followCall, settledCall } from '../../lib/runs/follow-call.ts';
import type { Run, RunStarter } from '../../lib/runs/live-run.ts';
import { type Answer, emptyAnswer, foldAnswer } from './model/answer.ts';

/** A running answer: what was read so far, and how to stop it. */
export interface AnswerRun {
  readonly store: StoreApi<Run<Answer>>;
  /** When Send was pressed, on the page's clock; negative when another page did it. */
  readonly startedMs: number;
  stop(): void;
}

interface Follow {
  startedMs: number;
  /** False when what arrived before is read again, all at once: nothing of it can be timed here. */
  isLive: boolean;
  parts: AsyncIterable<Part>;
  startRun: RunStarter;
  cancel: (exchangeId: string) => void;
  onExchange: (exchangeId: string) => void;
  onSettled: (answer: Answer) => void;
}

/** Follows one exchange to its end. A connection that breaks ends the answer as interrupted and keeps what was read. */
export function followAnswer({ startedMs, isLive, onSettled, ...call }: Follow): AnswerRun {
  const { run, ended, stop } = followCall<Answer>({
    ...call,
    start: emptyAnswer,
    fold: (answer, part, atMs) => foldAnswer(answer, part, isLive ? atMs : null),
  });
  void ended.then((end) => onSettled(settledCall(end)));
  return { store: run, startedMs, stop };
}
