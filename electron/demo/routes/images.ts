import type { AuthorizedRequest } from '../incoming-request.ts';
import { readJsonRequest, readModelName } from '../json-request.ts';
import type { Image } from '../media/images/canvas.ts';
import { type EditRequest, readEditRequest } from '../media/images/edit-request.ts';
import { imageModel, readImageRequest } from '../media/images/image-request.ts';
import { type Drawn, finishDrawing, imageReply } from '../media/images/image-response.ts';
import { resized, withInsets } from '../media/images/resize.ts';
import { retouched, throughMask } from '../media/images/retouch.ts';
import { drawScene } from '../media/images/scene.ts';
import { serviceModel } from '../models.ts';
import type { Reply } from '../responses/reply.ts';

const details: Readonly<Record<string, number>> = { low: 1, high: 3, hd: 3 };

/** POST /v1/images/generations: images drawn from the words of the prompt, the same for the same words. */
export async function imagesGenerations(authorized: AuthorizedRequest): Promise<Reply> {
  const body = readJsonRequest(authorized);
  const model = readModelName(authorized, body);
  serviceModel(authorized, model, 'images', body.stream === true);
  const request = readImageRequest(authorized, model, body, imageModel(model));
  const { prompt, count, size, quality, background, partials, isStreamed } = request;
  const { width, height } = size ?? { width: 1024, height: 1024 };
  const drawn: Drawn[] = [];
  for (let index = 0; index < count; index++) {
    const isTransparent = background === 'transparent';
    const scene = drawScene({
      prompt,
      seed: `${model} ${index}`,
      width,
      height,
      isTransparent,
      detail: details[quality] ?? 2,
    });
    drawn.push(await finishDrawing(authorized, scene, isStreamed ? partials : 0));
  }
  return imageReply(authorized, request, drawn, 0);
}

/** POST /v1/images/edits: the first image, changed as the prompt says; with a mask only where that is transparent. */
export async function imagesEdits(authorized: AuthorizedRequest): Promise<Reply> {
  const request = await readEditRequest(authorized);
  const { count, isStreamed, partials, inputs } = request;
  const drawn: Drawn[] = [];
  for (let index = 0; index < count; index++)
    drawn.push(await finishDrawing(authorized, edited(request, `edit ${index}`), isStreamed ? partials : 0));
  return imageReply(authorized, request, drawn, inputs.length);
}

/** Without a size the image keeps its own, so that what is not to change can stay the same to the last bit. */
function* edited({ inputs, mask, prompt, size }: EditRequest, seed: string): Generator<void, Image> {
  const [first, ...others] = inputs as [Image, ...Image[]];
  const { width, height } = size ?? first;
  const image = resized(first, width, height);
  const painted = mask
    ? yield* drawScene({ prompt, seed, width, height, isTransparent: false, detail: 2 })
    : yield* retouched(image, prompt, seed);
  if (others.length > 0) withInsets(painted, others);
  return mask ? throughMask(image, painted, resized(mask, width, height)) : painted;
}
