import * as z from 'zod/mini';
import type { Money } from '../cost/money.ts';
import type { Failure, RunState, SentFlag } from '../protocol/failure.ts';
import { type FileRef, joinParts, type Part, type Timeline, type Usage } from '../protocol/part.ts';
import { type RouteId, routeIds } from '../protocol/route.ts';
import { deadlineChoice, identifier, nativeKeyStyles } from './connections.ts';
import { call, out, stream } from './define.ts';

const text = (max: number) => z.string().check(z.maxLength(max));

/** A file inside a JSON body: when it is sent, its base64 replaces every occurrence of `token`, which is random. */
export const inlineFile = z.object({ token: text(80), fileId: identifier });

export const formField = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), name: text(256), value: text(1_000_000) }),
  z.object({ kind: z.literal('file'), name: text(256), fileId: identifier }),
]);

export const draftBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  /** Sent byte for byte as UTF-8. */
  z.object({
    kind: z.literal('json'),
    text: text(200_000_000),
    inline: z._default(z.array(inlineFile), []),
  }),
  z.object({ kind: z.literal('form'), fields: z.array(formField) }),
  /** Any other media type, sent as UTF-8; for custom requests. */
  z.object({ kind: z.literal('text'), text: text(200_000_000), mediaType: text(200) }),
]);

/** Where a request came from. `core`: made by Patchbay itself, such as a listing or a poll. */
export const origins = ['panel', 'check', 'replay', 'terminal', 'core'] as const;
export type Origin = (typeof origins)[number];

export const customMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
export const customKeyStyles = ['bearer', 'x-vendor-api-key', 'x-goog-api-key', 'query', 'none'] as const;
export type CustomKeyStyle = (typeof customKeyStyles)[number];

/** A request to a path that is not in the route table: what `routeId: 'custom'` needs besides the rest of the draft. */
export const customRequest = z.object({
  method: z.enum(customMethods),
  /** Appended to the saved base address, which it cannot leave, such as `/vendor/tasks`. Query pairs are separate. */
  path: text(2000),
  keyStyle: z._default(z.enum(customKeyStyles), 'bearer'),
});
export type CustomRequest = z.output<typeof customRequest>;

/** Everything that makes up a request, except the secret. Panels, the terminal and checks all use this type. */
export const draft = z.object({
  connectionId: identifier,
  /** Absent: the first key of the connection, or none if it has none. */
  keyId: z.optional(identifier),
  routeId: z.enum(routeIds),
  /** Path parameters by name. */
  params: z._default(z.record(z.string(), text(512)), {}),
  query: z._default(z.array(z.tuple([text(256), text(4096)])), []),
  headers: z._default(z.array(z.tuple([text(256), text(4096)])), []),
  body: draftBody,
  /** Only for the route `custom`. */
  custom: z.optional(customRequest),
  options: z._default(
    z.object({
      /** Continue and record after the page disconnects. Only `cancel` ends it. */
      finishAlone: z._default(z.boolean(), true),
      /** Send even if the body looks like another protocol's. */
      allowMisuse: z._default(z.boolean(), false),
      /** For this request only; overrides the connection's. */
      deadlines: z._default(deadlineChoice, {}),
      /** On a native route, for this request only; overrides the connection's. */
      nativeKeyStyle: z.optional(z.enum(nativeKeyStyles)),
      /** What made the request, for filters. */
      origin: z._default(z.enum(origins), 'panel'),
      /** A refusal is expected, as for a free request of a check, and does not count as a failure. */
      expectRefusal: z.optional(z.boolean()),
      /** Paths of body fields that Patchbay added: left out once a refusal names one, and sent again without it. */
      added: z.optional(z.array(text(200)).check(z.maxLength(20))),
    }),
    { finishAlone: true, allowMisuse: false, deadlines: {}, origin: 'panel' },
  ),
});
export type Draft = z.output<typeof draft>;
export type DraftInput = z.input<typeof draft>;
export type DraftBody = z.output<typeof draftBody>;

/** The request as it would be sent, or why it cannot be. It never contains the secret. */
export interface Preview {
  method: string;
  /** Final address; a key in the query is redacted. */
  address: string;
  headers: [name: string, value: string][];
  /** Exact body size; `null` for a form whose files have not been read yet. */
  bodyBytes: number | null;
  /** Only with `withBody`: the body as it would be recorded, with files named instead of included. */
  body?: string;
  problem: Failure | null;
}

export type ExchangeState = 'running' | RunState;
export interface ExchangeSummary {
  id: string;
  routeId: RouteId;
  connectionId: string;
  connectionName: string;
  keyAlias: string | null;
  model: string | null;
  method: string;
  /** Redacted. */
  address: string;
  state: ExchangeState;
  status: number | null;
  failureCode: Failure['code'] | null;
  finishReason: string | null;
  startedAt: number;
  durationMs: number | null;
  sentBytes: number;
  receivedBytes: number;
  events: number;
  pinned: boolean;
  origin: Origin;
  /** A refusal was expected and was received: not a failure, and not listed as broken. */
  refusedAsPlanned: boolean;
  /** The number of warnings, and the code of the first. */
  warningCount: number;
  firstWarning: string | null;
  /** What it cost; `null` while it runs, without a price, and for requests that cost nothing. */
  cost: (Money & { isEstimate: boolean }) | null;
}

export interface ExchangeDetail extends ExchangeSummary {
  /** All redacted; order, letter case and duplicates exactly as sent. */
  request: { headers: [string, string][]; bodyBytes: number; mediaType: string | null };
  response: {
    status: number;
    statusText: string;
    httpVersion: string;
    headers: [string, string][];
    /** After content decoding, as recorded. */
    bodyBytes: number;
    mediaType: string | null;
  } | null;
  timeline: Timeline;
  sent: SentFlag;
  usage: Usage | null;
  failure: Failure | null;
  warnings: { code: string; message: string }[];
  /** Attempt number, and the exchange of the first attempt. */
  attempt: number;
  firstId: string;
  /** One sentence on what happened, from its timeline, its warnings and its outcome. */
  verdict: string;
  /** Deadlines in force, and what set each of them. */
  deadlines: {
    name: 'connectMs' | 'headersMs' | 'idleMs' | 'totalMs';
    ms: number | null;
    from: 'route' | 'connection' | 'request';
  }[];
  /** Address of the proxy without credentials; `null` for a direct connection. */
  proxy: string | null;
  /** The draft it was sent from, so that it can be reopened; `null` for exchanges made by the core itself. */
  draft: DraftInput | null;
}

/** One row of the Events tab. */
export interface EventRow {
  index: number;
  /** When its last byte arrived, in milliseconds after the start of the exchange. */
  atMs: number;
  sizeBytes: number;
  name: string | null;
  /** Type of the first part read from it, or `end-mark`, `malformed`, `ignored`. */
  kind: string;
  /** Short text for the row: the delta itself, a finish reason, a count. Redacted. */
  summary: string;
  /** The data of the event, at most 64 KiB, redacted. */
  data: string;
}

/** A byte range of a recorded body of `totalBytes`. */
export interface BodyWindow {
  totalBytes: number;
  offset: number;
  /** Base64 of the range, redacted. */
  base64: string;
}

/** Arrival of the response over time, for the timeline and the chunk chart. */
export type ChunkMark = { atMs: number; sizeBytes: number };

/** Filter for lists of exchanges; all given conditions must match. */
export const exchangeFilter = z.object({
  routeId: z.optional(z.enum(routeIds)),
  connectionId: z.optional(identifier),
  /** Only exchanges that began at this time or later, in milliseconds since 1970. */
  after: z.optional(z.number()),
  keyAlias: z.optional(text(80)),
  model: z.optional(text(300)),
  /** One status, or a class by its first digit; 0 for exchanges without a status. */
  status: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(999))),
  /** `working`: done; `odd`: done with warnings; `broken`: failed or interrupted, and the refusal was not expected. */
  outcome: z.optional(z.enum(['working', 'odd', 'broken', 'running', 'cancelled'])),
  failureCode: z.optional(text(40)),
  origin: z.optional(z.enum(origins)),
  pinned: z.optional(z.boolean()),
  /** Every word must occur in the searchable facts of the exchange. */
  text: z.optional(text(500)),
});
export type ExchangeFilter = z.output<typeof exchangeFilter>;

/** How a list can be sorted. Exchanges without a value come last; of equal ones the newest comes first. */
export const exchangeOrder = z.object({
  by: z.enum(['started', 'address', 'model', 'connection', 'key', 'status', 'duration', 'received', 'cost']),
  descending: z.boolean(),
});
export type ExchangeOrder = z.output<typeof exchangeOrder>;

export interface ExchangeCounts {
  total: number;
  /** Bytes of bodies stored on disk. */
  storedBytes: number;
  pinned: number;
  broken: number;
  odd: number;
  byRoute: Partial<Record<RouteId, number>>;
  byOrigin: Partial<Record<Origin, number>>;
  keyAliases: string[];
  models: string[];
}

export const snippetLanguages = ['curl', 'fetch', 'node-openai', 'python-requests', 'python-openai', 'httpie'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** A snippet that repeats a request. It reads the key from `PATCHBAY_API_KEY`. */
export interface Snippet {
  text: string;
  /** How the snippet differs from what Patchbay sent, in sentences; empty when it repeats the request exactly. */
  notes: string[];
}

/** How long exchanges are kept; pinned ones are never deleted. */
export const retention = z.object({
  days: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(3650))),
  exchanges: z.number().check(z.int(), z.minimum(100), z.maximum(1_000_000)),
  bytes: z.number().check(z.int(), z.minimum(50_000_000), z.maximum(1_000_000_000_000)),
});
export type Retention = z.output<typeof retention>;
const byId = z.object({ id: identifier });

export const exchanges = {
  preview: call(z.object({ ...draft.shape, withBody: z.optional(z.boolean()) }), out<Preview>()),
  /**
   * Sends a request. The first part is `run-start`, the last `run-end`, which also reports failures. With an
   * `exchangeId` it is sent once, however often this is called: later calls follow the exchange as `watch` does.
   */
  run: stream(z.object({ ...draft.shape, exchangeId: z.optional(identifier) }), out<Part>(), joinParts),
  /** Follows an exchange from its first part, live or from the record; ends with `run-end`. */
  watch: stream(byId, out<Part>(), joinParts),
  cancel: call(byId, out<void>()),
  /** Downloads media at a URL that a recorded response names, once more; the record has its file from then on. */
  fetchMedia: call(z.object({ id: identifier, url: text(4096) }), out<FileRef>()),
  list: call(
    z.object({
      limit: z._default(z.number().check(z.minimum(1), z.maximum(500)), 100),
      /** Only exchanges that began before this time, for paging. */
      before: z.optional(z.number()),
      /** Sorts all matching exchanges, not only one page. Default: newest first. */
      order: z.optional(exchangeOrder),
      /** How many to skip, for paging a sorted list. */
      offset: z.optional(z.number().check(z.int(), z.minimum(0))),
      ...exchangeFilter.shape,
    }),
    out<ExchangeSummary[]>(),
  ),
  counts: call(exchangeFilter, out<ExchangeCounts>()),
  get: call(byId, out<ExchangeDetail>()),
  body: call(
    z.object({
      id: identifier,
      side: z.enum(['request', 'response']),
      offset: z._default(z.number().check(z.minimum(0)), 0),
      length: z._default(z.number().check(z.minimum(1), z.maximum(4_194_304)), 262_144),
    }),
    out<BodyWindow>(),
  ),
  /** Streams event rows starting at `from`; follows a live exchange until it ends. */
  events: stream(z.object({ id: identifier, from: z._default(z.number().check(z.minimum(0)), 0) }), out<EventRow>()),
  chunks: call(byId, out<ChunkMark[]>()),
  snippet: call(z.object({ id: identifier, language: z.enum(snippetLanguages) }), out<Snippet>()),
  /** As `snippet`, for a request that has not been sent. */
  draftSnippet: call(z.object({ draft, language: z.enum(snippetLanguages) }), out<Snippet>()),
  /** Exports these exchanges as HAR 1.2, oldest first, redacted. */
  har: call(z.object({ ids: z.array(identifier).check(z.minLength(1), z.maxLength(5000)) }), out<FileRef>()),
  /** Saves a recorded body as a file, redacted, named after its route and media type. */
  keepBody: call(z.object({ id: identifier, side: z.enum(['request', 'response']) }), out<FileRef>()),
  retention: call(z.object({}), out<Retention>()),
  setRetention: call(retention, out<void>()),
  pin: call(z.object({ id: identifier, pinned: z.boolean() }), out<void>()),
  forget: call(z.object({ ids: z.array(identifier).check(z.maxLength(1000)) }), out<void>()),
};
