import { type FormRequest, readFormModel, readFormRequest } from '../../form-request.ts';
import type { AuthorizedRequest } from '../../incoming-request.ts';
import { readJsonRequest, readModelName } from '../../json-request.ts';
import { asList, asText, isRecord, type JsonRecord } from '../../json-value.ts';
import { serviceModel } from '../../models.ts';
import { UnreadableFile } from '../decode-job.ts';
import type { Image } from '../images/canvas.ts';
import { readImage } from '../images/read-image.ts';
import { taskError } from './task-record.ts';
import type { VideoRequest } from './video-tasks.ts';

const longestPrompt = 32_000;
const mostSeconds = 12;
const namedSizes: Readonly<Record<string, readonly [number, number]>> = {
  '480p': [854, 480],
  '720p': [1280, 720],
  '1080p': [1920, 1080],
};

/**
 * Reads an order for a video: JSON or a form, with the fields of the compatible surface (`seconds`, `size`,
 * `input_reference`) or the generic ones of new-api (`duration`, `image`, `images`, `metadata`).
 */
export async function readVideoRequest(authorized: AuthorizedRequest): Promise<VideoRequest> {
  const isForm = (authorized.request.headers['content-type'] ?? '').startsWith('multipart/');
  const form = isForm ? readFormRequest(authorized) : null;
  const body = form ? fieldsOf(form) : readJsonRequest(authorized);
  const model = form ? readFormModel(authorized, form) : readModelName(authorized, body);
  serviceModel(authorized, model, 'video');
  const prompt = readVideoPrompt(body);
  const size = asText(body.size);
  const { width, height } = readSize(size === '' ? '1280x720' : size);
  const file = form?.files('input_reference')[0] ?? form?.files('image')[0];
  return {
    model,
    prompt,
    seed: model,
    size: size === '' ? '1280x720' : size,
    width,
    height,
    seconds: readSeconds(body),
    reference: await readReference(file?.bytes ?? referenceIn(body)),
    remixedFrom: null,
    fault: authorized.fault,
  };
}

/** The new prompt of a remix, in JSON or in a form. */
export function readRemixPrompt(authorized: AuthorizedRequest): string {
  const isForm = (authorized.request.headers['content-type'] ?? '').startsWith('multipart/');
  return readVideoPrompt(isForm ? fieldsOf(readFormRequest(authorized)) : readJsonRequest(authorized));
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

/** `seconds` must be a text, as in new-api; `duration` may be either. */
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

function readSize(size: string): { width: number; height: number } {
  const [, first, second] = /^(\d{1,5})\s*[x:*]\s*(\d{1,5})$/.exec(size) ?? [];
  const [width, height] = first ? [Number(first), Number(second)] : (namedSizes[size] ?? [0, 0]);
  if (width < 1 || height < 1 || width / height > 4 || height / width > 4)
    throw taskError('invalid_size', `size ${size} is invalid`);
  return { width, height };
}

/** The first image that a body carries as a text. */
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

async function readReference(bytes: Buffer | null | undefined): Promise<Image | null> {
  if (!bytes) return null;
  try {
    return await readImage(bytes);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw taskError('invalid_image', `The reference image cannot be read: ${error.message}.`);
  }
}
