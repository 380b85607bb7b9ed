import { Buffer } from 'node:buffer';
import { AppError } from '#shared/protocol/failure.ts';
import { maxHops, redirects } from '../http/redirects.ts';
import type { Answer } from '../http/response.ts';
import { type Sender, send } from '../http/send.ts';
import { SocketPool } from '../http/socket-pool.ts';
import { pictureType, telltaleBytes } from './image-type.ts';
import { foreignRequest, type MediaErrand, mediaDestination, NotFetched } from './media-fetch.ts';

const maxBytes = 64 * 1024 ** 2;
const deadlines = { connectMs: 10_000, headersMs: 60_000, idleMs: 60_000, totalMs: 300_000 };

/** A picture that is on its way. `bytes` throws an AppError when it breaks off; leaving it closes the connection. */
export interface FetchedPicture {
  type: string;
  bytes: AsyncGenerator<Buffer, void, void>;
}

/**
 * Fetches a picture from where the gateway put it. Nothing of the exchange goes along: no key, no cookie, no header of the
 * connection, not even to the gateway itself. What is not a picture by its bytes is not taken.
 *
 * @throws NotFetched
 */
export async function fetchPicture(address: string, errand: MediaErrand): Promise<FetchedPicture> {
  const pool = new SocketPool(errand.clock);
  try {
    const answer = await follow(address, errand, pool);
    const { type, head } = await told(answer);
    return { type, bytes: rest(answer, head, pool) };
  } catch (thrown) {
    pool.close();
    throw thrown;
  }
}

async function follow(address: string, errand: MediaErrand, pool: SocketPool): Promise<Answer> {
  let url = parsed(address);
  let hasLeft = false;
  for (let hops = 0; hops <= maxHops; hops += 1) {
    const answer = await ask(url, errand, pool, hasLeft);
    const location = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
    if (!redirects.has(answer.status) || location === undefined) {
      if (answer.status === 200) return answer;
      answer.close();
      throw new NotFetched(`${url.host} answered ${answer.status}`);
    }
    answer.close();
    hasLeft ||= url.origin !== errand.connection.origin;
    url = parsed(location, url.href);
  }
  throw new NotFetched(`it was redirected more than ${maxHops} times`);
}

function parsed(address: string, base?: string): URL {
  if (!URL.canParse(address, base)) throw new NotFetched('its address is not one');
  return new URL(address, base);
}

async function ask(url: URL, errand: MediaErrand, pool: SocketPool, hasLeft: boolean): Promise<Answer> {
  const to = await mediaDestination(url, errand, hasLeft);
  const request = foreignRequest(url, to, errand, {
    headers: [['Accept', 'image/*']],
    deadlines,
    maxBodyBytes: maxBytes,
  });
  const answer = await send(request, senderFor(errand, pool));
  if ('failure' in answer) throw new NotFetched(withoutStop(answer.failure.message));
  return answer;
}

const senderFor = ({ clock, signal }: MediaErrand, pool: SocketPool): Sender => ({
  pool,
  clock,
  signal,
  mark() {},
  onConnected() {},
  onSent() {},
});

const withoutStop = (sentence: string) => sentence.replace(/\.$/, '');

/** Reads as much as tells what it is. */
async function told(answer: Answer): Promise<{ type: string; head: Buffer }> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < telltaleBytes) {
    const next = await answer.body.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const type = pictureType(head);
  if (type !== null) return { type, head };
  answer.close();
  const label = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  throw new NotFetched(`what came is no picture (${label ?? 'without a content type'})`);
}

async function* rest(answer: Answer, head: Buffer, pool: SocketPool): AsyncGenerator<Buffer, void, void> {
  try {
    yield head;
    yield* answer.body;
    const ending = answer.ending();
    if (ending.kind === 'broken') throw new AppError(ending.failure);
  } finally {
    answer.close();
    pool.close();
  }
}
