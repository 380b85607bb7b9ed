import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asRecord, asText, type JsonRecord } from '../json-value.ts';
import { moderated } from '../media/images/image-request.ts';
import { upstreamError } from '../responses/errors.ts';
import { jsonReply, type Reply } from '../responses/reply.ts';
import { mapDocuments } from '../responses/steps.ts';
import type { Fault } from './fault.ts';

const longAgoMs = -60_000;

/** Changes the good answer of the image routes, streams left alone; other answers stay as they are. */
const whole = (
  name: string,
  title: string,
  about: string,
  change: (document: JsonRecord, authorized: AuthorizedRequest) => unknown,
): Fault => ({
  name: `images-${name}`,
  title,
  about,
  routes: 'images',
  alter: (reply, authorized) =>
    reply.dialect === 'images'
      ? mapDocuments(reply, (document) => change(asRecord(document), authorized), 'whole')
      : reply,
});

const images = (
  name: string,
  title: string,
  about: string,
  change: (images: JsonRecord[], authorized: AuthorizedRequest) => unknown,
): Fault =>
  whole(name, title, about, (document, authorized) => ({
    ...document,
    data: change(asList(document.data).map(asRecord), authorized),
  }));

/** The bytes of an image that the good answer carries, whichever way it does. */
function bytesOf(image: JsonRecord, { gateway }: AuthorizedRequest): Buffer {
  if (typeof image.b64_json === 'string') return Buffer.from(image.b64_json, 'base64');
  const reply = gateway.images.respond(new URL(asText(image.url)).pathname);
  const [step] = [...(reply?.steps ?? [])];
  return step?.do === 'raw' ? Buffer.from(step.bytes) : Buffer.alloc(0);
}

const base64Of = (image: JsonRecord, authorized: AuthorizedRequest): string =>
  bytesOf(image, authorized).toString('base64');

const asAddress = (image: JsonRecord, authorized: AuthorizedRequest, path: string): JsonRecord => {
  const { b64_json: _, ...rest } = image;
  return { ...rest, url: `${authorized.gateway.origin}${path}` };
};

/** A refusal; `null` lets the route answer after all. */
const refusal = (
  name: string,
  title: string,
  about: string,
  refuse: (authorized: AuthorizedRequest) => Reply | null,
): Fault => ({
  name: `images-${name}`,
  title,
  about,
  routes: 'images',
  instead: (authorized) => (authorized.route.startsWith('images.') ? refuse(authorized) : null),
});

/** What image routes really answer, and what can be wrong in it. */
export const imageFaults: readonly Fault[] = [
  images(
    'all-fields',
    'Images with empty fields',
    'Every image has all three fields, and those that hold nothing are empty texts.',
    (all, authorized) => all.map((one) => ({ url: '', b64_json: base64Of(one, authorized), revised_prompt: '' })),
  ),
  images(
    'data-address',
    'Images in data addresses',
    'The address of each image is a data address that holds it.',
    (all, authorized) => all.map((one) => ({ url: `data:image/png;base64,${base64Of(one, authorized)}` })),
  ),
  images(
    'prefixed-base64',
    'Base64 with a prefix',
    'The base64 begins like a data address and is broken into lines.',
    (all, authorized) =>
      all.map((one) => ({ b64_json: `data:image/png;base64,${base64Of(one, authorized).replace(/.{76}/g, '$&\n')}` })),
  ),
  whole('null-data', 'No images: null', 'Status 200, and the list of images is null.', (document) => ({
    ...document,
    data: null,
  })),
  images('empty-data', 'No images: empty list', 'Status 200 with an empty list of images.', () => []),
  images('one-fewer', 'One image too few', 'One image fewer comes than was asked for.', (all) =>
    all.slice(0, Math.max(1, all.length - 1)),
  ),
  whole('wrong-type', 'Wrong name of the format', 'The answer says that its PNG images are JPEG.', (document) => ({
    ...document,
    output_format: 'jpeg',
  })),
  images('no-base64', 'Text instead of base64', 'A sentence stands where the base64 of the image should be.', () => [
    { b64_json: 'The image could not be written, please try again.' },
  ]),
  images('one-failed', 'One image failed', 'The last image is an error while the others are there.', (all) => [
    ...all.slice(0, -1),
    { error: { code: 'content_policy', message: 'This image was blocked' } },
  ]),
  whole(
    'field-images',
    'Images under images',
    'The images stand in a field named images, as addresses.',
    (document, authorized) => ({
      images: asList(document.data).map((one) => ({
        url: authorized.gateway.origin + authorized.gateway.images.put(bytesOf(asRecord(one), authorized)),
      })),
      timings: { inference: 0.4 },
      seed: 7,
    }),
  ),
  whole('task', 'A task instead of images', 'The answer is a task that is still waiting, as some gateways do.', () => ({
    task_id: 'task_demo_image',
    status: 'queued',
  })),
  whole('wrapped-task', 'A task in an envelope', 'The answer says success and holds the id of a task.', () => ({
    code: 'success',
    message: '',
    data: { task_id: 'task_demo_image', status: 'NOT_START', progress: '0%' },
  })),
  images(
    'address',
    'Images as addresses',
    'Every image is an address at this gateway that holds for an hour.',
    (all, authorized) =>
      all.map((one) => asAddress(one, authorized, authorized.gateway.images.put(bytesOf(one, authorized)))),
  ),
  images(
    'address-gone',
    'Addresses that have expired',
    'The addresses of the images do not hold any more.',
    (all, authorized) =>
      all.map((one) => asAddress(one, authorized, authorized.gateway.images.put(bytesOf(one, authorized), longAgoMs))),
  ),
  images(
    'address-page',
    'Addresses of a page',
    'The addresses lead to a web page and not to an image.',
    (all, authorized) => all.map((one) => asAddress(one, authorized, '/console')),
  ),
  images(
    'address-elsewhere',
    'Addresses on another host',
    'The addresses name another host, where no key may be sent.',
    (all, authorized) =>
      all.map((one) => {
        const { b64_json: _, ...rest } = one;
        const path = authorized.gateway.images.put(bytesOf(one, authorized));
        return { ...rest, url: authorized.gateway.origin.replace('127.0.0.1', 'localhost') + path };
      }),
  ),
  refusal(
    'moderated',
    'Image refused',
    'Status 400: the safety system refused the prompt.',
    (authorized) => moderated(authorized, false).reply,
  ),
  refusal(
    'unreachable-input',
    'Input that cannot be fetched',
    'Status 400: the service could not fetch the address of an image.',
    (authorized) =>
      upstreamError(authorized, false, {
        message: 'Error while downloading https://example.invalid/cat.png. Upstream status code: 404.',
        code: 'invalid_image_url',
        param: 'images',
      }).reply,
  ),
  refusal(
    'only-plain-field',
    'Only image is taken',
    'A form whose files are named image[] is refused with status 422.',
    (authorized) => fieldRefusal(authorized, 'image', 'image[]'),
  ),
  refusal(
    'only-list-field',
    'Only image[] is taken',
    'A form whose file is named image is refused with status 422.',
    (authorized) => fieldRefusal(authorized, 'image[]', 'image'),
  ),
];

/** Only a form that really names its files the other way is refused. */
function fieldRefusal(authorized: AuthorizedRequest, wanted: string, other: string): Reply | null {
  if (!authorized.body.includes(`name="${other}"`)) return null;
  const detail = [{ type: 'missing', loc: ['body', wanted], msg: 'Field required', input: null }];
  return { ...jsonReply({ detail }), status: 422 };
}
