import { upstreamError } from '../answers/errors.ts';
import { jsonReply, type Reply } from '../answers/reply.ts';
import { mapDocuments } from '../answers/steps.ts';
import type { Visit } from '../incoming-request.ts';
import { asList, asRecord, asText, type JsonRecord } from '../json-value.ts';
import { moderated } from '../media/images/image-request.ts';
import type { Fault } from './fault.ts';

const longAgoMs = -60_000;

/** Changes the good answer of the picture routes, streams left alone; other answers stay as they are. */
const whole = (
  name: string,
  title: string,
  about: string,
  change: (document: JsonRecord, visit: Visit) => unknown,
): Fault => ({
  name: `images-${name}`,
  title,
  about,
  routes: 'images',
  alter: (reply, visit) =>
    reply.dialect === 'images' ? mapDocuments(reply, (document) => change(asRecord(document), visit), 'whole') : reply,
});

const pictures = (
  name: string,
  title: string,
  about: string,
  change: (pictures: JsonRecord[], visit: Visit) => unknown,
): Fault =>
  whole(name, title, about, (document, visit) => ({
    ...document,
    data: change(asList(document.data).map(asRecord), visit),
  }));

/** The bytes of a picture that the good answer carries, whichever way it does. */
function bytesOf(picture: JsonRecord, { gateway }: Visit): Buffer {
  if (typeof picture.b64_json === 'string') return Buffer.from(picture.b64_json, 'base64');
  const reply = gateway.pictures.answer(new URL(asText(picture.url)).pathname);
  const [step] = [...(reply?.steps ?? [])];
  return step?.do === 'raw' ? Buffer.from(step.bytes) : Buffer.alloc(0);
}

const base64Of = (picture: JsonRecord, visit: Visit): string => bytesOf(picture, visit).toString('base64');

const asAddress = (picture: JsonRecord, visit: Visit, path: string): JsonRecord => {
  const { b64_json: _, ...rest } = picture;
  return { ...rest, url: `${visit.gateway.origin}${path}` };
};

/** A refusal; `null` lets the route answer after all. */
const refusal = (name: string, title: string, about: string, refuse: (visit: Visit) => Reply | null): Fault => ({
  name: `images-${name}`,
  title,
  about,
  routes: 'images',
  instead: (visit) => (visit.route.startsWith('images.') ? refuse(visit) : null),
});

/** What picture routes really answer, and what can be wrong in it. */
export const pictureFaults: readonly Fault[] = [
  pictures(
    'all-fields',
    'Pictures with empty fields',
    'Every picture has all three fields, and those that hold nothing are empty texts.',
    (all, visit) => all.map((one) => ({ url: '', b64_json: base64Of(one, visit), revised_prompt: '' })),
  ),
  pictures(
    'data-address',
    'Pictures in data addresses',
    'The address of each picture is a data address that holds it.',
    (all, visit) => all.map((one) => ({ url: `data:image/png;base64,${base64Of(one, visit)}` })),
  ),
  pictures(
    'prefixed-base64',
    'Base64 with a prefix',
    'The base64 begins like a data address and is broken into lines.',
    (all, visit) =>
      all.map((one) => ({ b64_json: `data:image/png;base64,${base64Of(one, visit).replace(/.{76}/g, '$&\n')}` })),
  ),
  whole('null-data', 'No pictures: null', 'Status 200, and the list of pictures is null.', (document) => ({
    ...document,
    data: null,
  })),
  pictures('empty-data', 'No pictures: empty list', 'Status 200 with an empty list of pictures.', () => []),
  pictures('one-fewer', 'One picture too few', 'One picture fewer comes than was asked for.', (all) =>
    all.slice(0, Math.max(1, all.length - 1)),
  ),
  whole('wrong-type', 'Wrong name of the format', 'The answer says that its PNG pictures are JPEG.', (document) => ({
    ...document,
    output_format: 'jpeg',
  })),
  pictures(
    'no-base64',
    'Text instead of base64',
    'A sentence stands where the base64 of the picture should be.',
    () => [{ b64_json: 'The picture could not be written, please try again.' }],
  ),
  pictures('one-failed', 'One picture failed', 'The last picture is an error while the others are there.', (all) => [
    ...all.slice(0, -1),
    { error: { code: 'content_policy', message: 'This picture was blocked' } },
  ]),
  whole(
    'field-images',
    'Pictures under images',
    'The pictures stand in a field named images, as addresses.',
    (document, visit) => ({
      images: asList(document.data).map((one) => ({
        url: visit.gateway.origin + visit.gateway.pictures.put(bytesOf(asRecord(one), visit)),
      })),
      timings: { inference: 0.4 },
      seed: 7,
    }),
  ),
  whole(
    'task',
    'A task instead of pictures',
    'The answer is a task that is still waiting, as some gateways do.',
    () => ({
      task_id: 'task_demo_picture',
      status: 'queued',
    }),
  ),
  whole('wrapped-task', 'A task in an envelope', 'The answer says success and holds the id of a task.', () => ({
    code: 'success',
    message: '',
    data: { task_id: 'task_demo_picture', status: 'NOT_START', progress: '0%' },
  })),
  pictures(
    'address',
    'Pictures as addresses',
    'Every picture is an address at this gateway that holds for an hour.',
    (all, visit) => all.map((one) => asAddress(one, visit, visit.gateway.pictures.put(bytesOf(one, visit)))),
  ),
  pictures(
    'address-gone',
    'Addresses that have expired',
    'The addresses of the pictures do not hold any more.',
    (all, visit) => all.map((one) => asAddress(one, visit, visit.gateway.pictures.put(bytesOf(one, visit), longAgoMs))),
  ),
  pictures(
    'address-page',
    'Addresses of a page',
    'The addresses lead to a web page and not to a picture.',
    (all, visit) => all.map((one) => asAddress(one, visit, '/console')),
  ),
  pictures(
    'address-elsewhere',
    'Addresses on another host',
    'The addresses name another host, where no key may be sent.',
    (all, visit) =>
      all.map((one) => {
        const { b64_json: _, ...rest } = one;
        const path = visit.gateway.pictures.put(bytesOf(one, visit));
        return { ...rest, url: visit.gateway.origin.replace('127.0.0.1', 'localhost') + path };
      }),
  ),
  refusal(
    'moderated',
    'Picture refused',
    'Status 400: the safety system refused the prompt.',
    (visit) => moderated(visit, false).reply,
  ),
  refusal(
    'unreachable-input',
    'Input that can not be fetched',
    'Status 400: the service could not fetch the address of a picture.',
    (visit) =>
      upstreamError(visit, false, {
        message: 'Error while downloading https://example.invalid/cat.png. Upstream status code: 404.',
        code: 'invalid_image_url',
        param: 'images',
      }).reply,
  ),
  refusal(
    'only-plain-field',
    'Only image is taken',
    'A form whose files are named image[] is refused with status 422.',
    (visit) => fieldRefusal(visit, 'image', 'image[]'),
  ),
  refusal(
    'only-list-field',
    'Only image[] is taken',
    'A form whose file is named image is refused with status 422.',
    (visit) => fieldRefusal(visit, 'image[]', 'image'),
  ),
];

/** Only a form that really names its files the other way is refused. */
function fieldRefusal(visit: Visit, wanted: string, other: string): Reply | null {
  if (!visit.body.includes(`name="${other}"`)) return null;
  const detail = [{ type: 'missing', loc: ['body', wanted], msg: 'Field required', input: null }];
  return { ...jsonReply({ detail }), status: 422 };
}
