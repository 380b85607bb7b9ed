/** The protocol as data: what one row of the route table says. Rows live in `table.ts`. */

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
 * `compatible` lives under `/v1` with a Bearer key, `native` under `/v1beta` with the native key header; `custom` is a path
 * that the person names, with the key where the draft says.
 */
export type RouteFamily = 'compatible' | 'native' | 'custom';

/** Groups as the interface shows them, in order. */
export type RouteGroup = 'text' | 'vectors' | 'images' | 'audio' | 'video' | 'native' | 'custom';

/** `any`: the draft decides. */
export type BodyKind = 'none' | 'json' | 'form' | 'any';

/** Names the reader that turns an answer's bytes into parts. */
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
 * When a request may be sent again without asking: `always` (it creates nothing), `not-sent` (only while no byte of it
 * reached the gateway). Nothing that may have been processed is ever repeated by itself.
 */
export type Repeatable = 'always' | 'not-sent';

/** Time limits in milliseconds; `null` means no limit. Each is a default that a connection may change. */
export interface Deadlines {
  /** Name look-up, TCP and TLS together. */
  connectMs: number;
  /** From the last request byte to the response headers, and from these to the first content. */
  headersMs: number;
  /** Between two body bytes, and between two pieces of content: keep-alives are bytes alone. */
  idleMs: number;
  /** The whole exchange. */
  totalMs: number | null;
}

export interface Route {
  id: RouteId;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Joined to the base address; `{name}` marks a path parameter. */
  path: string;
  family: RouteFamily;
  group: RouteGroup;
  transport: 'http' | 'websocket';
  body: BodyKind;
  /** A JSON body may come as a form as well, so that files can go along as they are. */
  alsoForm: boolean;
  /** Body fields that the gateway demands, in the order a form shows them. */
  needs: readonly string[];
  reader: ReaderKind;
  /**
   * How a streamed answer is asked for: `field` sets `"stream": true` in the body, `always` streams without asking,
   * `never` does not stream.
   */
  streams: 'field' | 'always' | 'never';
  /** Query parameters that belong to the route itself. */
  query?: Readonly<Record<string, string>>;
  deadlines: Deadlines;
  /** Limits that replace some of `deadlines` when the answer is asked for as a stream. */
  streamDeadlines?: Deadlines;
  repeatable: Repeatable;
  /** True where one call can cost far more than a few tokens; checks ask before they use such a route. */
  costly: boolean;
  /** True for a route that the service does not list; hidden until the connection exposes it. */
  optIn: boolean;
}
