import type { AuthorizedRequest } from '../incoming-request.ts';
import type { JsonRecord } from '../json-value.ts';
import { pngFile } from '../media/images/png-file.ts';
import { taskError, taskRow, videoObject } from '../media/video/task-record.ts';
import { drawFirstImage } from '../media/video/video.ts';
import { videoReply } from '../media/video/video-reply.ts';
import { readRemixPrompt, readVideoRequest } from '../media/video/video-request.ts';
import type { VideoTask } from '../media/video/video-tasks.ts';
import { Refusal, relayError, withHeaders } from '../responses/errors.ts';
import { jsonReply, type Reply, rawReply } from '../responses/reply.ts';

/** POST /v1/videos and POST /v1/video/generations: one handler, as in new-api. The video is made by and by. */
export async function requestVideo(authorized: AuthorizedRequest): Promise<Reply> {
  return ordered(authorized, authorized.gateway.videos.create(authorized.key, await readVideoRequest(authorized)));
}

/** POST /v1/videos/{video_id}/remix: the same video with more words. */
export function remixVideo(authorized: AuthorizedRequest): Reply {
  const origin = findTask(authorized, authorized.parameters.video_id);
  const prompt = readRemixPrompt(authorized);
  const { model, size, width, height, seconds, reference, seed } = origin;
  const task = authorized.gateway.videos.create(authorized.key, {
    ...{ model, size, width, height, seconds, reference },
    prompt: `${origin.prompt} ${prompt}`,
    seed: `${seed} remix`,
    remixedFrom: origin.id,
    fault: authorized.fault ?? origin.fault,
  });
  return ordered(authorized, task);
}

/** A new task is queued, however fast it may be done. */
function ordered(authorized: AuthorizedRequest, task: VideoTask): Reply {
  const document = videoObject(task, { word: 'queued', percent: 0 }, authorized.gateway.origin);
  return jsonReply(document, 'tasks');
}

/** GET /v1/videos/{task_id} */
export const showVideo = (authorized: AuthorizedRequest): Reply => shown(authorized, videoObject);

/** GET /v1/video/generations/{task_id} */
export const showGeneration = (authorized: AuthorizedRequest): Reply => shown(authorized, taskRow);

function shown(
  authorized: AuthorizedRequest,
  write: (task: VideoTask, state: ReturnType<VideoTask['state']>, origin: string) => JsonRecord,
) {
  const task = findTask(authorized, authorized.parameters.task_id);
  return withFaultOf(task, jsonReply(write(task, task.state(), authorized.gateway.origin), 'tasks'), authorized);
}

/** A task keeps the scenario it was ordered under: reading it does not name a model. */
export function withFaultOf(task: VideoTask, reply: Reply, authorized: AuthorizedRequest): Reply {
  const { fault } = task;
  if (fault === null || authorized.fault !== null) return reply;
  const inside = { ...authorized, fault };
  return fault.instead?.(inside) ?? (reply.status === 200 ? fault.alter?.(reply, inside) : null) ?? reply;
}

/** @throws Refusal with 400 for a task that is not there, as new-api says it. */
export function findTask(authorized: AuthorizedRequest, id = ''): VideoTask {
  const task = authorized.gateway.videos.find(authorized.key, id);
  if (!task) throw taskError('task_not_exist', 'task_not_exist');
  return task;
}

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
