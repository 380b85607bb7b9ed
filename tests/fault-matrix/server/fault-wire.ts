import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import { chunk, chunkedHead, lastChunk, type Received, respond } from '../../support/exchange/wire-server.ts';
import type { Speech } from '../../support/gateways/speech.ts';

/**
 * The server's side of one request. It stores the response body it has written, so that a test can compare it with what was
 * stored here.
 */
export class FaultWire {
  readonly request: Received;
  readonly speech: Speech;
  readonly #put: Buffer[] = [];

  readonly #untilRead: () => Promise<void>;

  constructor(request: Received, speech: Speech, untilRead: () => Promise<void>) {
    this.request = request;
    this.speech = speech;
    this.#untilRead = untilRead;
  }

  get socket(): Socket {
    return this.request.socket;
  }

  /** All body bytes so far, decoded. */
  get put(): Buffer {
    return Buffer.concat(this.#put);
  }

  /** Resolves when what was written has been read at the other end. */
  wasRead(): Promise<void> {
    return this.#untilRead();
  }

  /** Records body bytes that are written otherwise. */
  note(body: string | Uint8Array): void {
    this.#put.push(Buffer.from(body as string));
  }

  /** Begins a response of unknown length. `extra`: more header lines, each with its line end. */
  begin(extra = ''): void {
    this.socket.write(chunkedHead(this.speech.type, extra));
  }

  /** One chunk of such a response; `meant` is its decoded content. */
  piece(body: string | Uint8Array, meant: string | Uint8Array = body): void {
    this.note(meant);
    this.socket.write(chunk(body));
  }

  end(): void {
    this.socket.write(lastChunk);
  }

  /** A complete response with its length, labeled as the exchange expects it unless `headers` say otherwise. */
  answer(
    body: string | Uint8Array,
    headers: Record<string, string> = {},
    { status = 200, meant = body }: { status?: number; meant?: string | Uint8Array } = {},
  ): void {
    this.note(meant);
    this.socket.write(respond(status, { 'content-type': this.speech.type, ...headers }, body));
  }

  /** A good response for this kind of exchange. */
  speak(): void {
    this.begin();
    this.piece(this.speech.whole);
    this.end();
  }

  /** The first half of a good response, and no more. */
  speakHalf(): void {
    this.begin();
    this.piece(this.speech.half);
  }
}

/** What a server does with a request once its body has arrived. */
export type Fault = (wire: FaultWire) => unknown;
