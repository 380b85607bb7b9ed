import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { ModelRecord, Part } from '#shared/protocol/part.ts';
import type { ListingRoute } from './listings.ts';

/** Runs a draft through the exchange pipeline, recorded like any other. The last part is `run-end`. */
export type Perform = (draft: Draft) => AsyncIterable<Part>;

export interface ListingRequest {
  models: ModelRecord[];
  exchangeIds: string[];
  /** Why the listing is incomplete; `models` then contains the pages before the failure. */
  failure: Failure | null;
  /** Status of the last page; `null` without a response. */
  status: number | null;
  /** From the request to the headers of the first page, in milliseconds; `null` without a response. */
  latencyMs: number | null;
}

/** A listing may be paged; more pages than this mean that the gateway is looping. */
const pageLimit = 50;

/** The query parameter that requests the next page. */
const pageFields: Readonly<Record<ListingRoute, string>> = { models: 'after_id', 'native.models': 'pageToken' };

const empty = {
  params: {},
  headers: [],
  body: { kind: 'none' },
  options: { finishAlone: true, allowMisuse: false, deadlines: {}, origin: 'core' },
} satisfies Partial<Draft>;

/** Requests one listing from a gateway, page by page; a native one with the key sent in `style`. */
export async function requestListing(
  perform: Perform,
  route: ListingRoute,
  connection: Pick<Draft, 'connectionId' | 'keyId'>,
  style?: NativeKeyStyle,
): Promise<ListingRequest> {
  const models: ModelRecord[] = [];
  const exchangeIds: string[] = [];
  const tokens = new Set<string>();
  const options = style === undefined ? empty.options : { ...empty.options, nativeKeyStyle: style };
  let token: string | null = null;
  let status: number | null = null;
  let latencyMs: number | null = null;
  do {
    const query: Draft['query'] = token === null ? [] : [[pageFields[route], token]];
    token = null;
    for await (const part of perform({ ...empty, ...connection, options, routeId: route, query })) {
      if (part.type === 'answer-start') status = part.status;
      else if (part.type === 'models') {
        models.push(...part.models);
        token = part.nextPage || null;
      } else if (part.type === 'run-end') {
        exchangeIds.push(part.exchangeId);
        latencyMs ??= part.timeline.headersMs;
        if (part.error) return { models, exchangeIds, failure: part.error, status: part.error.status, latencyMs };
      }
    }
    if (token === null || tokens.has(token)) break;
    tokens.add(token);
  } while (exchangeIds.length < pageLimit);
  return { models, exchangeIds, failure: null, status, latencyMs };
}
