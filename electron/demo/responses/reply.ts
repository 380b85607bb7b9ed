/** The role of a step, so that scenarios can find it: `whole` is a response that is not streamed. */
export type Mark = 'whole' | 'open' | 'reasoning' | 'text' | 'tool' | 'frame' | 'finish' | 'usage' | 'done';

/**
 * One thing that happens on the wire while a reply is played. `send` writes a document in the form of the reply, `raw`
 * writes exactly these bytes; `close` ends the connection without ending the message, `reset` resets it, `hang` keeps
 * it open in silence until the client disconnects. `tokens` is what the step costs at the current pace.
 */
export type Step =
  | { do: 'send'; mark: Mark; document: unknown; event?: string; tokens?: number }
  | { do: 'raw'; bytes: string | Uint8Array; tokens?: number }
  | { do: 'wait'; ms: number }
  | { do: 'hang' | 'reset' | 'close' };

/** The schema of the documents of a reply. */
type Dialect =
  | 'chat'
  | 'responses'
  | 'compact'
  | 'native'
  | 'models'
  | 'native-models'
  | 'embeddings'
  | 'rerank'
  | 'images'
  | 'edits'
  | 'transcript'
  | 'tasks'
  | 'none';

/** How documents are written: one JSON text, server-sent events, or a JSON array that arrives chunk by chunk. */
type Form = 'json' | 'events' | 'array';

/**
 * A response as a plan. Routes create replies, scenarios change them, and one player plays them: nothing else writes to
 * the connection.
 */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  dialect: Dialect;
  form: Form;
  steps: Iterable<Step>;
  /** Time to wait before the status line. */
  delayMs?: number;
  /** True when the steps are all there is: no status line and no headers are written before them. */
  isBare?: boolean;
}

export const isStreamed = (reply: Reply): boolean => reply.form !== 'json';

/** Returns a reply of one JSON document. `tokens` delays it as long as generating it would take. */
export function jsonReply(document: unknown, dialect: Dialect = 'none', tokens = 0): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    dialect,
    form: 'json',
    steps: [{ do: 'send', mark: 'whole', document, tokens }],
  };
}

/** Returns a JSON document with another status. */
export const refusedWith = (status: number, document: unknown): Reply => ({ ...jsonReply(document), status });

/**
 * Returns a streamed reply with the headers that new-api sets: an event stream without a charset, and no proxy
 * buffering.
 */
export function eventReply(steps: Iterable<Step>, dialect: Dialect): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' },
    dialect,
    form: 'events',
    steps,
  };
}

/** Returns a streamed reply as one JSON array in chunks: the native protocol without `alt=sse`. */
export function arrayReply(steps: Iterable<Step>, dialect: Dialect): Reply {
  return {
    ...eventReply(steps, dialect),
    headers: { 'content-type': 'application/json; charset=utf-8' },
    form: 'array',
  };
}

/** Returns a reply of given bytes. */
export function rawReply(status: number, type: string | null, bytes: string | Uint8Array): Reply {
  return {
    status,
    headers: type === null ? {} : { 'content-type': type },
    dialect: 'none',
    form: 'json',
    steps: bytes.length === 0 ? [] : [{ do: 'raw', bytes }],
  };
}

/** Returns how file hosts refuse an address: in XML. */
export const storageError = (status: number, code: string, message: string): Reply =>
  rawReply(
    status,
    'application/xml',
    `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );

/** Returns a reply of bytes written straight to the connection, which then ends. */
export function bareReply(...steps: Step[]): Reply {
  return { status: 0, headers: {}, dialect: 'none', form: 'json', steps, isBare: true };
}

/** Returns the text of one server-sent event. A string is written unchanged, anything else as JSON. */
export function eventText(document: unknown, event?: string): string {
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}data: ${typeof document === 'string' ? document : JSON.stringify(document)}\n\n`;
}

/** Yields the same steps with every document written out as bytes in the form of the reply. */
export function* written(reply: Reply): Generator<Step> {
  let sent = 0;
  for (const step of reply.steps) {
    if (step.do !== 'send') {
      yield step;
      continue;
    }
    const bytes =
      reply.form === 'events'
        ? eventText(step.document, step.event)
        : `${reply.form === 'json' ? '' : sent === 0 ? '[' : ',\n'}${JSON.stringify(step.document)}`;
    sent++;
    yield { do: 'raw', bytes, tokens: step.tokens ?? 0 };
  }
  if (reply.form === 'array' && sent > 0) yield { do: 'raw', bytes: ']' };
}

export interface GatewayError {
  message: string;
  type?: string;
  code?: string | number | null;
  param?: string | null;
}

/** Thrown anywhere while a request is handled: the request ends with this reply instead. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`refused with status ${reply.status}`);
    this.reply = reply;
  }
}

/** A request with its id. */
interface Numbered {
  readonly requestId: string;
}

/** Appends the gateway's request id to a message, as gateways do so that support can find it. */
export const signed = (message: string, { requestId }: Numbered): string => `${message} (request id: ${requestId})`;

/** Returns the error shape of relay routes, native ones included: message, type, param and code. */
export function relayError(incoming: Numbered, status: number, error: GatewayError): Reply {
  const { message, type = 'new_api_error', code = null, param = '' } = error;
  return refusedWith(status, { error: { message: signed(message, incoming), type, param, code } });
}

/** Returns the error shape of the checks before a relay route: no `param`. */
export function middlewareError(incoming: Numbered, status: number, error: GatewayError): Reply {
  const { message, type = 'new_api_error', code = '' } = error;
  return refusedWith(status, { error: { message: signed(message, incoming), type, code } });
}

/**
 * Returns a validation failure. The gateway sends these with status 500, because its error constructor defaults to
 * that.
 */
export const invalidRequest = (incoming: Numbered, message: string, status = 500): Refusal =>
  new Refusal(relayError(incoming, status, { message, code: 'invalid_request' }));

/**
 * Returns a refusal from the model behind the gateway. On a streamed request its JSON is labeled as an event stream:
 * the gateway sets the type before it calls the model, and its error writer does not change a type that is already set.
 */
export function upstreamError(incoming: Numbered, streamed: boolean, error: GatewayError, status = 400): Refusal {
  const reply = relayError(incoming, status, { type: 'invalid_request_error', ...error });
  if (streamed) reply.headers['content-type'] = 'text/event-stream';
  return new Refusal(reply);
}

/** Returns the error for a missing model, the same on every route that needs one. */
export const modelMissing = (incoming: Numbered): Refusal =>
  new Refusal(middlewareError(incoming, 400, { message: 'Model name not specified, model name cannot be empty' }));

/** Returns what models say about an unsupported value. */
export const unsupportedValue = (value: unknown, supported: readonly string[]): string =>
  `Invalid value: '${String(value)}'. Supported values are: ${supported.map((one) => `'${one}'`).join(', ')}.`;

export const withHeaders = (reply: Reply, headers: Record<string, string>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});
