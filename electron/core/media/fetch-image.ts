import { Buffer } from 'node:buffer';
import { AppError } from '#shared/protocol/failure.ts';
import { maxHops, redirects } from '../http/follow-redirects.ts';
import type { HttpResponse } from '../http/response.ts';
import { type Sender, send } from '../http/send.ts';
import { SocketPool } from '../http/socket-pool.ts';
import { imageType, telltaleBytes } from './image-type.ts';
import { foreignRequest, type MediaFetch, mediaDestination, NotFetched } from './media-fetch.ts';

const maxBytes = 64 * 1024 ** 2;
const deadlines = { connectMs: 10_000, headersMs: 60_000, idleMs: 60_000, totalMs: 300_000 };

/** A picture that is on its way. `bytes` throws an AppError when it breaks off; leaving it closes the connection. */
export interface FetchedImage {
  type: string;
  bytes: AsyncGenerator<Buffer, void, void>;
}

/**
 * Fetches a picture from where the gateway put it. Nothing of the exchange goes along: no key, no cookie, no header of the
 * connection, not even to the gateway itself. What is not a picture by its bytes is not taken.
 *
 * @throws NotFetched
 */
export async function fetchImage(address: string, mediaFetch: MediaFetch): Promise<FetchedImage> {
  const pool = new SocketPool(mediaFetch.clock);
  try {
    const response = await follow(address, mediaFetch, pool);
    const { type, head } = await told(response);
    return { type, bytes: rest(response, head, pool) };
  } catch (thrown) {
    pool.close();
    throw thrown;
  }
}

async function follow(address: string, mediaFetch: MediaFetch, pool: SocketPool): Promise<HttpResponse> {
  let url = parsed(address);
  let hasLeft = false;
  for (let hops = 0; hops <= maxHops; hops += 1) {
    const response = await ask(url, mediaFetch, pool, hasLeft);
    const location = response.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
    if (!redirects.has(response.status) || location === undefined) {
      if (response.status === 200) return response;
      response.close();
      throw new NotFetched(`${url.host} answered ${response.status}`);
    }
    response.close();
    hasLeft ||= url.origin !== mediaFetch.connection.origin;
    url = parsed(location, url.href);
  }
  throw new NotFetched(`it was redirected more than ${maxHops} times`);
}

function parsed(address: string, base?: string): URL {
  if (!URL.canParse(address, base)) throw new NotFetched('its address is not one');
  return new URL(address, base);
}

async function ask(url: URL, mediaFetch: MediaFetch, pool: SocketPool, hasLeft: boolean): Promise<HttpResponse> {
  const to = await mediaDestination(url, mediaFetch, hasLeft);
  const request = foreignRequest(url, to, mediaFetch, {
    headers: [['Accept', 'image/*']],
    deadlines,
    maxBodyBytes: maxBytes,
  });
  const response = await send(request, senderFor(mediaFetch, pool));
  if ('failure' in response) throw new NotFetched(withoutStop(response.failure.message));
  return response;
}

const senderFor = ({ clock, signal }: MediaFetch, pool: SocketPool): Sender => ({
  pool,
  clock,
  signal,
  mark() {},
  onConnected() {},
  onSent() {},
});

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '');

/** Reads as much as tells what it is. */
async function told(response: HttpResponse): Promise<{ type: string; head: Buffer }> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < telltaleBytes) {
    const next = await response.body.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const type = imageType(head);
  if (type !== null) return { type, head };
  response.close();
  const label = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  throw new NotFetched(`what came is no picture (${label ?? 'without a content type'})`);
}

async function* rest(response: HttpResponse, head: Buffer, pool: SocketPool): AsyncGenerator<Buffer, void, void> {
  try {
    yield head;
    yield* response.body;
    const ending = response.ending();
    if (ending.kind === 'broken') throw new AppError(ending.failure);
  } finally {
    response.close();
    pool.close();
  }
}
