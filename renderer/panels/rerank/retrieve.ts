import type { EmbeddingSource } from '../../lib/corpus/embed-request.ts';
import type { EmbeddedTexts, EmbedTextsOptions } from '../../lib/corpus/embed-texts.ts';
import { failureText } from '../../lib/failures/failures.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { cosine } from '../../lib/vectors/cosine.ts';
import type { Retrieval } from './model/rank-set.ts';

interface RetrieveOptions {
  source: EmbeddingSource;
  /** How many of the nearest documents are selected. */
  k: number;
  /** Embedded together with the documents, which are embedded once. */
  queries: readonly string[];
  texts: readonly string[];
  signal: AbortSignal;
  ports: {
    embedTexts: (options: EmbedTextsOptions) => Promise<EmbeddedTexts>;
    beginWork: () => () => void;
    now: () => number;
  };
  onExchange: (exchangeId: string) => void;
  /** One per query, by its place. */
  onChange: (retrievals: Retrieval[]) => void;
}

/**
 * Embeds queries and documents and selects for each query the k documents nearest to it by cosine.
 *
 * @returns by query their indexes, nearest first; `null` when no candidates could be found, with the reason passed to
 * `onChange`.
 */
export async function retrieve(options: RetrieveOptions): Promise<(number[] | null)[]> {
  const { source, k, queries, texts, signal, ports, onExchange, onChange } = options;
  const started = ports.now();
  let requested: Retrieval = {
    model: source.model,
    k,
    state: 'running',
    cosines: texts.map(() => null),
    taken: [],
    calls: 0,
    settled: 0,
    ...(queries.length > 1 ? { queries: queries.length } : {}),
    tokens: null,
    ms: null,
    exchangeId: null,
    failure: null,
  };
  const change = (by: Partial<Retrieval>) => {
    requested = { ...requested, ...by };
    onChange(queries.map(() => requested));
  };
  change({});
  const endWork = ports.beginWork();
  // The queries are sent first, in the same requests as the documents: one model, one set of options.
  const { items, failure: why } = await ports.embedTexts({
    ...source,
    texts: [...queries, ...texts],
    signal,
    onExchange(exchangeId) {
      onExchange(exchangeId);
      change({ exchangeId, calls: requested.calls + 1 });
    },
    onProgress: ({ settled, batch: { tokens } }) =>
      change({ settled, tokens: tokens === null ? requested.tokens : (requested.tokens ?? 0) + tokens }),
  });
  endWork();
  const ms = ports.now() - started;
  const found = items.slice(queries.length);
  const retrievals = queries.map((_, nth): Retrieval => {
    const item = items[nth];
    const target = item?.vector;
    const cosines = texts.map((_, place) => {
      const vector = found[place]?.vector;
      const similarity = target && vector ? cosine(target, vector) : Number.NaN;
      return Number.isFinite(similarity) ? similarity : null;
    });
    if (signal.aborted) return { ...requested, state: 'cancelled', cosines, ms, failure: why };
    const taken = cosines
      .flatMap((similarity, place) => (similarity === null ? [] : { similarity, place }))
      .sort((one, other) => other.similarity - one.similarity || one.place - other.place)
      .slice(0, k)
      .map(({ place }) => place);
    const fault =
      why ??
      (taken.length === 0
        ? (item?.failure ?? found[0]?.failure ?? failureText('empty', strings().rerank.call.nothingNear))
        : null);
    // Documents without a vector do not affect the order of the others: the rest is ranked, and they are named.
    if (taken.length === 0 || !target) return { ...requested, state: 'failed', cosines, ms, failure: fault };
    return { ...requested, state: fault ? 'interrupted' : 'done', cosines, taken, ms, failure: fault };
  });
  onChange(retrievals);
  return retrievals.map(({ taken }) => (taken.length > 0 ? taken : null));
}
