import type { AuthorizedRequest } from '../incoming-request.ts';
import { pngFile } from '../media/images/png-file.ts';
import { drawFirstImage } from '../media/video/video.ts';
import { videoReply } from '../media/video/video-reply.ts';
import { Refusal, relayError, withHeaders } from '../responses/errors.ts';
import { type Reply, rawReply } from '../responses/reply.ts';
import { withFaultOf } from './videos.ts';

/** GET /v1/videos/{task_id}/content: the video, whole or in part, once it is done. */
export async function videosContent(authorized: AuthorizedRequest): Promise<Reply> {
  const task = authorized.gateway.videos.find(authorized.key, authorized.parameters.task_id ?? '');
  const refuse = (status: number, message: string) =>
    new Refusal(relayError(authorized, status, { message, type: 'invalid_request_error' }));
  if (!task) throw refuse(404, 'Task not found');
  const { word } = task.state();
  if (word !== 'completed') throw refuse(400, `Task is not completed yet, current status: ${word.toUpperCase()}`);
  task.downloads += 1;
  // As the interface of the compatible surface has it; new-api ignores the query.
  if (authorized.query.get('variant') === 'thumbnail')
    return thumbnail(await pngFile(await drawFirstImage(task, authorized.signal)));
  const hasRanges = (authorized.fault ?? task.fault)?.ignoresRanges !== true;
  return withFaultOf(task, videoReply(authorized, await task.file(), `${task.id}.mp4`, hasRanges), authorized);
}

const thumbnail = (bytes: Buffer): Reply =>
  withHeaders(rawReply(200, 'image/png', bytes), { 'content-length': String(bytes.length) });
