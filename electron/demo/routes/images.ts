import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuthorizedRequest } from '../incoming-request.ts';
import type { JsonRecord } from '../json-value.ts';
import { countTokens } from '../language/tokens.ts';
import { drawArt, layCaption } from '../media/images/art.ts';
import { blended, coarse, type Image, isOpaque, layInsets, resized, throughMask } from '../media/images/canvas.ts';
import { type EditRequest, readEditRequest } from '../media/images/edit-request.ts';
import { type ImageRequest, imageModel, readImageRequest } from '../media/images/image-request.ts';
import { pngFile } from '../media/images/png.ts';
import { readServiceRequest } from '../models.ts';
import { eventReply, jsonReply, type Reply, type Step } from '../responses/reply.ts';

/** POST /v1/images/generations: abstract images with the prompt as their caption, different each time. */
export async function imagesGenerations(authorized: AuthorizedRequest): Promise<Reply> {
  const { body, model } = readServiceRequest(authorized, 'images');
  const request = readImageRequest(authorized, model, body, imageModel(model));
  const { width, height } = request.size ?? { width: 1024, height: 1024 };
  const isTransparent = request.background === 'transparent';
  return drawAll(authorized, request, 0, (seed, facts) => {
    const image = drawArt({ seed, width, height, isTransparent });
    layCaption(image, request.prompt, facts);
    return image;
  });
}

/** POST /v1/images/edits: the first image below a veil, with the prompt; with a mask only where it is transparent. */
export async function imagesEdits(authorized: AuthorizedRequest): Promise<Reply> {
  const request = await readEditRequest(authorized);
  return drawAll(authorized, request, request.inputs.length, (seed, facts) => edited(request, seed, facts));
}

/** Opacity of what an edit without a mask lays over the image. */
const veil = 0.4;

/** Without a size the image keeps its own, so that unedited areas can stay identical to the last bit. */
function edited({ inputs, mask, prompt, size }: EditRequest, seed: string, facts: string): Image {
  const [first, ...others] = inputs as [Image, ...Image[]];
  const { width, height } = size ?? first;
  const image = resized(first, width, height);
  const art = drawArt({ seed, width, height });
  const painted = mask ? art : blended(image, art, () => veil);
  layInsets(painted, others);
  layCaption(painted, prompt, facts);
  return mask ? throughMask(image, painted, resized(mask, width, height)) : painted;
}

/** Draws every image of a request, each from a seed that no other request has. */
async function drawAll(
  authorized: AuthorizedRequest,
  request: ImageRequest,
  inputs: number,
  draw: (seed: string, facts: string) => Image,
): Promise<Reply> {
  const { count, isStreamed, partials, model } = request;
  const drawn: Drawn[] = [];
  for (let index = 0; index < count; index++) {
    // A request that was canceled needs no more images.
    await nextTurn(undefined, { signal: authorized.signal });
    const image = draw(`${authorized.requestId} ${index}`, `${model}, ${index + 1} of ${count}`);
    drawn.push(await finishDrawing(image, isStreamed ? partials : 0));
  }
  return imageReply(authorized, request, drawn, inputs);
}

/** A finished image, with the requested previews. */
interface Drawn {
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

async function finishDrawing(image: Image, partials: number): Promise<Drawn> {
  const previews: Buffer[] = [];
  for (const blocks of previewBlocks.slice(0, partials)) previews.push(await pngFile(coarse(image, blocks)));
  const { width, height } = image;
  return { png: await pngFile(image), previews, width, height, isOpaque: isOpaque(image) };
}

/** Replies with finished images: one document, or events with previews first. */
function imageReply(
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
  `An abstract pattern, with the following scene as its caption: ${prompt.trim()}`;
