import type { Reply } from '../answers/reply.ts';
import type { Visit } from '../incoming-request.ts';
import { readJsonRequest, readModelName } from '../json-request.ts';
import { pictureModel, readPictureRequest } from '../media/images/image-request.ts';
import { type Drawn, finishDrawing, pictureReply } from '../media/images/image-response.ts';
import { drawScene } from '../media/images/scene.ts';
import { serviceModel } from '../models.ts';

const details: Readonly<Record<string, number>> = { low: 1, high: 3, hd: 3 };

/** POST /v1/images/generations: pictures drawn from the words of the prompt, the same for the same words. */
export async function imagesGenerations(visit: Visit): Promise<Reply> {
  const body = readJsonRequest(visit);
  const model = readModelName(visit, body);
  serviceModel(visit, model, 'images', body.stream === true);
  const request = readPictureRequest(visit, model, body, pictureModel(model));
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
    drawn.push(await finishDrawing(visit, scene, isStreamed ? partials : 0));
  }
  return pictureReply(visit, request, drawn, 0);
}
