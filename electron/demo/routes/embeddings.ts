import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuthorizedRequest } from '../incoming-request.ts';
import { jsonReply, type Reply } from '../responses/reply.ts';
import { readEmbeddingsRequest } from '../vectors/embeddings-request.ts';
import { hashedVector, packFloats } from '../vectors/hashed-vector.ts';

/** Items made in one go: this process may have a window to keep alive. */
const itemsAtOnce = 32;

/** POST /v1/embeddings */
export async function embeddings(authorized: AuthorizedRequest): Promise<Reply> {
  const { model, sizes, dimensions, asBase64, items, tokens } = readEmbeddingsRequest(authorized);
  const data: unknown[] = [];
  for (const [index, { features }] of items.entries()) {
    const values = hashedVector(model, features(), sizes.dimensions, dimensions);
    data.push({ object: 'embedding', index, embedding: asBase64 ? packFloats(values) : values });
    if (index % itemsAtOnce === itemsAtOnce - 1) await nextTurn(undefined, { signal: authorized.signal });
  }
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return jsonReply({ object: 'list', data, model, usage }, 'embeddings', Math.min(tokens / 20, 30));
}
