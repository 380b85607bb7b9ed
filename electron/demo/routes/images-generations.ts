import type { AuthorizedRequest } from '../incoming-request.ts';
import { readJsonRequest, readModelName } from '../json-request.ts';
import { imageModel, readImageRequest } from '../media/images/image-request.ts';
import { type Drawn, finishDrawing, imageReply } from '../media/images/image-response.ts';
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
