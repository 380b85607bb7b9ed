import type { JsonRecord } from '../../json-value.ts';
import { Refusal } from '../../responses/errors.ts';
import { jsonReply } from '../../responses/reply.ts';
import type { VideoState, VideoTask } from './video-tasks.ts';

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Where the gateway itself gives the video out; it needs the key. */
export const contentAddress = (origin: string, { id }: Pick<VideoTask, 'id'>): string =>
  `${origin}/v1/videos/${id}/content`;

/** The task as the compatible surface shows it, with the additions of new-api. */
export function videoObject(task: VideoTask, { word, percent }: VideoState, origin: string): JsonRecord {
  const isDone = word === 'completed';
  return {
    id: task.id,
    task_id: task.id,
    object: 'video',
    model: task.model,
    status: word,
    progress: percent,
    created_at: seconds(task.createdAt),
    completed_at: isDone ? seconds(Date.now()) : null,
    expires_at: isDone ? seconds(task.expiresAt) : null,
    prompt: task.prompt,
    size: task.size,
    seconds: String(task.seconds),
    remixed_from_video_id: task.remixedFrom,
    error: null,
    metadata: { url: isDone ? contentAddress(origin, task) : '' },
  };
}

const rowWords: Readonly<Record<VideoState['word'], string>> = {
  queued: 'QUEUED',
  in_progress: 'IN_PROGRESS',
  completed: 'SUCCESS',
  failed: 'FAILURE',
};

/** The task as a row of the gateway's database, in an envelope. */
export function taskRow(task: VideoTask, { word, percent }: VideoState, origin: string): JsonRecord {
  const isDone = word === 'completed';
  return {
    code: 'success',
    message: '',
    data: {
      id: task.row,
      created_at: seconds(task.createdAt),
      updated_at: seconds(Date.now()),
      task_id: task.id,
      platform: '55',
      user_id: 1,
      group: 'default',
      channel_id: 1,
      quota: 2000,
      action: task.reference ? 'imageGenerate' : 'textGenerate',
      status: rowWords[word],
      fail_reason: '',
      result_url: isDone ? contentAddress(origin, task) : '',
      submit_time: seconds(task.createdAt),
      start_time: word === 'queued' ? 0 : seconds(task.createdAt),
      finish_time: isDone ? seconds(Date.now()) : 0,
      progress: `${percent}%`,
      properties: { input: task.prompt, origin_model_name: task.model },
      data: {},
    },
  };
}

/** The shape in which the task routes refuse: no `error` around it. */
export function taskError(code: string, message: string, status = 400): Refusal {
  return new Refusal({ ...jsonReply({ code, message, data: null }), status });
}
