import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';

/** One request sent by `net`, with the headers that it would have had. */
export interface NetRequest {
  address: string;
  /** By their names in lower case. */
  headers: Record<string, string>;
}

/** The response of a server. */
export interface NetResponse {
  status: number;
  body: Buffer;
  /** Nothing arrives before this. */
  held?: Promise<unknown>;
  /** The connection breaks after this many bytes. */
  breaksAfter?: number;
}
type NetServer = (request: NetRequest) => NetResponse;

export interface PlayedNet {
  /** Every request so far. */
  requests: NetRequest[];
  /** The responder; none at first: every request fails. */
  server: NetServer | null;
  module: object;
}

interface RequestOptions {
  url?: string;
  protocol?: string;
  hostname?: string;
  host?: string;
  port?: number;
  path?: string;
  headers?: Record<string, string | string[]>;
}

/** `net.request` as the updater's library uses it. */
export function playNet(): PlayedNet {
  const net: PlayedNet = {
    requests: [],
    server: null,
    module: { request: (options: RequestOptions) => new ClientRequest(net, options) },
  };
  return net;
}

class ClientRequest extends EventEmitter {
  readonly #net: PlayedNet;
  readonly #request: NetRequest;
  constructor(net: PlayedNet, { url, protocol, hostname, host, port, path, headers = {} }: RequestOptions) {
    super();
    this.#net = net;
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
    const address = url ?? `${protocol ?? 'https:'}//${hostname ?? host}${port ? `:${port}` : ''}${path ?? '/'}`;
    this.#request = { address, headers: Object.fromEntries(named) };
  }
  setHeader(name: string, value: string) {
    this.#request.headers[name.toLowerCase()] = value;
  }
  getHeader = (name: string) => this.#request.headers[name.toLowerCase()];
  abort = () => void this.emit('abort');
  end() {
    this.#net.requests.push(this.#request);
    setImmediate(() => {
      const response = this.#net.server?.(this.#request);
      if (!response) return void this.emit('error', new Error('net::ERR_INTERNET_DISCONNECTED'));
      const message = new IncomingMessage(response);
      // lib/common/api/net-client-request.ts: the response is destroyed, and the request fails with the same error.
      message.on('error', (error) => this.emit('error', error));
      this.emit('response', message);
    });
    return this;
  }
}

const pieceBytes = 64 * 1024;

class IncomingMessage extends Readable {
  readonly statusCode: number;
  readonly statusMessage = '';
  readonly headers: Record<string, string>;
  readonly #body: Buffer;
  readonly #end: number;
  readonly #held: Promise<unknown>;
  #sent = 0;
  constructor({ status, body, held = Promise.resolve(), breaksAfter = Number.POSITIVE_INFINITY }: NetResponse) {
    super();
    this.statusCode = status;
    this.headers = { 'content-length': String(body.byteLength) };
    this.#body = body;
    this.#end = breaksAfter;
    this.#held = held;
  }
  override _read() {
    if (this.#sent >= this.#end) return void this.destroy(new Error('net::ERR_CONTENT_LENGTH_MISMATCH'));
    const piece = this.#body.subarray(this.#sent, Math.min(this.#sent + pieceBytes, this.#end));
    this.#sent += piece.byteLength;
    void this.#held.then(() => setImmediate(() => this.push(piece.byteLength ? piece : null)));
  }
}
