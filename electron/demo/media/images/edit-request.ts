import type { AuthorizedRequest } from '../../incoming-request.ts';
import { asList, asRecord, asText, type JsonRecord } from '../../json-value.ts';
import { serviceModel } from '../../models.ts';
import {
  type FormRequest,
  isForm,
  readFormModel,
  readFormRequest,
  readJsonRequest,
  readModelName,
} from '../../request-fields.ts';
import { Refusal, relayError, upstreamError } from '../../responses/reply.ts';
import { readOrRefuse } from '../attachment.ts';
import type { Image } from './canvas.ts';
import { type ImageModel, type ImageRequest, imageModel, readImageRequest } from './image-request.ts';
import { readImage } from './read-image.ts';

const largestFile = 50 * 1024 * 1024;
const largestMask = 4 * 1024 * 1024;
/** Form fields that are not strings in JSON. */
const numbers = ['n', 'output_compression', 'partial_images'];

export interface EditRequest extends ImageRequest {
  inputs: Image[];
  mask: Image | null;
}

/** A request as received, in either format: its plain fields, its files, and the field names of the files. */
interface Sent {
  fields: JsonRecord;
  images: Buffer[];
  mask: Buffer | null;
}

/** Reads and checks a request to edit images: a form, or JSON with data URLs. */
export async function readEditRequest(authorized: AuthorizedRequest): Promise<EditRequest> {
  const sent = isForm(authorized)
    ? readForm(authorized, readFormRequest(authorized))
    : readJson(authorized, readJsonRequest(authorized));
  const { model } = sent.fields;
  if (typeof model !== 'string') throw new Error('the model was read before');
  const can = imageModel(model);
  const request = readImageRequest(authorized, model, sent.fields, can);
  const inputs = await readImages(authorized, sent, request, can);
  return { ...request, inputs, mask: await readMask(authorized, sent.mask, inputs[0] as Image, request) };
}

function readForm(authorized: AuthorizedRequest, form: FormRequest): Sent {
  const model = readFormModel(authorized, form);
  const streamed = form.text('stream');
  serviceModel(authorized, model, 'images', streamed === 'true');
  const names = ['prompt', 'size', 'quality', 'background', 'response_format', 'output_format', 'moderation', 'style'];
  const texts = names.map((name): [string, unknown] => [name, form.text(name) ?? undefined]);
  const values = numbers.map((name): [string, unknown] => [name, numberOf(form.text(name))]);
  const files = form.allFiles();
  // Only the first matching field name pattern counts, as in new-api.
  const ways = [/^image$/, /^image\[\]$/, /^image\[\d+\]$/];
  const way = ways.find((pattern) => files.some(({ field }) => pattern.test(field)));
  const images = files.filter(({ field }) => way?.test(field)).map(({ file }) => file.bytes);
  return {
    fields: { ...Object.fromEntries([...texts, ...values]), model, stream: streamed === 'true' },
    images,
    mask: form.files('mask')[0]?.bytes ?? null,
  };
}

const numberOf = (text: string | null): unknown =>
  text === null ? undefined : /^\d+$/.test(text) ? Number(text) : text;

function readJson(authorized: AuthorizedRequest, body: JsonRecord): Sent {
  const model = readModelName(authorized, body);
  serviceModel(authorized, model, 'images', body.stream === true);
  const given =
    body.images ?? (body.image === undefined ? [] : asList(body.image).length > 0 ? body.image : [body.image]);
  const images = asList(given).map((entry) => fromAddress(authorized, entry));
  return {
    fields: { ...body, model },
    images,
    mask: body.mask === undefined ? null : fromAddress(authorized, body.mask),
  };
}

/**
 * Reads an image from a data URL. The demo opens no connections, so any other address counts as one that cannot be
 * fetched.
 */
function fromAddress(authorized: AuthorizedRequest, entry: unknown): Buffer {
  const record = asRecord(entry);
  const address = asText(entry) || asText(record.image_url) || asText(asRecord(record.image_url).url);
  const inline = /^data:image\/[\w.+-]+;base64,/i.exec(address);
  if (inline) return Buffer.from(address.slice(inline[0].length), 'base64');
  const message = address === '' ? 'Invalid image: expected image_url.' : `Error while downloading ${address}.`;
  throw upstreamError(authorized, false, { message, code: 'invalid_image_url', param: 'images' });
}

async function readImages(
  authorized: AuthorizedRequest,
  { images }: Sent,
  request: ImageRequest,
  can: ImageModel,
): Promise<Image[]> {
  const refuse = (message: string, code: string) =>
    upstreamError(authorized, request.isStreamed, { message, code, param: 'image' });
  if (can.mostInputs === 0) throw refuse(`The model '${request.model}' does not support image edits.`, 'invalid_value');
  if (images.length === 0)
    throw new Refusal(relayError(authorized, 500, { message: 'image is required', code: 'convert_request_failed' }));
  if (images.length > can.mostInputs)
    throw refuse(`Too many images: at most ${can.mostInputs}, got ${images.length}.`, 'array_above_max_length');
  const inputs: Image[] = [];
  for (const [index, bytes] of images.entries()) {
    if (bytes.length > largestFile) throw refuse(`Image ${index + 1} is larger than 50 MB.`, 'image_too_large');
    inputs.push(await readInput(bytes, `image ${index + 1}`, refuse));
  }
  return inputs;
}

async function readMask(
  authorized: AuthorizedRequest,
  bytes: Buffer | null,
  image: Image,
  request: ImageRequest,
): Promise<Image | null> {
  const refuse = (message: string, code: string) =>
    upstreamError(authorized, request.isStreamed, { message, code, param: 'mask' });
  if (bytes === null) return null;
  if (bytes.length > largestMask) throw refuse('The mask is larger than 4 MB.', 'image_too_large');
  const mask = await readInput(bytes, 'mask', refuse);
  if (mask.width === image.width && mask.height === image.height) return mask;
  const message = `Invalid mask image format - mask size (${mask.width}x${mask.height}) does not match image size (${image.width}x${image.height}).`;
  throw refuse(message, 'invalid_mask');
}

const readInput = (bytes: Buffer, what: string, refuse: (message: string, code: string) => Error): Promise<Image> =>
  readOrRefuse(readImage(bytes), (reason) =>
    refuse(`Invalid image file or mode for ${what}: ${reason}.`, 'invalid_image_file'),
  );
