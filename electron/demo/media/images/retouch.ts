import { chanceFrom } from '../../language/chance.ts';
import { between, blend, type Color, copyImage, type Image } from './canvas.ts';
import { readPrompt } from './prompt-words.ts';
import { drawScene } from './scene.ts';

/**
 * Another image in the transparent places of a mask. Where the mask is opaque, every pixel stays as it was.
 *
 * @param painted and `mask` have the size of the image.
 */
export function throughMask(image: Image, painted: Image, mask: Image): Image {
  const result = copyImage(image);
  const { pixels } = result;
  for (let at = 0; at < pixels.length; at += 4) {
    const share = 1 - (mask.pixels[at + 3] as number) / 255;
    if (share === 0) continue;
    if (share === 1) pixels.set(painted.pixels.subarray(at, at + 4), at);
    else {
      const color = [painted.pixels[at], painted.pixels[at + 1], painted.pixels[at + 2]] as unknown as Color;
      blend(result, at, color, share * ((painted.pixels[at + 3] as number) / 255));
    }
  }
  return result;
}

/** Changes a whole image as a prompt says: in color and light, and with the things that are named. */
export function* retouched(image: Image, prompt: string, seed: string): Generator<void, Image> {
  const result = copyImage(image);
  const change = colorChange(prompt, seed);
  const { pixels, width, height } = result;
  for (let at = 0; at < pixels.length; at += 4) {
    const color = [pixels[at], pixels[at + 1], pixels[at + 2]] as unknown as Color;
    pixels.set(change(color), at);
  }
  yield;
  if (readPrompt(prompt).things.length === 0) return result;
  layOver(result, yield* drawScene({ prompt, seed, width, height, isTransparent: true, detail: 1 }));
  return result;
}

function layOver(below: Image, above: Image): void {
  for (let at = 0; at < above.pixels.length; at += 4) {
    const share = (above.pixels[at + 3] as number) / 255;
    if (share > 0) blend(below, at, above.pixels.subarray(at, at + 3) as unknown as Color, share);
  }
}

const light = ([red, green, blue]: Color): number => 0.299 * red + 0.587 * green + 0.114 * blue;

function colorChange(prompt: string, seed: string): (color: Color) => Color {
  const text = prompt.toLowerCase();
  if (/\b(?:black and white|gr[ae]y ?scale|monochrome)\b/.test(text))
    return (color) => [light(color), light(color), light(color)];
  if (/\b(?:invert|negative)\b/.test(text)) return ([red, green, blue]) => [255 - red, 255 - green, 255 - blue];
  if (/\bsepia\b/.test(text)) return (color) => tinted(color, [236, 200, 150], 0.9);
  if (/\b(?:darker|night|dark)\b/.test(text)) return (color) => between(color, [10, 14, 40], 0.5);
  if (/\b(?:brighter|lighter|bright)\b/.test(text)) return (color) => between(color, [255, 255, 255], 0.3);
  const { colors, things } = readPrompt(prompt);
  // A color that is said of a thing belongs to that thing.
  const own = colors.find((color) => !things.some((one) => one.color === color));
  if (own) return (color) => tinted(color, own, 0.6);
  if (things.length > 0) return (color) => color;
  const chance = chanceFrom(`${prompt} ${seed}`);
  const tone: Color = [chance.next() * 255, chance.next() * 255, chance.next() * 255];
  return (color) => tinted(color, tone, 0.35);
}

/** The light of one color in the hue of another. */
function tinted(color: Color, tone: Color, share: number): Color {
  const brightness = light(color) / 255;
  const lit: Color =
    brightness < 0.5 ? between([0, 0, 0], tone, brightness * 2) : between(tone, [255, 255, 255], brightness * 2 - 1);
  return between(color, lit, share);
}
