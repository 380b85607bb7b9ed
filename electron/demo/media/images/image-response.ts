import type { AuthorizedRequest } from '../../incoming-request.ts';
import type { JsonRecord } from '../../json-value.ts';
import { countTokens } from '../../language/tokens.ts';
import { eventReply, jsonReply, type Reply, type Step } from '../../responses/reply.ts';
import { type Image, isOpaque } from './canvas.ts';
import type { ImageRequest } from './image-request.ts';
import { pngFile } from './png-file.ts';
import { coarse } from './resize.ts';
import { drawnToEnd } from './scene.ts';

/** An image as it goes out, with the previews that were asked for. */
export interface Drawn {
  png: Buffer;
  previews: Buffer[];
  width: number;
  height: number;
  isOpaque: boolean;
}

/** Squares across in the previews: each shows more than the one before. */
const previewBlocks = [12, 32, 80];
/** Tokens that a square image of 1,024 pixels costs. */
const tokensOfQuality: Readonly<Record<string, number>> = { low: 272, medium: 1056, high: 4160 };
const tokensOfInput = 258;

/** Runs a drawing to its end without holding up this process, and writes it down. */
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

/** Answers with finished images: one document, or events with previews first. */
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

/** What the model made of a prompt, in its own words. */
const rewritten = (prompt: string): string =>
  `A flat, friendly drawing of the following scene, with a clear horizon and soft edges: ${prompt.trim()}`;
