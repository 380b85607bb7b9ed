import type { Reply, Step } from '../answers/reply.ts';
import { mapDocuments } from '../answers/steps.ts';
import type { Visit } from '../incoming-request.ts';
import { asRecord, asText, type JsonRecord } from '../json-value.ts';
import type { Fault } from './fault.ts';

type Facts = Pick<Fault, 'name' | 'title' | 'about'>;

export const video = (name: string, title: string, about: string): Facts & Pick<Fault, 'routes'> => ({
  name: `video-${name}`,
  title,
  about,
  routes: 'video',
});

export const isReading = ({ route }: Visit): boolean => route === 'videos.get' || route === 'video.generations.get';

/** Changes the record of a task when it is read, with or without its envelope; the answer to the order stays. */
export const whenRead = (
  name: string,
  title: string,
  about: string,
  change: (record: JsonRecord, visit: Visit) => JsonRecord,
): Fault => ({
  ...video(name, title, about),
  alter: (reply, visit) =>
    reply.dialect === 'tasks' && isReading(visit)
      ? mapDocuments(
          reply,
          (document) => {
            const whole = asRecord(document);
            return visit.route === 'videos.get'
              ? change(whole, visit)
              : { ...whole, data: change(asRecord(whole.data), visit) };
          },
          'whole',
        )
      : reply,
});

/** Changes the bytes of the film. */
export const whenLoaded = (
  name: string,
  title: string,
  about: string,
  change: (reply: Reply, visit: Visit) => Reply,
): Fault => ({
  ...video(name, title, about),
  alter: (reply, visit) => (visit.route === 'videos.content' && reply.status < 300 ? change(reply, visit) : reply),
});

/** The beginning of a film, then the end of the connection; a film that is not longer stays whole. */
export function cutFilm(steps: Iterable<Step>, mostBytes: (sizeBytes: number) => number): Step[] {
  const film = Buffer.concat([...steps].flatMap((step) => (step.do === 'raw' ? [Buffer.from(step.bytes)] : [])));
  const most = mostBytes(film.length);
  if (film.length <= most) return [{ do: 'raw', bytes: film }];
  return [{ do: 'raw', bytes: film.subarray(0, most) }, { do: 'close' }];
}

export const isDone = ({ status }: JsonRecord): boolean => status === 'completed' || status === 'SUCCESS';

export const taskOf = ({ gateway, parameters }: Visit) => gateway.films.findByAddress(parameters.task_id ?? '');

/** Of either record. */
export const percentOf = ({ progress }: JsonRecord): number =>
  typeof progress === 'number' ? progress : Number.parseInt(asText(progress), 10) || 0;
