import type { AuthorizedRequest } from '../incoming-request.ts';
import { readJsonRequest, readModelName } from '../json-request.ts';
import type { JsonRecord } from '../json-value.ts';
import { countTokens } from '../language/tokens.ts';
import { coarse, type Image, isOpaque, layInsets, resized } from '../media/images/canvas.ts';
import { type EditRequest, readEditRequest } from '../media/images/edit-request.ts';
import { type ImageRequest, imageModel, readImageRequest } from '../media/images/image-request.ts';
import { pngFile } from '../media/images/png.ts';
import { retouched, throughMask } from '../media/images/retouch.ts';
import { drawnToEnd, drawScene } from '../media/images/scene.ts';
import { serviceModel } from '../models.ts';
import { eventReply, jsonReply, type Reply, type Step } from '../responses/reply.ts';

/** POST /v1/images/generations: images drawn from the words of the prompt, identical for identical words. */
export async function imagesGenerations(authorized: AuthorizedRequest): Promise<Reply> {
  const body = readJsonRequest(authorized);
  const model = readModelName(authorized, body);
  serviceModel(authorized, model, 'images', body.stream === true);
  const request = readImageRequest(authorized, model, body, imageModel(model));
  const { prompt, count, size, background, partials, isStreamed } = request;
  const { width, height } = size ?? { width: 1024, height: 1024 };
  const drawn: Drawn[] = [];
  for (let index = 0; index < count; index++) {
    const isTransparent = background === 'transparent';
    const scene = drawScene({ prompt, seed: `${model} ${index}`, width, height, isTransparent });
    drawn.push(await finishDrawing(authorized, scene, isStreamed ? partials : 0));
  }
  return imageReply(authorized, request, drawn, 0);
}

/** POST /v1/images/edits: the first image, edited as the prompt says; with a mask only where it is transparent. */
export async function imagesEdits(authorized: AuthorizedRequest): Promise<Reply> {
  const request = await readEditRequest(authorized);
  const { count, isStreamed, partials, inputs } = request;
  const drawn: Drawn[] = [];
  for (let index = 0; index < count; index++)
    drawn.push(await finishDrawing(authorized, edited(request, `edit ${index}`), isStreamed ? partials : 0));
  return imageReply(authorized, request, drawn, inputs.length);
}

/** Without a size the image keeps its own, so that unedited areas can stay identical to the last bit. */
function* edited({ inputs, mask, prompt, size }: EditRequest, seed: string): Generator<void, Image> {
  const [first, ...others] = inputs as [Image, ...Image[]];
  const { width, height } = size ?? first;
  const image = resized(first, width, height);
  const painted = mask
    ? yield* drawScene({ prompt, seed, width, height, isTransparent: false })
    : yield* retouched(image, prompt, seed);
  layInsets(painted, others);
  return mask ? throughMask(image, painted, resized(mask, width, height)) : painted;
}

/** A finished image, with the requested previews. */
export interface Drawn {
  png: Buffer;
  previews: Buffer[];
  width: number;
  height: number;
  isOpaque: boolean;
}

/** Squares across in the previews: each shows more detail than the one before. */
const previewBlocks = [12, 32, 80];
/** Tokens that a square image of 1,024 pixels costs. */
const tokensOfQuality: Readonly<Record<string, number>> = { low: 272, medium: 1056, high: 4160 };
const tokensOfInput = 258;

/** Runs a drawing to its end without blocking this process, and encodes it. */
export async function finishDrawing(
  authorized: AuthorizedRequest,
  drawing: Generator<void, Image>,
  partials: number,
): Promise<Drawn> {
  const image = await drawnToEnd(drawing, authorized.signal);
  const previews: Buffer[] = [];
  for (const blocks of previewBlocks.slice(0, partials)) previews.push(await pngFile(coarse(image, blocks)));
  const { width, height } = image;
  return { png: await pngFile(image), previews, width, height, isOpaque: isOpaque(image) };
}

/** Replies with finished images: one document, or events with previews first. */
export function imageReply(
  authorized: AuthorizedRequest,
  request: ImageRequest,
  drawn: readonly Drawn[],
  inputs: number,
): Reply {
  const created = Math.floor(Date.now() / 1000);
  const usage = imageUsage(request, drawn, inputs);
  if (request.isStreamed) return eventReply(imageEvents(authorized, request, drawn, created, usage), 'images');
  const data = drawn.map(({ png }) => ({
    ...(request.asUrl
      ? { url: authorized.gateway.origin + authorized.gateway.images.put(png) }
      : { b64_json: png.toString('base64') }),
    ...(request.rewritesPrompt && { revised_prompt: rewritten(request.prompt) }),
  }));
  const facts = drawn[0] ? factsOf(request, drawn[0]) : {};
  return jsonReply({ created, data, ...facts, usage }, 'images', 40 * drawn.length);
}

const factsOf = ({ quality }: ImageRequest, { width, height, isOpaque: opaque }: Drawn): JsonRecord => ({
  background: opaque ? 'opaque' : 'transparent',
  output_format: 'png',
  quality: quality === 'auto' ? 'medium' : quality,
  size: `${width}x${height}`,
});

function* imageEvents(
  authorized: AuthorizedRequest,
  request: ImageRequest,
  drawn: readonly Drawn[],
  created: number,
  usage: JsonRecord,
): Generator<Step> {
  const kind = authorized.route === 'images.edits' ? 'image_edit' : 'image_generation';
  for (const one of drawn) {
    const facts = { created_at: created, ...factsOf(request, one) };
    for (const [index, preview] of one.previews.entries()) {
      const type = `${kind}.partial_image`;
      const document = { type, ...facts, partial_image_index: index, b64_json: preview.toString('base64') };
      yield { do: 'send', mark: 'text', event: type, document, tokens: 30 };
    }
    const type = `${kind}.completed`;
    yield {
      do: 'send',
      mark: 'finish',
      event: type,
      document: { type, ...facts, b64_json: one.png.toString('base64'), usage },
      tokens: 30,
    };
  }
}

function imageUsage({ prompt, quality }: ImageRequest, drawn: readonly Drawn[], inputs: number): JsonRecord {
  const textTokens = countTokens(prompt);
  const imageTokens = inputs * tokensOfInput;
  const each = tokensOfQuality[quality] ?? (quality === 'hd' ? 4160 : 1056);
  const output = drawn.reduce((sum, { width, height }) => sum + Math.round((each * width * height) / 1024 ** 2), 0);
  return {
    input_tokens: textTokens + imageTokens,
    input_tokens_details: { image_tokens: imageTokens, text_tokens: textTokens },
    output_tokens: output,
    total_tokens: textTokens + imageTokens + output,
  };
}

/** Returns the prompt as revised by the model. */
const rewritten = (prompt: string): string =>
  `A flat, friendly drawing of the following scene, with a clear horizon and soft edges: ${prompt.trim()}`;
