import { EventEmitter } from 'node:events';

/** One request that left by `net`, with the headers that it would have had. */
export interface NetRequest {
  address: string;
  headers: Record<string, string>;
}

/** The answer of a server: its status and what it sends. */
type NetServer = (request: NetRequest) => { status: number; body: Buffer };

export interface PlayedNet {
  /** Every request so far. */
  requests: NetRequest[];
  /** Who answers; nobody at first: every request fails. */
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
    const named = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    const address = url ?? `${protocol ?? 'https:'}//${hostname ?? host}${port ? `:${port}` : ''}${path ?? '/'}`;
    this.#request = { address, headers: Object.fromEntries(named) };
  }
  setHeader(name: string, value: string) {
    this.#request.headers[name] = value;
  }
  getHeader = (name: string) => this.#request.headers[name];
  abort = () => void this.emit('abort');
  end() {
    this.#net.requests.push(this.#request);
    setImmediate(() => {
      const answer = this.#net.server?.(this.#request);
      if (!answer) return void this.emit('error', new Error('net::ERR_INTERNET_DISCONNECTED'));
      this.emit('response', new IncomingMessage(answer.status, answer.body));
    });
    return this;
  }
}

class IncomingMessage extends EventEmitter {
  readonly statusCode: number;
  readonly statusMessage = '';
  readonly headers: Record<string, string>;
  constructor(statusCode: number, body: Buffer) {
    super();
    this.statusCode = statusCode;
    this.headers = { 'content-length': String(body.byteLength) };
    setImmediate(() => {
      this.emit('data', body);
      this.emit('end');
    });
  }
  pipe<To extends NodeJS.WritableStream>(target: To): To {
    this.on('data', (piece) => target.write(piece));
    this.on('end', () => target.end());
    return target;
  }
}
