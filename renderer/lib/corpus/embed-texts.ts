import type { Failure, FailureCode } from '#shared/protocol/failure.ts';
import type { VectorEncoding } from '#shared/protocol/part.ts';
import { client } from '../client/client.ts';
import { failureText } from '../failures/failures.ts';
import { strings } from '../i18n/strings.ts';
import { followExchange } from '../runs/follow-exchange.ts';
import { type BatchLimits, defaultBatch, planBatches } from './batches.ts';
import {
  type EmbeddingSource,
  type EmbedPorts,
  type EmbedResult,
  embeddingDraft,
  requestVectors,
} from './embed-request.ts';

/** The outcome of one text. */
export interface EmbeddedItem {
  vector: Float32Array | null;
  /** Why there is no vector; also `null` while it was not requested. */
  failure: Failure | null;
  exchangeId: string | null;
  /**
   * Input tokens: exact when the text was alone in its request, else its share of the request's by length, a fraction.
   */
  tokens: number | null;
  isShare: boolean;
  /** Of the request it was in. */
  ms: number | null;
}

/** One request that has ended. */
export interface EmbedBatch {
  /** Places of its texts. */
  places: readonly number[];
  /** `split`: it was refused, and is requested again in two halves. */
  state: 'done' | 'short' | 'split' | 'failed' | 'stopped';
  exchangeId: string | null;
  tokens: number | null;
  ms: number | null;
  /** Deviations in its response. */
  oddities: readonly string[];
  failure: Failure | null;
}

export interface EmbedProgress {
  /** Texts that have a vector or a failure of their own. */
  settled: number;
  total: number;
  batch: EmbedBatch;
  /** The results of this batch, by place. */
  items: ReadonlyMap<number, EmbeddedItem>;
  encoding: VectorEncoding | null;
}

export interface EmbedTextsOptions extends EmbeddingSource {
  texts: readonly string[];
  batch?: Partial<BatchLimits> | undefined;
  signal?: AbortSignal | undefined;
  /** After each request. */
  onProgress?: ((progress: EmbedProgress) => void) | undefined;
  /** A request has a record on the wire. */
  onExchange?: ((exchangeId: string, places: readonly number[]) => void) | undefined;
}

export interface EmbeddedTexts {
  /** One per text, in their order. */
  items: EmbeddedItem[];
  /** Why it ended before every text was requested; `aborted` when it was stopped. */
  failure: Failure | null;
}

/** After this many single texts refused in a row, and none accepted, the texts are not the cause. */
const maxRefusalsInRow = 4;

const pagePorts: EmbedPorts = {
  run: followExchange,
  cancel: (id) => void client.exchanges.cancel({ id }).catch(() => undefined),
};

/**
 * Embeds texts over the ordinary pipeline, in batches; every request is a recorded exchange. A batch that is refused
 * for its content is split until the offending text is found; any other failure ends the run, and earlier results are
 * kept. Never rejects.
 */
export async function embedTexts(
  { texts, batch, signal = new AbortController().signal, onProgress, onExchange, ...source }: EmbedTextsOptions,
  ports: EmbedPorts = pagePorts,
): Promise<EmbeddedTexts> {
  const limits = { ...defaultBatch, ...batch };
  const items = texts.map(() => untouched);
  const waiting = planBatches(texts, limits);
  let ending: Failure | null = null;
  let refused = 0;
  let settled = 0;

  const settle = (places: readonly number[], answer: EmbedResult, why: Failure | null) => {
    const found = settledItems(places, texts, answer, why);
    for (const [place, item] of found) {
      items[place] = item;
      settled += 1;
    }
    return found;
  };

  const perform = async (places: readonly number[]) => {
    const draft = embeddingDraft(
      source,
      places.map((place) => texts[place] as string),
    );
    const answer = await requestVectors(draft, places.length, ports, {
      signal,
      onExchange: (id) => onExchange?.(id, places),
    });
    const { failure: why, exchangeId, tokens, ms, encoding, oddities } = answer;
    const notify = (state: EmbedBatch['state'], found: ReadonlyMap<number, EmbeddedItem>) =>
      onProgress?.({
        settled,
        total: texts.length,
        batch: { places, state, exchangeId, tokens, ms, oddities, failure: why },
        items: found,
        encoding,
      });
    if (!why) {
      refused = 0;
      const found = settle(places, answer, missing(exchangeId));
      return notify(answer.vectors.includes(null) ? 'short' : 'done', found);
    }
    if (isAboutTexts(why)) {
      if (places.length > 1) {
        const half = Math.ceil(places.length / 2);
        waiting.unshift(places.slice(0, half), places.slice(half));
        return notify('split', new Map());
      }
      refused += 1;
      const found = settle(places, answer, why);
      notify('failed', found);
      if (refused < maxRefusalsInRow || settled > refused) return;
    }
    // Concurrent requests run to their own end; no new one is started.
    ending ??= why;
    notify(why.code === 'aborted' ? 'stopped' : 'failed', settle(places, answer, null));
  };

  const lane = async () => {
    for (let next = waiting.shift(); next && !ending && !signal.aborted; next = waiting.shift()) await perform(next);
  };
  // A batch that was split while the other lanes ran dry is picked up by the lane that split it.
  await Promise.all(Array.from({ length: Math.max(1, limits.atOnce) }, lane));
  return { items, failure: ending ?? (signal.aborted && items.includes(untouched) ? stopped() : null) };
}

const untouched: EmbeddedItem = {
  vector: null,
  failure: null,
  exchangeId: null,
  tokens: null,
  isShare: false,
  ms: null,
};

/** Returns the results of a response: texts with a vector, and the others if `why` applies to them. */
function settledItems(
  places: readonly number[],
  texts: readonly string[],
  { vectors, exchangeId, tokens, ms }: EmbedResult,
  why: Failure | null,
): Map<number, EmbeddedItem> {
  const characters = places.reduce((sum, place) => sum + (texts[place]?.length ?? 0), 0);
  const found = new Map<number, EmbeddedItem>();
  for (const [at, place] of places.entries()) {
    const vector = vectors[at] ?? null;
    if (!vector && !why) continue;
    const share = places.length > 1;
    const part = share ? (texts[place]?.length ?? 0) / Math.max(1, characters) : 1;
    found.set(place, {
      vector,
      failure: vector ? null : why,
      exchangeId,
      tokens: vector && tokens !== null ? tokens * part : null,
      isShare: share,
      ms,
    });
  }
  return found;
}

const missing = (exchangeId: string | null) => failureText('empty', strings().texts.vectors.missing, exchangeId);

const stopped = () => failureText('aborted', strings().texts.vectors.stopped);

/** Codes with which a gateway refuses the content of a request, rather than the key or the timing. */
const aboutContent: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'parameter',
  'rejected',
  'moderated',
  'too-big-for-server',
  'too-large',
  'empty',
  'in-band',
  'server',
  'upstream',
]);

/**
 * Returns whether a smaller request may isolate the text that was refused. No when the failure is temporary, is about
 * the key, the model or the network, or names another field than the texts.
 */
export const isAboutTexts = ({ code, param, retryable }: Failure): boolean =>
  aboutContent.has(code) && !(retryable && code !== 'rejected') && (!param || /^(input|texts?|content)/.test(param));
