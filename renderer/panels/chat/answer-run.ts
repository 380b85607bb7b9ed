import type { StoreApi } from 'zustand';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { followCall, settledCall } from '../../lib/runs/follow-call.ts';
import type { Run, RunStarter } from '../../lib/runs/live-run.ts';
import { type Answer, emptyAnswer, foldAnswer } from './model/answer.ts';

/** A reply in progress: what has been read so far, and how to stop it. */
export interface AnswerRun {
  readonly store: StoreApi<Run<Answer>>;
  /** When Send was pressed, on this page's clock; negative when another page sent it. */
  readonly startedMs: number;
  stop(): void;
}

interface Follow {
  startedMs: number;
  /** False when parts that had already arrived are read again all at once, so their timing means nothing here. */
  isLive: boolean;
  parts: AsyncIterable<Part>;
  startRun: RunStarter;
  cancel: (exchangeId: string) => void;
  onExchange: (exchangeId: string) => void;
  onSettled: (answer: Answer) => void;
}

/** Follows one exchange to its end. A lost connection ends the reply as interrupted and keeps what was read. */
export function followAnswer({ startedMs, isLive, onSettled, ...call }: Follow): AnswerRun {
  const { run, ended, stop } = followCall<Answer>({
    ...call,
    start: emptyAnswer,
    fold: (answer, part, atMs) => foldAnswer(answer, part, isLive ? atMs : null),
  });
  void ended.then((end) => onSettled(settledCall(end)));
  return { store: run, startedMs, stop };
}

/**
 * Yields the parts of a turn whose page closed before the first one arrived. If no exchange has the turn's id, either
 * the request never reached the core or its record was deleted since. Which one is not known here, so the error points
 * the user to the wire list.
 * @throws AppError `connection-lost` with the given message and hint.
 */
export async function* partsOrLost(
  parts: AsyncIterable<Part>,
  { message, hint }: { message: string; hint: string },
): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (thrown) {
    if (AppError.from(thrown).code !== 'not-found-here') throw thrown;
    throw new AppError(failure('connection-lost', message, { hint }));
  }
}
