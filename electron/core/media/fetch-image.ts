import { Buffer } from 'node:buffer';
import { AppError } from '#shared/protocol/failure.ts';
import { locationOf, maxHops } from '../http/follow-redirects.ts';
import type { HttpResponse } from '../http/response.ts';
import { type Sender, send } from '../http/send.ts';
import { SocketPool } from '../http/socket-pool.ts';
import { foreignRequest, type MediaFetch, mediaDestination, NotFetched } from './media-fetch.ts';

const maxBytes = 64 * 1024 ** 2;
const deadlines = { connectMs: 10_000, headersMs: 60_000, idleMs: 60_000, totalMs: 300_000 };

/**
 * An image that is being fetched. `bytes` throws an AppError when it is truncated; leaving it closes the connection.
 */
export interface FetchedImage {
  type: string;
  bytes: AsyncGenerator<Buffer, void, void>;
}

/**
 * Fetches an image from the URL that the gateway returned. Nothing of the exchange is sent: no key, no cookie, no
 * header of the connection, not even to the gateway itself. Bytes without an image signature are rejected.
 *
 * @throws NotFetched
 */
export async function fetchImage(address: string, mediaFetch: MediaFetch): Promise<FetchedImage> {
  const pool = new SocketPool(mediaFetch.clock);
  try {
    const response = await follow(address, mediaFetch, pool);
    const { type, head } = await detectType(response);
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
    const response = await requestOnce(url, mediaFetch, pool, hasLeft);
    const location = locationOf(response);
    if (location === null) {
      if (response.status === 200) return response;
      response.close();
      throw new NotFetched(`${url.host} returned ${response.status}`);
    }
    response.close();
    hasLeft ||= url.origin !== mediaFetch.connection.origin;
    url = parsed(location, url.href);
  }
  throw new NotFetched(`it was redirected more than ${maxHops} times`);
}

function parsed(address: string, base?: string): URL {
  if (!URL.canParse(address, base)) throw new NotFetched("its URL isn't valid");
  return new URL(address, base);
}

async function requestOnce(
  url: URL,
  mediaFetch: MediaFetch,
  pool: SocketPool,
  hasLeft: boolean,
): Promise<HttpResponse> {
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

/** Reads as many bytes as are needed to detect the type. */
async function detectType(response: HttpResponse): Promise<{ type: string; head: Buffer }> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < signatureBytes) {
    const next = await response.body.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const type = imageType(head);
  if (type !== null) return { type, head };
  response.close();
  const label = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  throw new NotFetched(`the response isn't an image (${label ?? 'no content type'})`);
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

/** Bytes that `imageType` needs. */
const signatureBytes = 16;

/**
 * Returns the type of an image by its first bytes, whatever its content type; `null` when they are not a supported
 * image. SVG is not one: it may contain scripts.
 */
export function imageType(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, signatureBytes);
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('GIF8')) return 'image/gif';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp';
  if (/^ftyp(?:avif|avis)/.test(start.slice(4))) return 'image/avif';
  return start.startsWith('BM') && start.slice(6, 10) === '\0\0\0\0' ? 'image/bmp' : null;
}
