import type { AuthorizedRequest } from '../incoming-request.ts';
import { asList, asRecord, asText, type JsonRecord } from '../json-value.ts';
import { moderated } from '../media/images/image-request.ts';
import { isStreamed, type Reply, refusedWith, relayError } from '../responses/reply.ts';
import { mapSteps, without, withSteps } from '../responses/steps.ts';
import { type Alter, documentsIn, type Effect, faultsOf, inDialect } from './fault.ts';

const longAgoMs = -60_000;

/** Changes the successful reply of the image routes except streams; other replies are unchanged. */
export const whole = (change: (document: JsonRecord, authorized: AuthorizedRequest) => unknown): Effect =>
  documentsIn('images', change, 'whole');

export const images = (change: (images: JsonRecord[], authorized: AuthorizedRequest) => unknown): Effect =>
  whole((document, authorized) => ({ ...document, data: change(asList(document.data).map(asRecord), authorized) }));

/** Returns the bytes of an image in the successful reply, in either format. */
export function bytesOf(image: JsonRecord, { gateway }: AuthorizedRequest): Buffer {
  if (typeof image.b64_json === 'string') return Buffer.from(image.b64_json, 'base64');
  const reply = gateway.images.respond(new URL(asText(image.url)).pathname);
  const [step] = [...(reply?.steps ?? [])];
  return step?.do === 'raw' ? Buffer.from(step.bytes) : Buffer.alloc(0);
}

export const asAddress = (image: JsonRecord, authorized: AuthorizedRequest, path: string): JsonRecord => {
  const { b64_json: _, ...rest } = image;
  return { ...rest, url: `${authorized.gateway.origin}${path}` };
};

/** Returns a refusal; `null` lets the route respond after all. */
export const refusal = (refuse: (authorized: AuthorizedRequest) => Reply | null): Effect => ({
  instead: (authorized) => (authorized.route.startsWith('images.') ? refuse(authorized) : null),
});

/** Changes the streamed reply of the image routes; one that is not streamed is unchanged. */
export const streamed = (alter: Alter): Effect =>
  inDialect('images', (reply, authorized) => (isStreamed(reply) ? alter(reply, authorized) : reply));

/** Refuses only a form that really names its files the other way. */
export function fieldRefusal(authorized: AuthorizedRequest, wanted: string, other: string): Reply | null {
  if (!authorized.body.includes(`name="${other}"`)) return null;
  const detail = [{ type: 'missing', loc: ['body', wanted], msg: 'Field required', input: null }];
  return refusedWith(422, { detail });
}

/** What image routes really send, whole and streamed, and what can be wrong with it. */
export const imageFaults = faultsOf(
  `
  images-empty-data | images | media | No images | 没有图像
  images-one-fewer | images | media | One image too few | 少一张图像
  images-no-base64 | images | media | Text instead of base64 | base64 处为文字
  images-one-failed | images | media | One image failed | 一张图像失败
  images-address-gone | images | media | Expired image URLs | 图像网址已过期
  images-address-page | images | media | Image URLs that return a page | 图像网址返回网页
  images-moderated | images | media | Image rejected | 图像被拒
  images-only-list-field | images | media | Only image[] accepted | 只接受 image[]
  images-no-final | images | media | Previews without an image | 只有预览没有图像
  images-stream-error | images | media | Error after a preview | 预览后出错
  edits-refused | edits | media | Edits not supported | 不支持编辑
`,
  {
    'images-empty-data': images(() => []),
    'images-one-fewer': images((all) => all.slice(0, Math.max(1, all.length - 1))),
    'images-no-base64': images(() => [{ b64_json: 'The image could not be written, please try again.' }]),
    'images-one-failed': images((all) => [
      ...all.slice(0, -1),
      { error: { code: 'content_policy', message: 'This image was blocked' } },
    ]),
    'images-address-gone': images((all, authorized) =>
      all.map((one) => asAddress(one, authorized, authorized.gateway.images.put(bytesOf(one, authorized), longAgoMs))),
    ),
    'images-address-page': images((all, authorized) => all.map((one) => asAddress(one, authorized, '/console'))),
    'images-moderated': refusal((authorized) => moderated(authorized, false).reply),
    'images-only-list-field': refusal((authorized) => fieldRefusal(authorized, 'image[]', 'image')),
    'images-no-final': streamed((reply) => withSteps(reply, (steps) => without(steps, 'finish'))),
    'images-stream-error': streamed((reply) =>
      withSteps(reply, (steps) =>
        mapSteps(without(steps, 'finish'), (step) => [
          step,
          { do: 'send', mark: 'frame', document: { type: 'upstream_error', message: 'the upstream gave up' } },
        ]),
      ),
    ),
    'edits-refused': {
      instead: (authorized) =>
        authorized.route === 'edits'
          ? relayError(authorized, 400, {
              message: 'invalid request type, expected dto.GeneralOpenAIRequest, got *dto.ImageRequest',
              code: 'invalid_request',
            })
          : null,
    },
  },
);
