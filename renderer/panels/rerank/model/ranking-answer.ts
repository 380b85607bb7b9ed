import type { Failure, SentFlag } from '#shared/routes/failure.ts';
import type { Part } from '#shared/routes/part.ts';

/** One ranking, with the documents it was made of. */
export interface RankingAnswer {
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';
  documents: string[];
  /** Best first; `index` is the place among `documents`. */
  results: { index: number; score: number }[];
  /** Results whose place was not among the documents. */
  strayed: number;
  exchangeId: string | null;
  sent: SentFlag | null;
  failure: Failure | null;
  durationMs: number | null;
  /** The body that was sent, to see whether the settings have changed since. */
  body: string;
}

/** Reads one part into the answer; results that name no document are counted and left out. */
export function foldRanking(answer: RankingAnswer, part: Part): RankingAnswer {
  if (part.type === 'run-start') return { ...answer, exchangeId: part.exchangeId };
  if (part.type === 'ranking') {
    const results = part.results.filter(({ index }) => index in answer.documents);
    return {
      ...answer,
      results: results.map(({ index, score }) => ({ index, score })),
      strayed: part.results.length - results.length,
    };
  }
  if (part.type !== 'run-end') return answer;
  const ended = part.state === 'done-with-warnings' ? 'done' : part.state;
  return { ...answer, state: ended, sent: part.sent, failure: part.error, durationMs: part.timeline.endMs ?? null };
}
