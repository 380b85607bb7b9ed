import { jsonReply, type Reply } from '../answers/reply.ts';
import type { Visit } from '../incoming-request.ts';
import type { JsonRecord } from '../json-value.ts';
import { taskError, taskRow, videoObject } from '../media/video/task-record.ts';
import { readFilmOrder, readRemixPrompt } from '../media/video/video-request.ts';
import type { FilmTask } from '../media/video/video-tasks.ts';

/** POST /v1/videos and POST /v1/video/generations: one handler, as in new-api. The film is made by and by. */
export async function orderFilm(visit: Visit): Promise<Reply> {
  return ordered(visit, visit.gateway.films.create(visit.key, await readFilmOrder(visit)));
}

/** POST /v1/videos/{video_id}/remix: the same film with more words. */
export function remixFilm(visit: Visit): Reply {
  const origin = findTask(visit, visit.parameters.video_id);
  const prompt = readRemixPrompt(visit);
  const { model, size, width, height, seconds, reference, seed } = origin;
  const task = visit.gateway.films.create(visit.key, {
    ...{ model, size, width, height, seconds, reference },
    prompt: `${origin.prompt} ${prompt}`,
    seed: `${seed} remix`,
    remixedFrom: origin.id,
    fault: visit.fault ?? origin.fault,
  });
  return ordered(visit, task);
}

/** A new task is queued, however fast it may be done. */
function ordered(visit: Visit, task: FilmTask): Reply {
  const document = videoObject(task, { word: 'queued', percent: 0 }, visit.gateway.origin);
  return jsonReply(document, 'tasks');
}

/** GET /v1/videos/{task_id} */
export const showVideo = (visit: Visit): Reply => shown(visit, videoObject);

/** GET /v1/video/generations/{task_id} */
export const showGeneration = (visit: Visit): Reply => shown(visit, taskRow);

function shown(
  visit: Visit,
  write: (task: FilmTask, state: ReturnType<FilmTask['state']>, origin: string) => JsonRecord,
) {
  const task = findTask(visit, visit.parameters.task_id);
  return withFaultOf(task, jsonReply(write(task, task.state(), visit.gateway.origin), 'tasks'), visit);
}

/** A task keeps the scenario it was ordered under: reading it does not name a model. */
export function withFaultOf(task: FilmTask, reply: Reply, visit: Visit): Reply {
  const { fault } = task;
  if (fault === null || visit.fault !== null) return reply;
  const inside = { ...visit, fault };
  return fault.instead?.(inside) ?? (reply.status === 200 ? fault.alter?.(reply, inside) : null) ?? reply;
}

/** @throws Refusal with 400 for a task that is not there, as new-api says it. */
export function findTask(visit: Visit, id = ''): FilmTask {
  const task = visit.gateway.films.find(visit.key, id);
  if (!task) throw taskError('task_not_exist', 'task_not_exist');
  return task;
}
