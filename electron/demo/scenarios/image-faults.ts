import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asRecord, asText, type JsonRecord } from '../json-value.ts';
import { moderated } from '../media/images/image-request.ts';
import { upstreamError } from '../responses/errors.ts';
import { eventReply, isStreamed, jsonReply, type Reply, type Step } from '../responses/reply.ts';
import { mapDocuments, mapSteps, without, withSteps } from '../responses/steps.ts';
import { type Alter, documentsIn, type Effect, faultsOf, inDialect } from './fault.ts';

const longAgoMs = -60_000;

/** Changes the successful reply of the image routes except streams; other replies are unchanged. */
const whole = (change: (document: JsonRecord, authorized: AuthorizedRequest) => unknown): Effect =>
  documentsIn('images', change, 'whole');

const images = (change: (images: JsonRecord[], authorized: AuthorizedRequest) => unknown): Effect =>
  whole((document, authorized) => ({ ...document, data: change(asList(document.data).map(asRecord), authorized) }));

/** Returns the bytes of an image in the successful reply, in either format. */
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

/** Returns a refusal; `null` lets the route respond after all. */
const refusal = (refuse: (authorized: AuthorizedRequest) => Reply | null): Effect => ({
  instead: (authorized) => (authorized.route.startsWith('images.') ? refuse(authorized) : null),
});

/** Changes the streamed reply of the image routes; one that is not streamed is unchanged. */
const streamed = (alter: Alter): Effect =>
  inDialect('images', (reply, authorized) => (isStreamed(reply) ? alter(reply, authorized) : reply));

/** Returns the finished images of a stream as the documents of a reply that is not streamed. */
function documentOf(reply: Reply): JsonRecord {
  const last = [...reply.steps].filter((step) => step.do === 'send' && step.mark === 'finish');
  const events = last.map((step) => asRecord(step.do === 'send' ? step.document : null));
  return {
    created: events[0]?.created_at,
    data: events.map(({ b64_json }) => ({ b64_json })),
    usage: events[0]?.usage,
  };
}

/**
 * Converts JSON to a stream as new-api does: one final event for each image, always named after generations, then the
 * end marker.
 */
function* fabricated(reply: Reply, authorized: AuthorizedRequest): Generator<Step> {
  const { data, usage, created } = documentOf(reply);
  const type = 'image_generation.completed';
  for (const image of asList(data).map(asRecord)) {
    const bytes = Buffer.from(asText(image.b64_json), 'base64');
    const url = authorized.gateway.origin + authorized.gateway.images.put(bytes);
    yield { do: 'send', mark: 'finish', event: type, document: { type, created_at: created, url, usage } };
  }
  yield { do: 'send', mark: 'done', document: '[DONE]' };
}

/** Yields the events of a vendor that reports each image separately and ends with the count. */
function* vendorSteps(reply: Reply): Generator<Step> {
  const { data, usage } = documentOf(reply);
  const all = asList(data).map(asRecord);
  for (const [index, image] of all.entries()) {
    const type = 'image_generation.partial_succeeded';
    const document = { type, model: 'demo', image_index: index, size: '256x256', b64_json: image.b64_json };
    yield { do: 'send', mark: 'text', event: type, document };
  }
  const failed = 'image_generation.partial_failed';
  const error = { code: 'OutputImageSensitiveContentDetected', message: 'This image was blocked' };
  yield { do: 'send', mark: 'text', event: failed, document: { type: failed, image_index: all.length, error } };
  const type = 'image_generation.completed';
  yield {
    do: 'send',
    mark: 'finish',
    event: type,
    document: {
      type,
      usage: {
        generated_images: all.length,
        output_tokens: asRecord(usage).output_tokens,
        total_tokens: asRecord(usage).output_tokens,
      },
    },
  };
  yield { do: 'send', mark: 'done', document: '[DONE]' };
}

/** Refuses only a form that really names its files the other way. */
function fieldRefusal(authorized: AuthorizedRequest, wanted: string, other: string): Reply | null {
  if (!authorized.body.includes(`name="${other}"`)) return null;
  const detail = [{ type: 'missing', loc: ['body', wanted], msg: 'Field required', input: null }];
  return { ...jsonReply({ detail }), status: 422 };
}

/** What image routes really send, whole and streamed, and what can be wrong with it. */
export const imageFaults = faultsOf(
  `
  images-all-fields | images | Images with empty fields | Every image has all three fields, and unused ones are empty strings.
  images-data-address | images | Images in data URLs | The URL of each image is a data URL that contains it.
  images-prefixed-base64 | images | Base64 with a prefix | The base64 begins like a data URL and is split into lines.
  images-null-data | images | No images: null | Status 200, and the list of images is null.
  images-empty-data | images | No images: empty list | Status 200 with an empty list of images.
  images-one-fewer | images | One image too few | One image fewer arrives than was requested.
  images-wrong-type | images | Wrong format name | The response labels its PNG images as JPEG.
  images-no-base64 | images | Text instead of base64 | The base64 field of the image contains a sentence.
  images-one-failed | images | One image failed | The last image is an error, while the others arrive.
  images-field-images | images | Images in another field | The images are in a field named images, as URLs.
  images-task | images | A task instead of images | The response is a queued task, as some gateways return.
  images-wrapped-task | images | A task in an envelope | The response reports success and contains the ID of a task.
  images-address | images | Images as URLs | Every image is a URL at this gateway that is valid for one hour.
  images-address-gone | images | Expired image URLs | The URLs of the images have expired.
  images-address-page | images | Image URLs that return a page | The URLs return an HTML page instead of an image.
  images-address-elsewhere | images | Image URLs on another host | The URLs are on another host, to which no key may be sent.
  images-moderated | images | Image rejected | Status 400: the safety system rejected the prompt.
  images-unreachable-input | images | Input download failed | Status 400: the service could not download an input image.
  images-only-plain-field | images | Only image accepted | A form whose files are named image[] is rejected with status 422.
  images-only-list-field | images | Only image[] accepted | A form whose file is named image is rejected with status 422.
  images-made-stream | images | Stream made from one response | The gateway turns an unstreamed response into a stream, with URLs and [DONE].
  images-stream-whole | images | No image stream | A stream was requested, but one JSON document arrives.
  images-no-previews | images | Stream without previews | The final image arrives without any previews.
  images-no-final | images | Previews without an image | Previews arrive, and the stream ends without the final image.
  images-stream-error | images | Error after a preview | A preview arrives, followed by an upstream error.
  images-unnamed-events | images | Events without names | The events have no names, and only their JSON shows their type.
  images-no-facts | images | Events without details | The events contain images, but neither size nor quality.
  images-each-told | images | One event per image | Each image arrives in its own event, one fails, and the last event contains only counts.
`,
  {
    'images-all-fields': images((all, authorized) =>
      all.map((one) => ({ url: '', b64_json: base64Of(one, authorized), revised_prompt: '' })),
    ),
    'images-data-address': images((all, authorized) =>
      all.map((one) => ({ url: `data:image/png;base64,${base64Of(one, authorized)}` })),
    ),
    'images-prefixed-base64': images((all, authorized) =>
      all.map((one) => ({ b64_json: `data:image/png;base64,${base64Of(one, authorized).replace(/.{76}/g, '$&\n')}` })),
    ),
    'images-null-data': whole((document) => ({ ...document, data: null })),
    'images-empty-data': images(() => []),
    'images-one-fewer': images((all) => all.slice(0, Math.max(1, all.length - 1))),
    'images-wrong-type': whole((document) => ({ ...document, output_format: 'jpeg' })),
    'images-no-base64': images(() => [{ b64_json: 'The image could not be written, please try again.' }]),
    'images-one-failed': images((all) => [
      ...all.slice(0, -1),
      { error: { code: 'content_policy', message: 'This image was blocked' } },
    ]),
    'images-field-images': whole((document, authorized) => ({
      images: asList(document.data).map((one) => ({
        url: authorized.gateway.origin + authorized.gateway.images.put(bytesOf(asRecord(one), authorized)),
      })),
      timings: { inference: 0.4 },
      seed: 7,
    })),
    'images-task': whole(() => ({ task_id: 'task_demo_image', status: 'queued' })),
    'images-wrapped-task': whole(() => ({
      code: 'success',
      message: '',
      data: { task_id: 'task_demo_image', status: 'NOT_START', progress: '0%' },
    })),
    'images-address': images((all, authorized) =>
      all.map((one) => asAddress(one, authorized, authorized.gateway.images.put(bytesOf(one, authorized)))),
    ),
    'images-address-gone': images((all, authorized) =>
      all.map((one) => asAddress(one, authorized, authorized.gateway.images.put(bytesOf(one, authorized), longAgoMs))),
    ),
    'images-address-page': images((all, authorized) => all.map((one) => asAddress(one, authorized, '/console'))),
    'images-address-elsewhere': images((all, authorized) =>
      all.map((one) => {
        const { b64_json: _, ...rest } = one;
        const path = authorized.gateway.images.put(bytesOf(one, authorized));
        return { ...rest, url: authorized.gateway.origin.replace('127.0.0.1', 'localhost') + path };
      }),
    ),
    'images-moderated': refusal((authorized) => moderated(authorized, false).reply),
    'images-unreachable-input': refusal(
      (authorized) =>
        upstreamError(authorized, false, {
          message: 'Error while downloading https://example.invalid/cat.png. Upstream status code: 404.',
          code: 'invalid_image_url',
          param: 'images',
        }).reply,
    ),
    'images-only-plain-field': refusal((authorized) => fieldRefusal(authorized, 'image', 'image[]')),
    'images-only-list-field': refusal((authorized) => fieldRefusal(authorized, 'image[]', 'image')),
    'images-made-stream': streamed((reply, authorized) => eventReply(fabricated(reply, authorized), 'images')),
    'images-stream-whole': streamed((reply) => jsonReply(documentOf(reply), 'images')),
    'images-no-previews': streamed((reply) => withSteps(reply, (steps) => without(steps, 'text'))),
    'images-no-final': streamed((reply) => withSteps(reply, (steps) => without(steps, 'finish'))),
    'images-stream-error': streamed((reply) =>
      withSteps(reply, (steps) =>
        mapSteps(without(steps, 'finish'), (step) => [
          step,
          { do: 'send', mark: 'frame', document: { type: 'upstream_error', message: 'the upstream gave up' } },
        ]),
      ),
    ),
    'images-unnamed-events': streamed((reply) =>
      withSteps(reply, (steps) =>
        mapSteps(steps, (step) => {
          if (step.do !== 'send') return [step];
          const { event: _, ...rest } = step;
          return [rest];
        }),
      ),
    ),
    'images-no-facts': streamed((reply) =>
      mapDocuments(reply, (document) => {
        const { type, b64_json, partial_image_index } = asRecord(document);
        return { type, b64_json, ...(partial_image_index !== undefined && { partial_image_index }) };
      }),
    ),
    'images-each-told': streamed((reply) => eventReply(vendorSteps(reply), 'images')),
  },
);
