import { chanceFrom } from '../../language/chance.ts';
import { between, blend, type Color, copyImage, type Image } from './canvas.ts';
import { readPrompt } from './prompt-words.ts';
import { drawThings } from './scene.ts';

const colorAt = ({ pixels }: Image, at: number): Color => pixels.subarray(at, at + 3) as unknown as Color;

/**
 * Shows another image in the transparent areas of a mask. Where the mask is opaque, every pixel stays unchanged.
 *
 * @param painted and `mask` have the size of the image.
 */
export function throughMask(image: Image, painted: Image, mask: Image): Image {
  const result = copyImage(image);
  for (let at = 0; at < result.pixels.length; at += 4) {
    const share = 1 - (mask.pixels[at + 3] as number) / 255;
    if (share > 0) blend(result, at, colorAt(painted, at), share);
  }
  return result;
}

/** Edits a whole image according to a prompt: color and light, and the named objects. */
export function* retouched(image: Image, prompt: string, seed: string): Generator<void, Image> {
  const result = copyImage(image);
  const change = colorChange(prompt, seed);
  for (let at = 0; at < result.pixels.length; at += 4) result.pixels.set(change(colorAt(result, at)), at);
  yield;
  if (readPrompt(prompt).things.length > 0) yield* drawThings(result, prompt, seed);
  return result;
}

function colorChange(prompt: string, seed: string): (color: Color) => Color {
  const text = prompt.toLowerCase();
  if (/\b(?:black and white|gr[ae]y ?scale|monochrome)\b/.test(text))
    return ([red, green, blue]) => {
      const light = 0.299 * red + 0.587 * green + 0.114 * blue;
      return [light, light, light];
    };
  if (/\b(?:darker|night|dark)\b/.test(text)) return (color) => between(color, [10, 14, 40], 0.5);
  if (/\b(?:brighter|lighter|bright)\b/.test(text)) return (color) => between(color, [255, 255, 255], 0.3);
  const { colors, things } = readPrompt(prompt);
  // A color next to an object belongs to that object.
  const own = colors.find((color) => !things.some((one) => one.color === color));
  if (!own && things.length > 0) return (color) => color;
  const chance = chanceFrom(`${prompt} ${seed}`);
  const tone: Color = own ?? [chance.next() * 255, chance.next() * 255, chance.next() * 255];
  return (color) => between(color, tone, own ? 0.6 : 0.35);
}
