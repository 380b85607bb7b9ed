import type { DraftInput } from '#shared/contract/exchanges.ts';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { Part, VectorEncoding } from '#shared/protocol/part.ts';
import { failureText } from '../failures/failures.ts';
import { strings } from '../i18n/strings.ts';

/** What one request gave. */
export interface EmbedResult {
  /** By the place of the text in the request; `null` where the answer held none. */
  vectors: (Float32Array | null)[];
  exchangeId: string | null;
  /** Input tokens as reported for the whole request. */
  tokens: number | null;
  /** From the start of the request to its end. */
  ms: number | null;
  encoding: VectorEncoding | null;
  /** What was odd about the answer and was read all the same, in the words of the core. */
  oddities: string[];
  /** Why it did not end well; vectors that came before are kept. */
  failure: Failure | null;
}

export interface EmbedPorts {
  run: (draft: DraftInput, options: { signal: AbortSignal }) => AsyncIterable<Part>;
  /** Ends an exchange on the wire. */
  cancel: (exchangeId: string) => void;
}

/** Sends one request and gathers its vectors. Never rejects. */
export async function askForVectors(
  draft: DraftInput,
  count: number,
  { run, cancel }: EmbedPorts,
  { signal, onExchange }: { signal: AbortSignal; onExchange?: ((exchangeId: string) => void) | undefined },
): Promise<EmbedResult> {
  const answer: EmbedResult = {
    vectors: Array.from({ length: count }, () => null),
    exchangeId: null,
    tokens: null,
    ms: null,
    encoding: null,
    oddities: [],
    failure: null,
  };
  const leaving = new AbortController();
  // A request that is on the wire is ended there, so that its record says so; one that is not yet is left.
  const stop = () => (answer.exchangeId ? cancel(answer.exchangeId) : leaving.abort());
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    for await (const part of run(draft, { signal: leaving.signal })) {
      if (part.type === 'run-start') {
        answer.exchangeId = part.exchangeId;
        onExchange?.(part.exchangeId);
        if (signal.aborted) cancel(part.exchangeId);
      }
      take(answer, part);
    }
    // Only an answer that was read to its end can be called short.
    answer.failure ??= answer.vectors.every((vector) => vector === null) ? nothingCame(answer.exchangeId) : null;
  } catch (thrown) {
    answer.failure = signal.aborted ? stopped(answer.exchangeId) : AppError.from(thrown);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return answer;
}

function take(answer: EmbedResult, part: Part): void {
  if (part.type === 'vector') {
    // A gateway that numbers its vectors beyond the texts gave something that belongs to none of them.
    if (part.index < answer.vectors.length) answer.vectors[part.index] = Float32Array.from(part.values);
    answer.encoding = part.encoding ?? answer.encoding;
  } else if (part.type === 'warning') {
    answer.oddities.push(part.message);
  } else if (part.type === 'usage-report') {
    answer.tokens = part.inputTokens ?? part.totalTokens;
  } else if (part.type === 'run-end') {
    answer.ms = part.timeline.endMs;
    if (part.state === 'cancelled') answer.failure = stopped(answer.exchangeId);
    else if (part.error) answer.failure = { ...part.error, exchangeId: part.error.exchangeId ?? part.exchangeId };
  }
}

const stopped = (exchangeId: string | null) =>
  failureText('aborted', strings().texts.vectors.stoppedBefore, exchangeId);

const nothingCame = (exchangeId: string | null) => failureText('empty', strings().texts.vectors.none, exchangeId);
