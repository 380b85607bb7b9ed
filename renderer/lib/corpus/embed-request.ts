import type { DraftInput } from '#shared/contract/exchanges.ts';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { Part, VectorEncoding } from '#shared/protocol/part.ts';
import { failureText } from '../failures/failures.ts';
import { strings } from '../i18n/strings.ts';
import { type CallFacts, foldRun, newFacts, tokensOf } from '../runs/fold-run.ts';

/** Values of `encoding_format`; few models return quantized vectors, of bytes. */
export const encodingFormats = ['float', 'base64', 'int8', 'uint8'] as const;
export type EncodingFormat = (typeof encodingFormats)[number];

/** What the body contains besides model and texts. A field that is absent here is absent there. */
export interface EmbeddingOptions {
  encodingFormat?: EncodingFormat | undefined;
  dimensions?: number | undefined;
  user?: string | undefined;
}

export interface EmbeddingSource {
  connectionId: string;
  keyId?: string | undefined;
  model: string;
  options?: EmbeddingOptions | undefined;
}

/** Builds the request that embeds these texts; the preview shows the same bytes. */
export function embeddingDraft(
  { connectionId, keyId, model, options = {} }: EmbeddingSource,
  texts: readonly string[],
): DraftInput {
  const body = {
    model,
    input: texts,
    encoding_format: options.encodingFormat,
    dimensions: options.dimensions,
    user: options.user,
  };
  return {
    connectionId,
    ...(keyId ? { keyId } : {}),
    routeId: 'embeddings',
    body: { kind: 'json', text: JSON.stringify(body) },
  };
}

/** The result of one request. */
export interface EmbedResult {
  /** By the place of the text in the request; `null` where the response had none. */
  vectors: (Float32Array | null)[];
  exchangeId: string | null;
  /** Input tokens as reported for the whole request. */
  tokens: number | null;
  /** From the start of the request to its end. */
  ms: number | null;
  encoding: VectorEncoding | null;
  /** Deviations in the response that were tolerated, in the words of the core. */
  oddities: string[];
  /** Why it did not end well; vectors that arrived before are kept. */
  failure: Failure | null;
}

export interface EmbedPorts {
  run: (draft: DraftInput, options: { signal: AbortSignal }) => AsyncIterable<Part>;
  /** Cancels an exchange on the wire. */
  cancel: (exchangeId: string) => void;
}

/** Sends one request and collects its vectors. Never rejects. */
export async function requestVectors(
  draft: DraftInput,
  count: number,
  { run, cancel }: EmbedPorts,
  { signal, onExchange }: { signal: AbortSignal; onExchange?: ((exchangeId: string) => void) | undefined },
): Promise<EmbedResult> {
  const vectors: EmbedResult['vectors'] = Array.from({ length: count }, () => null);
  let facts: EmbedFacts = { ...newFacts, state: 'running', encoding: null };
  const leaving = new AbortController();
  // A request that is on the wire is cancelled there, so that its record says so; one that is not yet is dropped.
  const stop = () => (facts.exchangeId ? cancel(facts.exchangeId) : leaving.abort());
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    for await (const part of run(draft, { signal: leaving.signal })) {
      facts = take(facts, part, vectors);
      if (part.type !== 'run-start') continue;
      onExchange?.(part.exchangeId);
      if (signal.aborted) cancel(part.exchangeId);
    }
    // Only a response that was read to its end can be called short.
    if (!facts.failure && vectors.every((vector) => vector === null))
      facts = { ...facts, failure: nothingCame(facts.exchangeId) };
  } catch (thrown) {
    facts = { ...facts, failure: signal.aborted ? stopped(facts.exchangeId) : AppError.from(thrown) };
  } finally {
    signal.removeEventListener('abort', stop);
  }
  const { exchangeId, encoding, failure, endMs, warnings } = facts;
  const oddities = warnings.map(({ message }) => message);
  return { vectors, exchangeId, tokens: tokensOf(facts), ms: endMs, encoding, oddities, failure };
}

/** What is read from a response besides its vectors. */
interface EmbedFacts extends CallFacts {
  encoding: VectorEncoding | null;
}

/** Writes vectors into `vectors`; one numbered beyond the texts belongs to none of them. */
function take(before: EmbedFacts, part: Part, vectors: EmbedResult['vectors']): EmbedFacts {
  if (part.type === 'vector') {
    if (part.index < vectors.length) vectors[part.index] = Float32Array.from(part.values);
    return { ...before, encoding: part.encoding ?? before.encoding };
  }
  const facts = foldRun(before, part);
  if (part.type !== 'run-end') return facts;
  const error = part.error && { ...part.error, exchangeId: part.error.exchangeId ?? part.exchangeId };
  return { ...facts, failure: part.state === 'cancelled' ? stopped(facts.exchangeId) : error };
}

const stopped = (exchangeId: string | null) =>
  failureText('aborted', strings().texts.vectors.stoppedBefore, exchangeId);

const nothingCame = (exchangeId: string | null) => failureText('empty', strings().texts.vectors.none, exchangeId);
