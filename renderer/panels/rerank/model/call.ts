import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { SentFlag } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { foldRun, newFacts } from '../../../lib/runs/fold-run.ts';
import type { Outcome, RankCall, RankParameters } from './rank-set.ts';

interface RerankSpec {
  connectionId: string;
  keyId: string | undefined;
  model: string;
  query: string;
  texts: readonly string[];
  parameters: RankParameters;
}

/** Returns how many results are requested: the setting, else one per document. */
export const topNOf = ({ topN }: RankParameters, count: number): number => topN ?? count;

/**
 * Returns the request that ranks these texts. `top_n` is always written out: new-api's channels differ in their default
 * when it is absent, and its Cohere channel uses 1. The other fields are in the body only while they are on.
 */
export function rerankDraft({ connectionId, keyId, model, query, texts, parameters }: RerankSpec): DraftInput {
  const { returnDocuments, maxChunks, overlapTokens, documentsField = 'documents' } = parameters;
  const returnField = documentsField === 'texts' ? 'return_text' : 'return_documents';
  const body = {
    model,
    query,
    [documentsField]: texts,
    top_n: topNOf(parameters, texts.length),
    ...(returnDocuments.on ? { [returnField]: returnDocuments.value } : {}),
    ...(maxChunks.on && maxChunks.value !== null ? { max_chunks_per_doc: maxChunks.value } : {}),
    ...(overlapTokens.on && overlapTokens.value !== null ? { overlap_tokens: overlapTokens.value } : {}),
  };
  return {
    connectionId,
    ...(keyId ? { keyId } : {}),
    routeId: 'rerank',
    body: { kind: 'json', text: JSON.stringify(body) },
  };
}

export const newCall = (of: Pick<RankCall, 'slot' | 'model' | 'places' | 'topN' | 'state'>): RankCall => ({
  ...of,
  ...newFacts,
  results: [],
  strayed: [],
  repeated: [],
});

/**
 * Adds one part to a call. Results that name no document, or name one twice, are recorded separately and not silently
 * lost.
 */
export function foldCall(call: RankCall, part: Part): RankCall {
  if (part.type === 'ranking') return { ...call, ...placed(part.results, call.places) };
  const folded = foldRun(call, part);
  if (part.type !== 'run-end') return folded;
  return {
    ...folded,
    state: part.state === 'done-with-warnings' ? 'done' : part.state,
    failure: part.error && { ...part.error, exchangeId: part.error.exchangeId ?? part.exchangeId },
  };
}

/** A call as earlier versions stored it. */
type EarlierCall = Omit<RankCall, 'places' | 'sent' | 'warnings' | 'usage' | 'endMs'> & {
  sent: number[];
  sentFlag: SentFlag | null;
  warnings: string[];
  tokens: number | null;
  ms: number | null;
};

/** Returns a stored outcome with its calls in the current form, whichever version stored it. */
export const outcomeFromStored = (outcome: Outcome | null | undefined): Outcome | null =>
  outcome ? { ...outcome, calls: outcome.calls.map((call) => callFromStored(call)) } : null;

function callFromStored(stored: RankCall | EarlierCall): RankCall {
  if ('places' in stored) return stored;
  const { sent, sentFlag, warnings, tokens, ms, ...call } = stored;
  return {
    ...call,
    places: sent,
    sent: sentFlag,
    warnings: warnings.map((message) => ({ code: '', message })),
    usage:
      tokens === null
        ? null
        : { inputTokens: tokens, outputTokens: null, reasoningTokens: null, cachedTokens: null, totalTokens: null },
    endMs: ms,
  };
}

/** Converts results from the request's index to the document's index; of several results for one document the best counts. */
function placed(
  results: readonly { index: number; score: number | null }[],
  sent: readonly number[],
): Pick<RankCall, 'results' | 'strayed' | 'repeated'> {
  const seen = new Set<number>();
  const repeated = new Set<number>();
  const strayed: number[] = [];
  const kept: RankCall['results'] = [];
  for (const { index, score } of results) {
    const place = sent[index];
    if (place === undefined) strayed.push(index);
    else if (seen.has(place)) repeated.add(place);
    else {
      seen.add(place);
      kept.push({ place, score });
    }
  }
  return { results: kept, strayed, repeated: [...repeated] };
}
