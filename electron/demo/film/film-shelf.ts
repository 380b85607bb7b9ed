import { type Reply, rawReply } from '../answers/reply.ts';
import type { Arrival } from '../arrival.ts';
import { filmReply } from './film-reply.ts';
import type { FilmTask } from './film-tasks.ts';

const pathPattern = /^\/films\/(task_\w+)\.mp4$/;

/** An address of a film that needs no key and holds until a time, as file hosts give them. `until` in milliseconds. */
export const filmAddress = (origin: string, { id }: FilmTask, until: number): string =>
  `${origin}/films/${id}.mp4?expires=${Math.floor(until / 1000)}`;

/** The answer to such an address; `null` when the path leads elsewhere. */
export async function answerFilmAddress(arrival: Arrival): Promise<Reply | null> {
  const id = pathPattern.exec(arrival.path)?.[1];
  if (id === undefined) return null;
  const task = arrival.gateway.films.findByAddress(id);
  if (!task) return refusal(404, 'NoSuchKey', 'The specified key does not exist.');
  if (Number(arrival.query.get('expires') ?? 0) * 1000 < Date.now())
    return refusal(403, 'AccessDenied', 'Request has expired');
  return filmReply(arrival, await task.film(), `${id}.mp4`);
}

/** File hosts speak XML. */
const refusal = (status: number, code: string, message: string): Reply =>
  rawReply(
    status,
    'application/xml',
    `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );
