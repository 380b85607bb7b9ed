import type { Draft } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/routes/failure.ts';
import type { ModelRecord, Part } from '#shared/routes/part.ts';
import type { ListingRoute } from './listings.ts';

/** Runs a draft through the exchange pipeline, recorded like every other. The last part is `run-end`. */
export type Perform = (draft: Draft) => AsyncIterable<Part>;

export interface AskedListing {
  models: ModelRecord[];
  exchangeIds: string[];
  /** Why the listing is not whole; `models` then holds the pages before it. */
  failure: Failure | null;
}

/** A native listing comes in pages; more of them than this is a gateway that goes in circles. */
const pageLimit = 50;

const empty = {
  params: {},
  headers: [],
  body: { kind: 'none' },
  options: { finishAlone: true, allowMisuse: false, deadlines: {}, origin: 'core' },
} satisfies Partial<Draft>;

/** Asks a gateway for one listing, page after page. */
export async function askListing(
  perform: Perform,
  route: ListingRoute,
  connection: Pick<Draft, 'connectionId' | 'keyId'>,
): Promise<AskedListing> {
  const models: ModelRecord[] = [];
  const exchangeIds: string[] = [];
  const tokens = new Set<string>();
  let token: string | null = null;
  do {
    const query: Draft['query'] = token === null ? [] : [['pageToken', token]];
    token = null;
    for await (const part of perform({ ...empty, ...connection, routeId: route, query })) {
      if (part.type === 'models') {
        models.push(...part.models);
        token = part.nextPage || null;
      } else if (part.type === 'run-end') {
        exchangeIds.push(part.exchangeId);
        if (part.error) return { models, exchangeIds, failure: part.error };
      }
    }
    if (token === null || route !== 'native.models' || tokens.has(token)) break;
    tokens.add(token);
  } while (exchangeIds.length < pageLimit);
  return { models, exchangeIds, failure: null };
}
