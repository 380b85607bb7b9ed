import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asRecord, asText, type JsonRecord } from '../json-value.ts';
import { eventReply, isStreamed, jsonReply, type Reply, type Step } from '../responses/reply.ts';
import { mapDocuments, mapSteps, without, withSteps } from '../responses/steps.ts';
import type { Fault } from './fault.ts';

/** Changes the streamed answer of the image routes; an answer in one piece stays as it is. */
const streamed = (
  name: string,
  title: string,
  about: string,
  alter: (reply: Reply, authorized: AuthorizedRequest) => Reply,
): Fault => ({
  name: `images-${name}`,
  title,
  about,
  routes: 'images',
  alter: (reply, authorized) => (reply.dialect === 'images' && isStreamed(reply) ? alter(reply, authorized) : reply),
});

/** The finished images of a stream as the documents of an unstreamed answer. */
function documentOf(reply: Reply): JsonRecord {
  const last = [...reply.steps].filter((step) => step.do === 'send' && step.mark === 'finish');
  const events = last.map((step) => asRecord(step.do === 'send' ? step.document : null));
  return {
    created: events[0]?.created_at,
    data: events.map(({ b64_json }) => ({ b64_json })),
    usage: events[0]?.usage,
  };
}

/** New-api makes a stream of JSON so: one last event for each image, always named after generations, then the end sign. */
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

/** A vendor that tells of each image by itself and ends with the count. */
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

/** Streams of images that are not as asked for. */
export const imageStreamFaults: readonly Fault[] = [
  streamed(
    'made-stream',
    'Stream made of one answer',
    'The gateway makes a stream of an unstreamed answer, with addresses and a done sign.',
    (reply, authorized) => eventReply(fabricated(reply, authorized), 'images'),
  ),
  streamed('stream-whole', 'No stream of images', 'A stream was asked for and one JSON document comes.', (reply) =>
    jsonReply(documentOf(reply), 'images'),
  ),
  streamed('no-previews', 'Stream without previews', 'The finished image comes without any of the previews.', (reply) =>
    withSteps(reply, (steps) => without(steps, 'text')),
  ),
  streamed(
    'no-final',
    'Previews and no image',
    'Previews come, and the stream ends without the finished image.',
    (reply) => withSteps(reply, (steps) => without(steps, 'finish')),
  ),
  streamed('stream-error', 'Error after a preview', 'A preview comes, and then an error of the upstream.', (reply) =>
    withSteps(reply, (steps) =>
      mapSteps(without(steps, 'finish'), (step) => [
        step,
        { do: 'send', mark: 'frame', document: { type: 'upstream_error', message: 'the upstream gave up' } },
      ]),
    ),
  ),
  streamed(
    'unnamed-events',
    'Events without names',
    'The events have no names, and only their JSON tells what they are.',
    (reply) =>
      withSteps(reply, (steps) =>
        mapSteps(steps, (step) => {
          if (step.do !== 'send') return [step];
          const { event: _, ...rest } = step;
          return [rest];
        }),
      ),
  ),
  streamed('no-facts', 'Events without facts', 'The events hold images and neither size nor quality.', (reply) =>
    mapDocuments(reply, (document) => {
      const { type, b64_json, partial_image_index } = asRecord(document);
      return { type, b64_json, ...(partial_image_index !== undefined && { partial_image_index }) };
    }),
  ),
  streamed(
    'each-told',
    'Each image told by itself',
    'Each image comes in an event of its own, one fails, and the last event only counts.',
    (reply) => eventReply(vendorSteps(reply), 'images'),
  ),
];
