import type { EmbeddedTexts, EmbedTextsOptions } from '../../lib/corpus/embed-texts.ts';
import type { EmbeddingSource } from '../../lib/corpus/embedding-draft.ts';
import { failureText } from '../../lib/failures/failures.ts';
import { strings } from '../../lib/i18n/strings.ts';
import { cosine } from '../../lib/vectors/cosine.ts';
import type { Retrieval } from './model/rank-set.ts';

interface RetrieveOptions {
  source: EmbeddingSource;
  /** How many of the nearest documents are selected. */
  k: number;
  query: string;
  texts: readonly string[];
  signal: AbortSignal;
  ports: {
    embedTexts: (options: EmbedTextsOptions) => Promise<EmbeddedTexts>;
    beginWork: () => () => void;
    now: () => number;
  };
  onExchange: (exchangeId: string) => void;
  onChange: (retrieval: Retrieval) => void;
}

/**
 * Embeds query and documents and selects the k documents nearest to the query by cosine.
 *
 * @returns their indexes, nearest first; `null` when no candidates could be found, with the reason passed to
 * `onChange`.
 */
export async function retrieve(options: RetrieveOptions): Promise<number[] | null> {
  const { source, k, query, texts, signal, ports, onExchange, onChange } = options;
  const started = ports.now();
  let retrieval: Retrieval = {
    model: source.model,
    k,
    state: 'running',
    cosines: texts.map(() => null),
    taken: [],
    calls: 0,
    settled: 0,
    tokens: null,
    ms: null,
    exchangeId: null,
    failure: null,
  };
  const change = (by: Partial<Retrieval>) => {
    retrieval = { ...retrieval, ...by };
    onChange(retrieval);
  };
  change({});
  const endWork = ports.beginWork();
  // The query is sent first, in the same requests as the documents: one model, one set of options.
  const { items, failure: why } = await ports.embedTexts({
    ...source,
    texts: [query, ...texts],
    signal,
    onExchange(exchangeId) {
      onExchange(exchangeId);
      change({ exchangeId, calls: retrieval.calls + 1 });
    },
    onProgress: ({ settled, batch: { tokens } }) =>
      change({ settled, tokens: tokens === null ? retrieval.tokens : (retrieval.tokens ?? 0) + tokens }),
  });
  endWork();
  const ms = ports.now() - started;
  const [queryItem, ...found] = items;
  const target = queryItem?.vector;
  const cosines = texts.map((_, place) => {
    const vector = found[place]?.vector;
    const similarity = target && vector ? cosine(target, vector) : Number.NaN;
    return Number.isFinite(similarity) ? similarity : null;
  });
  const taken = cosines
    .flatMap((similarity, place) => (similarity === null ? [] : { similarity, place }))
    .sort((one, other) => other.similarity - one.similarity || one.place - other.place)
    .slice(0, k)
    .map(({ place }) => place);
  if (signal.aborted) {
    change({ state: 'cancelled', cosines, ms, failure: why });
    return null;
  }
  const fault =
    why ??
    (taken.length === 0
      ? (queryItem?.failure ?? found[0]?.failure ?? failureText('empty', strings().rerank.call.nothingNear))
      : null);
  // Documents without a vector do not affect the order of the others: the rest is ranked, and they are named.
  if (taken.length === 0 || !target) {
    change({ state: 'failed', cosines, ms, failure: fault });
    return null;
  }
  change({ state: fault ? 'interrupted' : 'done', cosines, taken, ms, failure: fault });
  return taken;
}
