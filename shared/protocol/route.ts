/** The protocol as data: one row of the route table. Rows are in `table.ts`. */

export const routeIds = [
  'chat.completions',
  'responses',
  'responses.compact',
  'models',
  'embeddings',
  'images.generations',
  'images.edits',
  'edits',
  'audio.transcriptions',
  'audio.translations',
  'audio.speech',
  'rerank',
  'realtime',
  'video.generations',
  'video.generations.get',
  'videos',
  'videos.get',
  'videos.content',
  'videos.remix',
  'native.models',
  'native.generateContent',
  'native.streamGenerateContent',
  'custom',
] as const;

export type RouteId = (typeof routeIds)[number];

/**
 * `compatible`: under `/v1` with a Bearer key; `native`: under `/v1beta` with the native key header; `custom`: a
 * user-defined path, with the key where the draft puts it.
 */
export type RouteFamily = 'compatible' | 'native' | 'custom';

/** Groups as the interface shows them, in order. */
export type RouteGroup = 'text' | 'vectors' | 'images' | 'audio' | 'video' | 'native' | 'custom';

/** `any`: the draft decides. */
export type BodyKind = 'none' | 'json' | 'form' | 'any';

/** The reader that turns the bytes of a response into parts. */
export type ReaderKind =
  | 'chat'
  | 'responses'
  | 'compact'
  | 'native'
  | 'models'
  | 'native-models'
  | 'embeddings'
  | 'images'
  | 'edits'
  | 'transcript'
  | 'speech'
  | 'rerank'
  | 'task'
  | 'video'
  | 'frames'
  | 'anything';

/**
 * When a request may be retried automatically: `always` (it creates nothing), `not-sent` (only while no byte of it
 * reached the gateway). A request that may have been processed is never repeated automatically.
 */
export type Repeatable = 'always' | 'not-sent';

/** Deadlines in milliseconds; `null` means no limit. Defaults that a connection may override. */
export interface Deadlines {
  /** Name look-up, TCP and TLS together. */
  connectMs: number;
  /** From the last request byte to the response headers, and from these to the first content. */
  headersMs: number;
  /** Between two body bytes, and between two chunks of content: keep-alives count only as bytes. */
  idleMs: number;
  /** The whole exchange. */
  totalMs: number | null;
}

export interface Route {
  id: RouteId;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Appended to the base address; `{name}` marks a path parameter. */
  path: string;
  family: RouteFamily;
  group: RouteGroup;
  transport: 'http' | 'websocket';
  body: BodyKind;
  /** The body may also be a form, so that files are sent unencoded. */
  alsoForm: boolean;
  /** Required body fields, in the order used in a form. */
  needs: readonly string[];
  reader: ReaderKind;
  /**
   * How a streamed response is requested: `field` sets `"stream": true` in the body, `always` streams without a request
   * field, `never` does not stream.
   */
  streams: 'field' | 'always' | 'never';
  /** Query parameters that belong to the route itself. */
  query?: Readonly<Record<string, string>>;
  deadlines: Deadlines;
  /** Replaces some of `deadlines` when a streamed response is requested. */
  streamDeadlines?: Deadlines;
  repeatable: Repeatable;
  /** One call can cost far more than a few tokens; checks need permission to use such a route. */
  costly: boolean;
  /** The service does not list this route; hidden until the connection exposes it. */
  optIn: boolean;
}
