import { Refusal, relayError, withHeaders } from '../answers/errors.ts';
import { type Reply, rawReply } from '../answers/reply.ts';
import type { Visit } from '../incoming-request.ts';
import { pngFile } from '../media/images/png-file.ts';
import { drawFirstPicture } from '../media/video/video.ts';
import { filmReply } from '../media/video/video-reply.ts';
import { withFaultOf } from './videos.ts';

/** GET /v1/videos/{task_id}/content: the film, whole or in part, once it is done. */
export async function videosContent(visit: Visit): Promise<Reply> {
  const task = visit.gateway.films.find(visit.key, visit.parameters.task_id ?? '');
  const refuse = (status: number, message: string) =>
    new Refusal(relayError(visit, status, { message, type: 'invalid_request_error' }));
  if (!task) throw refuse(404, 'Task not found');
  const { word } = task.state();
  if (word !== 'completed') throw refuse(400, `Task is not completed yet, current status: ${word.toUpperCase()}`);
  task.downloads += 1;
  // As the interface of the compatible surface has it; new-api ignores the query.
  if (visit.query.get('variant') === 'thumbnail')
    return thumbnail(await pngFile(await drawFirstPicture(task, visit.signal)));
  const hasRanges = (visit.fault ?? task.fault)?.ignoresRanges !== true;
  return withFaultOf(task, filmReply(visit, await task.film(), `${task.id}.mp4`, hasRanges), visit);
}

const thumbnail = (bytes: Buffer): Reply =>
  withHeaders(rawReply(200, 'image/png', bytes), { 'content-length': String(bytes.length) });
