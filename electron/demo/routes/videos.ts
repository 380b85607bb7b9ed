import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asText, isRecord, type JsonRecord } from '../json-value.ts';
import { readOrRefuse } from '../media/attachment.ts';
import { pngFile } from '../media/images/png.ts';
import { readImage } from '../media/images/read-image.ts';
import { thumbnail } from '../media/video/video-files.ts';
import { taskError, taskRow, videoObject, videoReply } from '../media/video/video-reply.ts';
import type { VideoRequest, VideoTask } from '../media/video/video-tasks.ts';
import { serviceModel } from '../models.ts';
import {
  type FormRequest,
  isForm,
  readFormModel,
  readFormRequest,
  readJsonRequest,
  readModelName,
} from '../request-fields.ts';
import { jsonReply, Refusal, type Reply, rawReply, relayError, withHeaders } from '../responses/reply.ts';
import { faultNamed } from '../scenarios.ts';

/** POST /v1/videos and POST /v1/video/generations: one handler, as in new-api. The video is generated gradually. */
export async function requestVideo(authorized: AuthorizedRequest): Promise<Reply> {
  return ordered(authorized, authorized.gateway.videos.create(authorized.key, await readVideoRequest(authorized)));
}

/** POST /v1/videos/{video_id}/remix: the same video with more words. */
export function remixVideo(authorized: AuthorizedRequest): Reply {
  const origin = findTask(authorized, authorized.parameters.video_id);
  const prompt = readRemixPrompt(authorized);
  const { model, seconds, reference, seed } = origin;
  const task = authorized.gateway.videos.create(authorized.key, {
    ...{ model, seconds, reference },
    prompt: `${origin.prompt} ${prompt}`,
    seed: `${seed} remix`,
    remixedFrom: origin.id,
    scenario: authorized.fault?.name ?? origin.scenario,
  });
  return ordered(authorized, task);
}

/** Returns the submitted task. A new task is queued, however fast it may finish. */
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

/** Applies the scenario under which a task was submitted: a request that reads it names no model. */
export function withFaultOf(task: VideoTask, reply: Reply, authorized: AuthorizedRequest): Reply {
  const fault = faultNamed(authorized.gateway, task.scenario);
  if (fault === null || authorized.fault !== null) return reply;
  const inside = { ...authorized, fault };
  return fault.instead?.(inside) ?? (reply.status === 200 ? fault.alter?.(reply, inside) : null) ?? reply;
}

/**
 * Finds a task.
 *
 * @throws Refusal with 400 if it does not exist, in new-api's words.
 */
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
  // As in the API of the compatible surface; new-api ignores the query.
  if (authorized.query.get('variant') === 'thumbnail') {
    const bytes = await pngFile(thumbnail(task));
    return withHeaders(rawReply(200, 'image/png', bytes), { 'content-length': String(bytes.length) });
  }
  const hasRanges = (authorized.fault ?? faultNamed(authorized.gateway, task.scenario))?.ignoresRanges !== true;
  return withFaultOf(task, videoReply(authorized, await task.file(), `${task.id}.mp4`, hasRanges), authorized);
}

const longestPrompt = 32_000;
const mostSeconds = 12;
const namedSizes = ['', '480p', '720p', '1080p'];

/**
 * Reads a request for a video: JSON or a form, with the fields of the compatible surface (`seconds`, `size`,
 * `input_reference`) or the generic ones of new-api (`duration`, `image`, `images`, `metadata`).
 */
export async function readVideoRequest(authorized: AuthorizedRequest): Promise<VideoRequest> {
  const form = isForm(authorized) ? readFormRequest(authorized) : null;
  const body = form ? fieldsOf(form) : readJsonRequest(authorized);
  const model = form ? readFormModel(authorized, form) : readModelName(authorized, body);
  serviceModel(authorized, model, 'video');
  const prompt = readVideoPrompt(body);
  checkSize(asText(body.size));
  const file = form?.files('input_reference')[0] ?? form?.files('image')[0];
  const bytes = file?.bytes ?? referenceIn(body);
  return {
    model,
    prompt,
    seed: model,
    seconds: readSeconds(body),
    reference: bytes && (await readOrRefuse(readImage(bytes), unreadable)),
    remixedFrom: null,
    scenario: authorized.fault?.name ?? null,
  };
}

const unreadable = (reason: string) => taskError('invalid_image', `The reference image cannot be read: ${reason}.`);

/** Reads the new prompt of a remix, from JSON or a form. */
export function readRemixPrompt(authorized: AuthorizedRequest): string {
  return readVideoPrompt(isForm(authorized) ? fieldsOf(readFormRequest(authorized)) : readJsonRequest(authorized));
}

function fieldsOf(form: FormRequest): JsonRecord {
  const names = ['prompt', 'seconds', 'duration', 'size', 'image', 'input_reference', 'metadata', 'mode'];
  return Object.fromEntries(names.flatMap((name) => (form.text(name) === null ? [] : [[name, form.text(name)]])));
}

function readVideoPrompt({ prompt }: JsonRecord): string {
  if (prompt !== undefined && typeof prompt !== 'string')
    throw taskError('invalid_json', 'json: cannot unmarshal a value that is no string into field prompt');
  if (prompt === undefined || prompt.trim() === '') throw taskError('invalid_request', 'prompt is required');
  if (prompt.length > longestPrompt) throw taskError('invalid_request', `prompt is longer than ${longestPrompt}`);
  return prompt;
}

/** Reads the duration. `seconds` must be a string, as in new-api; `duration` may be a string or a number. */
function readSeconds({ seconds, duration }: JsonRecord): number {
  if (seconds !== undefined && typeof seconds !== 'string')
    throw taskError(
      'invalid_json',
      'json: cannot unmarshal number into Go struct field TaskSubmitReq.seconds of type string',
    );
  const value = Number(seconds ?? duration ?? 4);
  if (!(value > 0 && value <= mostSeconds))
    throw taskError('invalid_seconds', `seconds must be more than 0 and at most ${mostSeconds}`);
  return value;
}

/** Refuses what is no size. Every video of the demo has the same, and the task says so. */
function checkSize(size: string): void {
  const [, width = 0, height = 0] = /^(\d{1,5})\s*[x:*]\s*(\d{1,5})$/.exec(size)?.map(Number) ?? [];
  if (!namedSizes.includes(size) && !(width >= 1 && height >= 1 && width / height <= 4 && height / width <= 4))
    throw taskError('invalid_size', `size ${size} is invalid`);
}

/** Returns the first image that a body contains as text. */
function referenceIn(body: JsonRecord): Buffer | null {
  if (isRecord(body.input_reference))
    throw taskError(
      'invalid_json',
      'json: cannot unmarshal object into Go struct field TaskSubmitReq.input_reference of type string',
    );
  const texts = [body.input_reference, body.image, ...asList(body.images)].map(asText);
  const text = texts.find((value) => value !== '') ?? '';
  const base64 = /^data:image\/[\w.+-]+;base64,(.+)$/s.exec(text)?.[1] ?? (/^https?:/.test(text) ? '' : text);
  return base64 === '' ? null : Buffer.from(base64, 'base64');
}
