import type http from 'node:http';
import type net from 'node:net';
import { AppError, type Failure, type SentFlag } from '#shared/protocol/failure.ts';
import type { Deadlines } from '#shared/protocol/route.ts';
import type { Clock } from '../ports.ts';
import { boundInterim } from './interim.ts';
import {
  cancelled,
  endpointName,
  fault,
  headersTimeout,
  NetworkError,
  type NetworkFault,
  totalTimeout,
  unansweredFault,
  uploadStalled,
} from './network-failure.ts';
import { request as openRequest } from './node-http.ts';
import type { Destination } from './open-socket.ts';
import { type RequestBody, upload } from './request-body.ts';
import { type HttpResponse, openResponse, type ResponseInput } from './response.ts';
import type { SocketPool } from './socket-pool.ts';
import { alertFault } from './tls-failure.ts';
import { Watchdog } from './watchdog.ts';

/** One request as sent, the key included. Never logged, never stored. */
export interface OutgoingRequest {
  method: string;
  /** The target of the request line: a path with its query, or an absolute URL for a plain proxy. */
  target: string;
  to: Destination;
  /** In order, letter case preserved; complete. */
  headers: readonly (readonly [name: string, value: string])[];
  body: RequestBody | null;
  deadlines: Deadlines;
  /** Never over a reused connection: for long uploads. */
  fresh: boolean;
  /** Over a connection that is closed afterwards: a server may leave the body of a refused request unread in it. */
  own?: boolean;
  /** Largest decoded body that is read. */
  maxBodyBytes: number;
}

export type Mark = 'dns' | 'connect' | 'tls' | 'sent' | 'headers' | 'firstByte';

/** What belongs to one attempt and not to the request. */
export interface Sender {
  pool: SocketPool;
  clock: Clock;
  signal: AbortSignal;
  mark(what: Mark): void;
  /** The connection is established; `wireBytes` counts the traffic over it from here on. */
  onConnected(wireBytes: () => TrafficBytes): void;
  /** Bytes of the body that left this process; called often. */
  onSent(bytes: number): void;
}

/** Bytes on the connection, headers included. */
export interface TrafficBytes {
  sent: number;
  received: number;
}

/**
 * Sends one request once. Resolves with the response when its status line and headers have arrived, or with the fault
 * that came before; it never rejects. Redirects are responses. Nothing stays open afterwards but a pooled connection.
 */
export function send(request: OutgoingRequest, sender: Sender): Promise<HttpResponse | NetworkFault> {
  return new Transfer(request, sender).start();
}

class Transfer {
  readonly #request: OutgoingRequest;
  readonly #sender: Sender;
  readonly #watchdog: Watchdog;
  readonly #settled = Promise.withResolvers<HttpResponse | NetworkFault>();
  #open = true;
  #sent: SentFlag = 'not-sent';
  #acceptedBytes = 0;
  #uploadEnough = false;
  #outgoing: http.ClientRequest | null = null;
  #wireBytes = (): TrafficBytes => ({ sent: 0, received: 0 });
  #settleSocket = () => {};
  #total: NodeJS.Timeout | undefined;
  /** Ends the response's body early, once it has begun. */
  #stopResponse: ((failure: Failure) => void) | null = null;

  constructor(request: OutgoingRequest, sender: Sender) {
    this.#request = request;
    this.#sender = sender;
    this.#watchdog = new Watchdog(sender.clock, () =>
      this.#fail(headersTimeout(this.#endpoint, request.deadlines.headersMs)),
    );
  }

  get #endpoint(): string {
    return endpointName(this.#request.to.host, this.#request.to.port);
  }

  start(): Promise<HttpResponse | NetworkFault> {
    const { signal } = this.#sender;
    const { totalMs } = this.#request.deadlines;
    if (signal.aborted) return Promise.resolve(cancelled('not-sent'));
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (totalMs !== null)
      this.#total = setTimeout(() => this.#fail(totalTimeout(this.#endpoint, totalMs, this.#sent)), totalMs);
    // A server that closed an idle connection has sent its FIN before, and it is processed in the next turn of the
    // event loop: what is written into such a connection may or may not be processed, and cannot be retried.
    if (this.#sender.pool.hasIdle(this.#request.to)) setImmediate(() => setImmediate(() => this.#begin()));
    else this.#begin();
    return this.#settled.promise;
  }

  #begin(): void {
    if (!this.#open) return;
    try {
      this.#listen(this.#createRequest());
    } catch (thrown) {
      this.#fail(draftFault(thrown, 'not-sent'));
    }
  }

  readonly #onAbort = () => this.#fail(cancelled(this.#sent));

  #createRequest(): http.ClientRequest {
    const { method, target, to, headers, deadlines, fresh, own } = this.#request;
    const { pool, mark, signal } = this.#sender;
    const opening = { signal, limitMs: deadlines.connectMs, mark };
    const options = {
      method,
      path: target,
      host: to.host,
      port: to.port,
      agent: own ? pool.ownAgent(to) : pool.agentFor(to, fresh),
      headers: headers.flat(),
      insecureHTTPParser: false,
      maxHeaderSize: 16 * 1024,
      opening,
    };
    return openRequest(options);
  }

  #listen(outgoing: http.ClientRequest): void {
    this.#outgoing = outgoing;
    outgoing.on('error', (thrown) => this.#onError(thrown));
    outgoing.once('socket', (socket) => this.#onSocket(socket));
    outgoing.once('finish', () => this.#onSent());
    outgoing.once('response', (incoming) => this.#onResponse(outgoing, incoming));
    outgoing.once('close', () => this.#onError(null));
    boundInterim(outgoing, this.#endpoint, (found) => this.#fail(found));
    outgoing.once('upgrade', (_, socket) => {
      socket.destroy();
      this.#fail(
        fault('protocol', `${this.#endpoint} switched to another protocol.`, 'Check the base URL.', 'answered'),
      );
    });
    const note = (bytes: number) => {
      this.#acceptedBytes = bytes;
      this.#sender.onSent(bytes);
    };
    upload(outgoing, this.#request.body, () => this.#uploadEnough || outgoing.destroyed, note).catch((thrown) =>
      this.#fail(draftFault(thrown, this.#sent)),
    );
  }

  /** From here on bytes are written: the connection is established, and TLS is complete. */
  #onSocket(socket: net.Socket): void {
    if (!this.#open || socket.destroyed) return;
    this.#sent = 'maybe-processed';
    const { bytesWritten, bytesRead } = socket;
    this.#wireBytes = () => ({ sent: socket.bytesWritten - bytesWritten, received: socket.bytesRead - bytesRead });
    this.#sender.onConnected(this.#wireBytes);
    const { idleMs } = this.#request.deadlines;
    // Node counts a partial write as activity, so a slow receiver is not a stalled one.
    socket.setTimeout(idleMs);
    const onStall = () => {
      if (this.#open)
        this.#fail(uploadStalled(this.#endpoint, this.#acceptedBytes, this.#request.body?.sizeBytes ?? 0, idleMs));
    };
    socket.once('timeout', onStall);
    // The connection is reused for others: nothing of this request may stay attached to it.
    this.#settleSocket = () => {
      socket.setTimeout(0);
      socket.off('timeout', onStall);
    };
  }

  #onSent(): void {
    this.#settleSocket();
    this.#sender.mark('sent');
    if (this.#open) this.#watchdog.start(this.#request.deadlines.headersMs);
  }

  #onError(thrown: unknown): void {
    if (thrown instanceof NetworkError) this.#fail(thrown.fault);
    else if (this.#open) {
      const refusedTls = this.#outgoing?.reusedSocket ? null : alertFault(thrown, this.#endpoint);
      this.#fail(
        refusedTls ?? unansweredFault(thrown, { endpoint: this.#endpoint, sentBytes: this.#wireBytes().sent }),
      );
    }
  }

  #onResponse(outgoing: http.ClientRequest, incoming: http.IncomingMessage): void {
    if (!this.#open) {
      incoming.destroy();
      return;
    }
    this.#watchdog.stop();
    this.#sender.mark('headers');
    // A refusal that arrives while the body is still being sent takes precedence: the rest would be sent for nothing.
    if ((incoming.statusCode ?? 0) >= 300) this.#uploadEnough = true;
    const { proxy, secure } = this.#request.to;
    if (incoming.statusCode === 407 && proxy && !secure) {
      this.#fail(proxy.refused(407, this.#endpoint));
      return;
    }
    const input: ResponseInput = {
      outgoing,
      incoming,
      endpoint: this.#endpoint,
      clock: this.#sender.clock,
      idleMs: this.#request.deadlines.idleMs,
      maxBodyBytes: this.#request.maxBodyBytes,
      onFirstByte: () => this.#sender.mark('firstByte'),
      onOver: () => {
        this.#uploadEnough = true;
        this.#release();
      },
    };
    const { response, stop } = openResponse(input);
    this.#stopResponse = stop;
    this.#open = false;
    this.#settled.resolve(response);
  }

  /** The only way to end early. Before the headers the fault is the result; afterwards it ends the response's body. */
  #fail(found: NetworkFault): void {
    if (this.#stopResponse) this.#stopResponse(found.failure);
    else if (this.#open) {
      this.#open = false;
      this.#release();
      this.#settled.resolve(found);
      this.#outgoing?.destroy();
    }
  }

  #release(): void {
    clearTimeout(this.#total);
    this.#watchdog.stop();
    this.#sender.signal.removeEventListener('abort', this.#onAbort);
  }
}

/**
 * Returns the fault of the request itself: a file that changed, or a header Node will not send. Node's message contains
 * no value.
 */
function draftFault(thrown: unknown, sent: SentFlag): NetworkFault {
  if (thrown instanceof AppError) return { failure: thrown.failure, sent, passing: false };
  const message = thrown instanceof Error ? thrown.message : 'unknown reason';
  return fault('bad-draft', `The request can't be sent: ${message}.`, 'Change it and send again.', sent);
}
