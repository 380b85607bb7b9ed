import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { SelectedPlace, WorkOrigin } from '../../../lib/gateway/origin/work-origin.ts';
import type { Setting } from '../../../lib/gateway/parameters/request-parameters.ts';
import type { CallFacts } from '../../../lib/runs/fold-run.ts';

/** One document to rank. Its id stays the same when others are added or removed. */
export interface RankDocument {
  id: number;
  text: string;
  /** Its id in the corpus it was imported from, which judgments refer to. */
  docid?: string;
}

export interface RankParameters {
  /** `null`: the number of documents. Always in the body. */
  topN: number | null;
  returnDocuments: Setting<boolean>;
  maxChunks: Setting<number | null>;
  overlapTokens: Setting<number | null>;
  /** Name of the field with the documents; absent in sets of earlier versions. */
  documentsField?: DocumentsField;
}

/** `texts`: Text Embeddings Inference, which also calls `return_documents` `return_text`. */
export const documentsFields = ['documents', 'texts'] as const;
export type DocumentsField = (typeof documentsFields)[number];

/** Retrieval of candidates with embeddings before they are reranked. */
export interface RetrievalSettings {
  on: boolean;
  model: string;
  /** How many of the nearest documents are reranked. */
  k: number;
}

/** The state of one request. `waiting`: not sent yet. */
export type CallState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';

export type Slot = 'A' | 'B';
export const slots: readonly Slot[] = ['A', 'B'];

export interface RankCall extends CallFacts {
  /** The first model or the second one. */
  slot: Slot;
  model: string;
  state: CallState;
  /** Indexes of the outcome's documents, in the order in which they were sent. */
  places: number[];
  topN: number;
  /** Best first; `place` is an index of the outcome's documents. */
  results: { place: number; score: number | null }[];
  /** Returned indexes that no sent document has. */
  strayed: number[];
  /** Indexes returned more than once; the best score counts. */
  repeated: number[];
}

export interface Retrieval {
  model: string;
  k: number;
  state: CallState;
  /** Cosine to the query by document index; `null` where there is no vector. */
  cosines: (number | null)[];
  /** Indexes of the retrieved documents, nearest first. */
  taken: number[];
  calls: number;
  /** How many queries share these requests, when there are several. */
  queries?: number;
  /** How many of the texts have a vector. */
  settled: number;
  tokens: number | null;
  /** From the first request to the last response. */
  ms: number | null;
  exchangeId: string | null;
  failure: Failure | null;
}

/** The outcome of one run: the documents as they were then, and one call per model. */
export interface Outcome {
  query: string;
  documents: RankDocument[];
  retrieval: Retrieval | null;
  calls: RankCall[];
  /** Where its requests were sent. Absent in outcomes of earlier versions. */
  place?: SelectedPlace;
  /** Milliseconds since 1970. */
  startedAt: number;
}

/** One query with its judgments and its newest outcome. */
export interface RankQuery {
  /** Stays the same when other queries are added or removed. */
  queryId: number;
  /** Its id in the file it was imported from, which judgments refer to; empty for a typed query. */
  qid: string;
  query: string;
  /** How relevant a document is, by its id: 1, or more when graded. Absent means not relevant. */
  grades: Record<number, number>;
  /** Imported grades of documents that are not in the list, by their id in the corpus. */
  unmatched: Record<string, number>;
  outcome: Outcome | null;
  /** The newest earlier outcome that contains a ranking, so that it is not lost when the next one fails. */
  previous: Outcome | null;
}

/**
 * Queries with the documents they rank. The fields of the open query are those of the set itself, so a set with one
 * query is stored as earlier versions stored it. Stored in the library.
 */
export interface RankSet extends RankQuery {
  version: 1;
  id: string;
  /** The name the user gave it; empty until then. */
  name: string;
  starred: boolean;
  /** The queries before and after the open one, in their order. */
  before: RankQuery[];
  after: RankQuery[];
  nextQueryId: number;
  /** Requests in progress at the same time. */
  concurrency: number;
  /** Whether BM25 is computed locally and shown beside the model's ranking. */
  baseline: boolean;
  documents: RankDocument[];
  nextId: number;
  model: string;
  /** The second model; `null` for none. */
  secondModel: string | null;
  parameters: RankParameters;
  retrieval: RetrievalSettings;
  graded: boolean;
  /** The cutoff k of the measures. */
  cutoff: number;
  /** Lowest score that passes, by call; `null` for no threshold. */
  thresholds: [number | null, number | null];
}

/** The default number of documents to retrieve. */
const usualRetrieved = 20;

/** As many requests as Embeddings sends at the same time. */
const usualConcurrency = 2;

/** Returns a query without judgments and results. */
export const emptyQuery = (queryId: number, query = '', qid = ''): RankQuery => ({
  queryId,
  qid,
  query,
  grades: {},
  unmatched: {},
  outcome: null,
  previous: null,
});

export const newRankSet = (id: string, from: Partial<RankSet> = {}): RankSet => ({
  name: '',
  starred: false,
  ...emptyQuery(1),
  before: [],
  after: [],
  nextQueryId: 2,
  concurrency: usualConcurrency,
  baseline: false,
  documents: [],
  nextId: 1,
  model: '',
  secondModel: null,
  parameters: {
    topN: null,
    returnDocuments: { on: false, value: false },
    maxChunks: { on: false, value: null },
    overlapTokens: { on: false, value: null },
  },
  retrieval: { on: false, model: '', k: usualRetrieved },
  graded: false,
  cutoff: 5,
  thresholds: [null, null],
  ...from,
  version: 1,
  id,
});

/** Returns the name in the list: its own, else the query, else the first document. */
export const titleOf = ({ name, query, documents }: RankSet): string =>
  (name || query || documents[0]?.text || '').trim().replace(/\s+/g, ' ').slice(0, 120);

/** Whether there is nothing to save in the list yet: a query alone is not a ranking. */
export const isBlank = ({ name, documents, outcome }: RankSet): boolean =>
  name === '' && outcome === null && filled(documents).length === 0;

/** Returns the documents that are not blank; the others are not sent. */
export const filled = (documents: readonly RankDocument[]): RankDocument[] =>
  documents.filter(({ text }) => text.trim() !== '');

/** Adds documents after the existing ones, or replaces those. */
export function withTexts(set: RankSet, texts: readonly string[], mode: 'add' | 'replace'): RankSet {
  const added = texts.map((text, at) => ({ id: set.nextId + at, text }));
  const kept = mode === 'add' ? filled(set.documents) : [];
  return { ...set, documents: [...kept, ...added], nextId: set.nextId + texts.length };
}

/** Inserts an empty document after another one; at the end when no document has this id. */
export function withDocumentAfter(set: RankSet, id: number | null): RankSet {
  const at = set.documents.findIndex((document) => document.id === id);
  const documents = set.documents.toSpliced(at < 0 ? set.documents.length : at + 1, 0, { id: set.nextId, text: '' });
  return { ...set, documents, nextId: set.nextId + 1 };
}

export function withoutDocument(set: RankSet, id: number): RankSet {
  const { [id]: _gone, ...grades } = set.grades;
  return { ...set, documents: set.documents.filter((document) => document.id !== id), grades };
}

export const withText = (set: RankSet, id: number, text: string): RankSet => ({
  ...set,
  documents: set.documents.map((document) => (document.id === id ? { ...document, text } : document)),
});

export function withGrade(set: RankSet, id: number, grade: number): RankSet {
  const { [id]: _before, ...others } = set.grades;
  return { ...set, grades: grade > 0 ? { ...others, [id]: grade } : others };
}

export const isRunning = (outcome: Outcome | null): boolean =>
  outcome !== null &&
  [outcome.retrieval?.state, ...outcome.calls.map(({ state }) => state)].some(
    (state) => state === 'running' || state === 'waiting',
  );

/** Whether any of its requests returned an order. */
export const holdsRanking = ({ calls }: Outcome): boolean => calls.some(({ results }) => results.length > 0);

/** Restores the previous ranking. */
export const withPrevious = (set: RankSet): RankSet =>
  set.previous ? { ...set, outcome: set.previous, previous: null } : set;

/** Returns the worst state of an outcome, for lists and the patch line. */
export function stateOf(outcome: Outcome | null): 'idle' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted' {
  if (!outcome) return 'idle';
  if (isRunning(outcome)) return 'running';
  const states = [outcome.retrieval?.state, ...outcome.calls.map(({ state }) => state)];
  return (['failed', 'interrupted', 'cancelled'] as const).find((state) => states.includes(state)) ?? 'done';
}

/** Returns a state as it is shown: one that is complete says so when its responses were irregular. */
export const shownState = <State extends string>(state: State, calls: readonly RankCall[]) =>
  state === 'done' && calls.some(({ warnings, strayed }) => warnings.length + strayed.length > 0)
    ? 'done-with-warnings'
    : state;

/** Returns a call's threshold if its next model is the same; scores of different models are on different scales. */
export const keptThreshold = ({ outcome, thresholds }: RankSet, at: 0 | 1, model: string | undefined): number | null =>
  outcome?.calls[at]?.model === model ? thresholds[at] : null;

/** Returns the settings the next set takes over. Retrieval is off until the user turns it on. */
export const settingsForNext = (set: RankSet): Partial<RankSet> => {
  const { model, secondModel, parameters, retrieval, cutoff, graded, concurrency } = set;
  const later = { ...retrieval, on: false, k: usualRetrieved };
  return { model, secondModel, parameters, retrieval: later, cutoff, graded, concurrency };
};

/** Returns where a ranking belongs; `null` while nothing was sent, or when that is no longer known. */
export const originOf = ({ outcome }: Pick<RankSet, 'outcome'>): WorkOrigin | null =>
  outcome?.place ? { ...outcome.place, routeId: 'rerank', model: outcome.calls[0]?.model ?? '' } : null;

/** Returns the most informative exchange of an outcome: the newest ranking, else the retrieval. */
export const newestExchange = ({ calls, retrieval }: Outcome): string | null =>
  calls.findLast(({ exchangeId }) => exchangeId !== null)?.exchangeId ?? retrieval?.exchangeId ?? null;

/** Adds the place to an outcome of an earlier version, which did not store it: the record of its exchange has it. */
export async function withRecordedPlace(
  set: RankSet,
  recordOf: (
    exchangeId: string,
  ) => Promise<Pick<ExchangeDetail, 'connectionId' | 'connectionName' | 'keyAlias' | 'draft'>>,
): Promise<RankSet> {
  const { outcome } = set;
  const exchangeId = outcome && !outcome.place ? newestExchange(outcome) : null;
  if (!outcome || exchangeId === null) return set;
  try {
    const { connectionId, connectionName, keyAlias, draft } = await recordOf(exchangeId);
    if (!connectionId) return set;
    const place: SelectedPlace = { connectionId, connectionName, keyId: draft?.keyId ?? null, keyAlias };
    return { ...set, outcome: { ...outcome, place } };
  } catch {
    // The record was deleted since; the ranking is shown without a place.
    return set;
  }
}
