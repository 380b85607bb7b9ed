import type { Failure } from '#shared/protocol/failure.ts';
import type { VectorEncoding } from '#shared/protocol/part.ts';
import { client } from '../client/client.ts';
import { failureText } from '../failures/failures.ts';
import { strings } from '../i18n/strings.ts';
import { followExchange } from '../runs/follow-exchange.ts';
import { type BatchLimits, planBatches, usualBatch } from './batches.ts';
import { askForVectors, type EmbedPorts, type EmbedResult } from './embed-request.ts';
import { type EmbeddingSource, embeddingDraft } from './embedding-draft.ts';
import { isAboutTexts } from './refusal.ts';

/** What became of one text. */
export interface EmbeddedItem {
  vector: Float32Array | null;
  /** Why there is no vector; `null` also while it was not asked for. */
  failure: Failure | null;
  exchangeId: string | null;
  /** Input tokens: exact when the text was alone in its request, else its share of the request's by length, a fraction. */
  tokens: number | null;
  isShare: boolean;
  /** Of the request it was in. */
  ms: number | null;
}

/** One request that has ended. */
export interface EmbedBatch {
  /** Places of its texts. */
  places: readonly number[];
  /** `split`: it was refused, and is asked for again in two halves. */
  state: 'done' | 'short' | 'split' | 'failed' | 'stopped';
  exchangeId: string | null;
  tokens: number | null;
  ms: number | null;
  /** What was odd about its response. */
  oddities: readonly string[];
  failure: Failure | null;
}

export interface EmbedProgress {
  /** Texts that have a vector or a failure of their own. */
  settled: number;
  total: number;
  batch: EmbedBatch;
  /** What the batch settled, by place. */
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
  /** One for each text, in their order. */
  items: EmbeddedItem[];
  /** Why it ended before every text was asked for; `aborted` when it was stopped. */
  failure: Failure | null;
}

/** So many single texts refused one after the other, and none taken: it is not the texts. */
const hopeless = 4;

const pagePorts: EmbedPorts = {
  run: followExchange,
  cancel: (id) => void client.exchanges.cancel({ id }).catch(() => undefined),
};

/**
 * Embeds texts over the ordinary pipeline, in batches; every request is a recorded exchange. A batch that is refused for
 * what it holds is split until the text is found; any other failure ends the run, and what came before is kept. Never
 * rejects.
 */
export async function embedTexts(
  { texts, batch, signal = new AbortController().signal, onProgress, onExchange, ...source }: EmbedTextsOptions,
  ports: EmbedPorts = pagePorts,
): Promise<EmbeddedTexts> {
  const limits = { ...usualBatch, ...batch };
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
    const answer = await askForVectors(draft, places.length, ports, {
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
      if (refused < hopeless || settled > refused) return;
    }
    // Requests that are under way beside this one come to their own end; no other is begun.
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

/** What an answer settled: texts with a vector, and the others if `why` is theirs. */
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
