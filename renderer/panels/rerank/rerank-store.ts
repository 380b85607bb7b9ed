import { createStore } from 'zustand/vanilla';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { AppError } from '#shared/routes/failure.ts';
import type { Part } from '#shared/routes/part.ts';
import { client } from '../../lib/client.ts';
import { followExchange } from '../../lib/follow-exchange.ts';
import { kept } from '../../lib/kept.ts';
import { startRun } from '../../lib/live-run.ts';
import { foldRanking, type RankingAnswer } from './model/ranking-answer.ts';
import { documentsIn, type RerankInput } from './model/request.ts';

interface Settings extends RerankInput {
  threshold: number | null;
  /** Places of the answer's documents that the person marked. */
  relevant: number[];
  answer: RankingAnswer | null;
}

/** Query, documents, settings and the newest answer; all of it comes back after a restart. */
export const useRerank = kept<Settings>('rerank', {
  query: '',
  text: '',
  topN: null,
  returnDocuments: { on: false, value: true },
  model: '',
  threshold: null,
  relevant: [],
  answer: null,
});

/** The run of this page, if one is under way. */
export const rerankRun = createStore<{ answer: RankingAnswer | null; stopping: boolean }>(() => ({
  answer: null,
  stopping: false,
}));

const bodyOf = (draft: DraftInput): string => (draft.body.kind === 'json' ? draft.body.text : '');

export const isOfDraft = (answer: RankingAnswer, draft: DraftInput): boolean => answer.body === bodyOf(draft);

/** Sends the request and reads its answer; it goes on when the panel is left. Marks stay while the documents are the same. */
export function startRerank(draft: DraftInput): void {
  const { text, answer: before, relevant } = useRerank.getState();
  const documents = documentsIn(text);
  const start: RankingAnswer = {
    state: 'running',
    documents,
    results: [],
    strayed: 0,
    exchangeId: null,
    sent: null,
    failure: null,
    durationMs: null,
    body: bodyOf(draft),
  };
  const same = JSON.stringify(before?.documents) === JSON.stringify(documents);
  rerankRun.setState({ answer: start, stopping: false });
  const run = startRun<Part, RankingAnswer>(followExchange(draft), start, foldRanking, { panel: 'rerank' });
  run.subscribe(({ status, state, error }) => {
    if (status === 'running') {
      rerankRun.setState({ answer: state });
      if (rerankRun.getState().stopping) stopRerank();
      return;
    }
    const answer: RankingAnswer =
      status === 'failed' ? { ...state, state: 'interrupted', failure: AppError.from(error) } : state;
    rerankRun.setState({ answer: null, stopping: false });
    useRerank.setState({ answer, threshold: null, relevant: same ? relevant : [] });
  });
}

/** Stops the run; one that has no exchange yet is stopped as soon as it has. */
export function stopRerank(): void {
  rerankRun.setState({ stopping: true });
  const id = rerankRun.getState().answer?.exchangeId;
  if (id) void client.exchanges.cancel({ id }).catch(() => undefined);
}
