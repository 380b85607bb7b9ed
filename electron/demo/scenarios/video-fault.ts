import type { AuthorizedRequest } from '../incoming-request.ts';
import { asRecord, asText, type JsonRecord } from '../json-value.ts';
import type { Reply, Step } from '../responses/reply.ts';
import { mapDocuments } from '../responses/steps.ts';
import type { Fault } from './fault.ts';

type Facts = Pick<Fault, 'name' | 'title' | 'about'>;

export const video = (name: string, title: string, about: string): Facts & Pick<Fault, 'routes'> => ({
  name: `video-${name}`,
  title,
  about,
  routes: 'video',
});

export const isReading = ({ route }: AuthorizedRequest): boolean =>
  route === 'videos.get' || route === 'video.generations.get';

/** Changes the record of a task when it is read, with or without its envelope; the answer to the order stays. */
export const whenRead = (
  name: string,
  title: string,
  about: string,
  change: (record: JsonRecord, authorized: AuthorizedRequest) => JsonRecord,
): Fault => ({
  ...video(name, title, about),
  alter: (reply, authorized) =>
    reply.dialect === 'tasks' && isReading(authorized)
      ? mapDocuments(
          reply,
          (document) => {
            const whole = asRecord(document);
            return authorized.route === 'videos.get'
              ? change(whole, authorized)
              : { ...whole, data: change(asRecord(whole.data), authorized) };
          },
          'whole',
        )
      : reply,
});

/** Changes the bytes of the video. */
export const whenLoaded = (
  name: string,
  title: string,
  about: string,
  change: (reply: Reply, authorized: AuthorizedRequest) => Reply,
): Fault => ({
  ...video(name, title, about),
  alter: (reply, authorized) =>
    authorized.route === 'videos.content' && reply.status < 300 ? change(reply, authorized) : reply,
});

/** The beginning of a video, then the end of the connection; a video that is not longer stays whole. */
export function cutVideo(steps: Iterable<Step>, mostBytes: (sizeBytes: number) => number): Step[] {
  const video = Buffer.concat([...steps].flatMap((step) => (step.do === 'raw' ? [Buffer.from(step.bytes)] : [])));
  const most = mostBytes(video.length);
  if (video.length <= most) return [{ do: 'raw', bytes: video }];
  return [{ do: 'raw', bytes: video.subarray(0, most) }, { do: 'close' }];
}

export const isDone = ({ status }: JsonRecord): boolean => status === 'completed' || status === 'SUCCESS';

export const taskOf = ({ gateway, parameters }: AuthorizedRequest) =>
  gateway.videos.findByAddress(parameters.task_id ?? '');

/** Of either record. */
export const percentOf = ({ progress }: JsonRecord): number =>
  typeof progress === 'number' ? progress : Number.parseInt(asText(progress), 10) || 0;
