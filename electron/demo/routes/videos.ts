import type { AuthorizedRequest } from '../incoming-request.ts';
import type { JsonRecord } from '../json-value.ts';
import { taskError, taskRow, videoObject } from '../media/video/task-record.ts';
import { readRemixPrompt, readVideoRequest } from '../media/video/video-request.ts';
import type { VideoTask } from '../media/video/video-tasks.ts';
import { jsonReply, type Reply } from '../responses/reply.ts';

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
