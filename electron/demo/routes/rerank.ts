import type { AuthorizedRequest } from '../incoming-request.ts';
import { countTokens } from '../language/tokens.ts';
import { bm25, likeness } from '../ranking/bm25.ts';
import { readRerankRequest } from '../ranking/rerank-request.ts';
import { jsonReply, type Reply } from '../responses/reply.ts';

/** POST /v1/rerank: the documents by relevance, with the usage that new-api adds and nothing else. */
export function rerank(authorized: AuthorizedRequest): Reply {
  const { model, query, documents, topN, returnsDocuments } = readRerankRequest(authorized);
  const texts = documents.map(({ text }) => text);
  const alike = likeness(query, texts);
  const words = model === 'demo-rerank-letters' ? alike.map((share) => share * 10) : bm25(query, texts);
  const results = words
    .map((score, index) => ({ index, score: squash(score + (alike[index] ?? 0) * 0.2) }))
    // Of equal documents the earlier one comes first.
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

/** Into 0 to 1, so that one common word is worth about a third. */
const squash = (score: number): number => Math.round((score / (score + 2)) * 1e6) / 1e6;

const asDocument = (given: unknown): unknown => (typeof given === 'string' ? { text: given } : given);

/** New-api answers with a whole chat usage whose other counts are zero. */
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
