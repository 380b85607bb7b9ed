import type { Failure } from '#shared/protocol/failure.ts';
import type { SelectedPlace } from '../../../lib/gateway/origin/work-origin.ts';
import type { CallFacts } from '../../../lib/runs/fold-run.ts';

/** One document that can be ranked. Its id stays when others are put in or taken out around it. */
export interface RankDocument {
  id: number;
  text: string;
}

/** A field of the body that is there only while it is ticked. */
export interface Ticked<T> {
  on: boolean;
  value: T;
}

export interface RankParameters {
  /** `null`: as many as there are documents. Always in the body. */
  topN: number | null;
  returnDocuments: Ticked<boolean>;
  maxChunks: Ticked<number | null>;
  overlapTokens: Ticked<number | null>;
}

/** Finding candidates with embeddings before they are reranked. */
export interface RetrievalSettings {
  on: boolean;
  model: string;
  /** So many of the nearest documents are reranked. */
  k: number;
}

/** How one request stands. `waiting`: its turn has not come. */
export type CallState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted';

export type Slot = 'A' | 'B';
export const slots: readonly Slot[] = ['A', 'B'];

export interface RankCall extends CallFacts {
  /** The first model or the one beside it. */
  slot: Slot;
  model: string;
  state: CallState;
  /** Places among the outcome's documents, in the order in which they were sent. */
  places: number[];
  topN: number;
  /** Best first; `place` is among the outcome's documents. */
  results: { place: number; score: number | null }[];
  /** Indexes that no sent document has, as they came. */
  strayed: number[];
  /** Places that came more than once; the best score counts. */
  repeated: number[];
}

export interface Retrieval {
  model: string;
  k: number;
  state: CallState;
  /** Cosine to the query by place; `null` where there is no vector. */
  cosines: (number | null)[];
  /** Places that were taken, nearest first. */
  taken: number[];
  calls: number;
  /** Texts that have a vector, of all. */
  settled: number;
  tokens: number | null;
  /** From the first request to the last answer. */
  ms: number | null;
  exchangeId: string | null;
  failure: Failure | null;
}

/** What came of one press: the documents as they were then, and one call for each model. */
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

/** A query with its documents, what the person thinks of them, and the newest outcome. Kept in the library. */
export interface RankSet {
  version: 1;
  id: string;
  /** Its own name; empty as long as nobody gave one. */
  name: string;
  starred: boolean;
  query: string;
  documents: RankDocument[];
  nextId: number;
  model: string;
  /** The model beside the first; `null` for none. */
  secondModel: string | null;
  parameters: RankParameters;
  retrieval: RetrievalSettings;
  /** How relevant a document is, by its id: 1, or 1 to 3 when graded. Absent means not at all. */
  grades: Record<number, number>;
  graded: boolean;
  /** How many places of an order the measures look at. */
  cutoff: number;
  /** Lowest score that stays, by call; `null` for no threshold. */
  thresholds: [number | null, number | null];
  outcome: Outcome | null;
  /** The newest outcome before it that holds a ranking: it is not lost when the next one fails. */
  previous: Outcome | null;
}

/** So many documents are retrieved where nothing else was chosen. */
const usualRetrieved = 20;

export const newRankSet = (id: string, from: Partial<RankSet> = {}): RankSet => ({
  name: '',
  starred: false,
  query: '',
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
  grades: {},
  graded: false,
  cutoff: 5,
  thresholds: [null, null],
  outcome: null,
  previous: null,
  ...from,
  version: 1,
  id,
});

/** The name of the list: its own, else the query, else the first document. */
export const titleOf = ({ name, query, documents }: RankSet): string =>
  (name || query || documents[0]?.text || '').trim().replace(/\s+/g, ' ').slice(0, 120);

/** Whether there is anything to keep in the list: a query alone is not a ranking yet. */
export const isBlank = ({ name, documents, outcome }: RankSet): boolean =>
  name === '' && outcome === null && filled(documents).length === 0;

/** Documents with something in them: the others are not sent. */
export const filled = (documents: readonly RankDocument[]): RankDocument[] =>
  documents.filter(({ text }) => text.trim() !== '');

/** Adds documents below the ones that are there, or in their place. */
export function withTexts(set: RankSet, texts: readonly string[], mode: 'add' | 'replace'): RankSet {
  const added = texts.map((text, at) => ({ id: set.nextId + at, text }));
  const kept = mode === 'add' ? filled(set.documents) : [];
  return { ...set, documents: [...kept, ...added], nextId: set.nextId + texts.length };
}

/** Puts an empty document behind another; at the end when there is none of this id. */
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
  documents: set.documents.map((document) => (document.id === id ? { id, text } : document)),
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

/** Whether any request of it gave an order. */
export const holdsRanking = ({ calls }: Outcome): boolean => calls.some(({ results }) => results.length > 0);

/** Takes the ranking before the newest in its place. */
export const withPrevious = (set: RankSet): RankSet =>
  set.previous ? { ...set, outcome: set.previous, previous: null } : set;

/** The worst that can be said of an outcome, for lists and the patch line. */
export function stateOf(outcome: Outcome | null): 'idle' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted' {
  if (!outcome) return 'idle';
  if (isRunning(outcome)) return 'running';
  const states = [outcome.retrieval?.state, ...outcome.calls.map(({ state }) => state)];
  return (['failed', 'interrupted', 'cancelled'] as const).find((state) => states.includes(state)) ?? 'done';
}

/** The threshold of a call for its next model: the scores of one model are of one scale, those of another are not. */
export const keptThreshold = ({ outcome, thresholds }: RankSet, at: 0 | 1, model: string | undefined): number | null =>
  outcome?.calls[at]?.model === model ? thresholds[at] : null;

/** What the next set takes over from this one. It is retrieved first only when that is asked for. */
export const settingsForNext = (set: RankSet): Partial<RankSet> => {
  const { model, secondModel, parameters, retrieval, cutoff, graded } = set;
  const later = { ...retrieval, on: false, k: usualRetrieved };
  return { model, secondModel, parameters, retrieval: later, cutoff, graded };
};
