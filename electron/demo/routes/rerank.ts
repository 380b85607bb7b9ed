import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asText, isRecord, type JsonRecord } from '../json-value.ts';
import { countTokens, letterGroups, termsOf } from '../language/tokens.ts';
import { readServiceRequest } from '../models.ts';
import { invalidRequest, jsonReply, type Reply, upstreamError } from '../responses/reply.ts';

/** POST /v1/rerank: the documents by relevance, with the usage that new-api adds and nothing else. */
export function rerank(authorized: AuthorizedRequest): Reply {
  const { model, query, documents, topN, returnsDocuments } = readRerankRequest(authorized);
  const texts = documents.map(({ text }) => text);
  const alike = likeness(query, texts);
  const words = model === 'demo-rerank-letters' ? alike.map((share) => share * 10) : bm25(query, texts);
  const results = words
    .map((score, index) => ({ index, score: squash(score + (alike[index] ?? 0) * 0.2) }))
    // Equal documents keep their order.
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, topN ?? documents.length)
    .map(({ index, score }) => ({
      index,
      relevance_score: score,
      ...(returnsDocuments && { document: asDocument(documents[index]?.given) }),
    }));
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), countTokens(query));
  return jsonReply({ results, usage: chatUsage(tokens) }, 'rerank', Math.min(tokens / 50, 30));
}

/** Maps a score to 0 to 1, so that one common word is worth about a third. */
const squash = (score: number): number => Math.round((score / (score + 2)) * 1e6) / 1e6;

const asDocument = (given: unknown): unknown => (typeof given === 'string' ? { text: given } : given);

/** Returns the usage. New-api sends a complete chat usage whose other counts are zero. */
const chatUsage = (tokens: number) => ({
  prompt_tokens: tokens,
  completion_tokens: 0,
  total_tokens: tokens,
  prompt_tokens_details: { cached_tokens: 0, text_tokens: 0, audio_tokens: 0, image_tokens: 0 },
  completion_tokens_details: { text_tokens: 0, audio_tokens: 0, reasoning_tokens: 0 },
  input_tokens: 0,
  output_tokens: 0,
  input_tokens_details: null,
});

const mostDocuments = 1000;

export interface RerankRequest {
  model: string;
  query: string;
  /** The text to rank, and the document as received. */
  documents: { text: string; given: unknown }[];
  /** `null`: not requested. */
  topN: number | null;
  returnsDocuments: boolean;
}

/** Reads and checks a rerank request: documents as texts or as records, as every kind of back end accepts them. */
export function readRerankRequest(authorized: AuthorizedRequest): RerankRequest {
  const { body, model } = readServiceRequest(authorized, 'rerank');
  const query = typeof body.query === 'string' ? body.query : asText(isRecord(body.query) ? body.query.text : null);
  if (query === '') throw invalidRequest(authorized, 'query is empty');
  if (!Array.isArray(body.documents) || body.documents.length === 0)
    throw invalidRequest(authorized, 'documents is empty');
  if (body.documents.length > mostDocuments) {
    const message = `too many documents: at most ${mostDocuments} can be ranked at once, got ${body.documents.length}`;
    throw upstreamError(authorized, false, { message, param: 'documents' });
  }
  return {
    model,
    query,
    documents: body.documents.map((given, place) => ({ given, text: readDocument(authorized, body, given, place) })),
    topN: readTopN(authorized, body),
    returnsDocuments: body.return_documents !== false,
  };
}

function readDocument(authorized: AuthorizedRequest, body: JsonRecord, given: unknown, place: number): string {
  if (typeof given === 'string') return given;
  const asked = asList(body.rank_fields).filter((field) => typeof field === 'string');
  const fields = asked.length > 0 ? asked : ['text'];
  if (isRecord(given) && fields.some((field) => typeof given[field] === 'string'))
    return fields.map((field) => asText(given[field])).join('\n');
  const message = `invalid request: documents[${place}] must be a text or an object with a text`;
  throw upstreamError(authorized, false, { message, param: 'documents' });
}

function readTopN(authorized: AuthorizedRequest, { top_n: topN }: JsonRecord): number | null {
  if (topN === undefined || topN === null) return null;
  if (typeof topN !== 'number' || !Number.isInteger(topN))
    throw invalidRequest(authorized, `cannot unmarshal ${typeof topN} into field top_n of type int`, 400);
  if (topN < 1) throw upstreamError(authorized, false, { message: 'top_n must be at least 1', param: 'top_n' });
  return topN;
}

/** BM25: how soon repeated terms saturate, and how much a long document is penalized. */
const saturation = 1.2;
const lengthWeight = 0.75;

/** Scores by BM25 over the documents of one request: 0 or more, in the order of the documents. */
export function bm25(query: string, documents: readonly string[]): number[] {
  const counts = documents.map((document) => countTerms(termsOf(document)));
  const lengths = counts.map((terms) => [...terms.values()].reduce((sum, count) => sum + count, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
  const wanted = [...new Set(termsOf(query))].map((term) => {
    const holding = counts.filter((terms) => terms.has(term)).length;
    return { term, rarity: Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5)) };
  });
  return counts.map((terms, place) => {
    const stretch = saturation * (1 - lengthWeight + (lengthWeight * (lengths[place] ?? 0)) / average);
    return wanted.reduce((sum, { term, rarity }) => {
      const count = terms.get(term) ?? 0;
      return sum + (rarity * count * (saturation + 1)) / (count + stretch);
    }, 0);
  });
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Returns the share of letter groups that the texts have in common, 0 to 1. */
export function likeness(query: string, documents: readonly string[]): number[] {
  const wanted = letterGroups(query);
  return documents.map((document) => {
    const groups = letterGroups(document);
    let shared = 0;
    for (const group of groups) if (wanted.has(group)) shared++;
    return (2 * shared) / Math.max(1, groups.size + wanted.size);
  });
}
