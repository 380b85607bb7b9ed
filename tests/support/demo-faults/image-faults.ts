import type { AuthorizedRequest } from '#demo/incoming-request.ts';
import { asList, asRecord, asText, type JsonRecord } from '#demo/json-value.ts';
import { eventReply, jsonReply, type Reply, type Step, upstreamError } from '#demo/responses/reply.ts';
import { mapDocuments, mapSteps, without, withSteps } from '#demo/responses/steps.ts';
import { faultsOf } from '#demo/scenarios/fault.ts';
import { asAddress, bytesOf, fieldRefusal, images, refusal, streamed, whole } from '#demo/scenarios/image-faults.ts';

const base64Of = (image: JsonRecord, authorized: AuthorizedRequest): string =>
  bytesOf(image, authorized).toString('base64');

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

/** What image routes really send, whole and streamed, and what can be wrong with it. */
export const imageFaults = faultsOf(
  `
  images-all-fields | images
  images-data-address | images
  images-prefixed-base64 | images
  images-null-data | images
  images-wrong-type | images
  images-field-images | images
  images-task | images
  images-wrapped-task | images
  images-address | images
  images-address-elsewhere | images
  images-unreachable-input | images
  images-only-plain-field | images
  images-made-stream | images
  images-stream-whole | images
  images-no-previews | images
  images-unnamed-events | images
  images-no-facts | images
  images-each-told | images
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
    'images-wrong-type': whole((document) => ({ ...document, output_format: 'jpeg' })),
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
    'images-address-elsewhere': images((all, authorized) =>
      all.map((one) => {
        const { b64_json: _, ...rest } = one;
        const path = authorized.gateway.images.put(bytesOf(one, authorized));
        return { ...rest, url: authorized.gateway.origin.replace('127.0.0.1', 'localhost') + path };
      }),
    ),
    'images-unreachable-input': refusal(
      (authorized) =>
        upstreamError(authorized, false, {
          message: 'Error while downloading https://example.invalid/cat.png. Upstream status code: 404.',
          code: 'invalid_image_url',
          param: 'images',
        }).reply,
    ),
    'images-only-plain-field': refusal((authorized) => fieldRefusal(authorized, 'image', 'image[]')),
    'images-made-stream': streamed((reply, authorized) => eventReply(fabricated(reply, authorized), 'images')),
    'images-stream-whole': streamed((reply) => jsonReply(documentOf(reply), 'images')),
    'images-no-previews': streamed((reply) => withSteps(reply, (steps) => without(steps, 'text'))),
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
