import type { Reply } from '../answers/reply.ts';
import type { Visit } from '../incoming-request.ts';
import type { Picture } from '../media/images/canvas.ts';
import { type EditRequest, readEditRequest } from '../media/images/edit-request.ts';
import { type Drawn, finishDrawing, pictureReply } from '../media/images/image-response.ts';
import { resized, withInsets } from '../media/images/resize.ts';
import { retouched, throughMask } from '../media/images/retouch.ts';
import { drawScene } from '../media/images/scene.ts';

/** POST /v1/images/edits: the first picture, changed as the prompt says; with a mask only where that is transparent. */
export async function imagesEdits(visit: Visit): Promise<Reply> {
  const request = await readEditRequest(visit);
  const { count, isStreamed, partials, inputs } = request;
  const drawn: Drawn[] = [];
  for (let index = 0; index < count; index++)
    drawn.push(await finishDrawing(visit, edited(request, `edit ${index}`), isStreamed ? partials : 0));
  return pictureReply(visit, request, drawn, inputs.length);
}

/** Without a size the picture keeps its own, so that what is not to change can stay the same to the last bit. */
function* edited({ inputs, mask, prompt, size }: EditRequest, seed: string): Generator<void, Picture> {
  const [first, ...others] = inputs as [Picture, ...Picture[]];
  const { width, height } = size ?? first;
  const picture = resized(first, width, height);
  const painted = mask
    ? yield* drawScene({ prompt, seed, width, height, isTransparent: false, detail: 2 })
    : yield* retouched(picture, prompt, seed);
  if (others.length > 0) withInsets(painted, others);
  return mask ? throughMask(picture, painted, resized(mask, width, height)) : painted;
}
