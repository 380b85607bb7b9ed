import { Refusal, relayError } from '../answers/errors.ts';
import type { Reply } from '../answers/reply.ts';
import type { Visit } from '../arrival.ts';
import { filmReply } from '../film/film-reply.ts';
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
  const hasRanges = (visit.fault ?? task.fault)?.ignoresRanges !== true;
  return withFaultOf(task, filmReply(visit, await task.film(), `${task.id}.mp4`, hasRanges), visit);
}
