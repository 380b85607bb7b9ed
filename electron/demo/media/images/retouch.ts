import { chanceFrom } from '../../language/chance.ts';
import { between, blend, type Colour, copyImage, type Image } from './canvas.ts';
import { readPrompt } from './prompt-words.ts';
import { drawScene } from './scene.ts';

/**
 * Another picture in the transparent places of a mask. Where the mask is opaque, every pixel stays as it was.
 *
 * @param painted and `mask` have the size of the picture.
 */
export function throughMask(image: Image, painted: Image, mask: Image): Image {
  const result = copyImage(image);
  const { pixels } = result;
  for (let at = 0; at < pixels.length; at += 4) {
    const share = 1 - (mask.pixels[at + 3] as number) / 255;
    if (share === 0) continue;
    if (share === 1) pixels.set(painted.pixels.subarray(at, at + 4), at);
    else {
      const colour = [painted.pixels[at], painted.pixels[at + 1], painted.pixels[at + 2]] as unknown as Colour;
      blend(result, at, colour, share * ((painted.pixels[at + 3] as number) / 255));
    }
  }
  return result;
}

/** Changes a whole picture as a prompt says: in colour and light, and with the things that are named. */
export function* retouched(image: Image, prompt: string, seed: string): Generator<void, Image> {
  const result = copyImage(image);
  const change = colourChange(prompt, seed);
  const { pixels, width, height } = result;
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = [pixels[at], pixels[at + 1], pixels[at + 2]] as unknown as Colour;
    pixels.set(change(colour), at);
  }
  yield;
  if (readPrompt(prompt).wanted.length === 0) return result;
  layOver(result, yield* drawScene({ prompt, seed, width, height, isTransparent: true, detail: 1 }));
  return result;
}

function layOver(below: Image, above: Image): void {
  for (let at = 0; at < above.pixels.length; at += 4) {
    const share = (above.pixels[at + 3] as number) / 255;
    if (share > 0) blend(below, at, above.pixels.subarray(at, at + 3) as unknown as Colour, share);
  }
}

const light = ([red, green, blue]: Colour): number => 0.299 * red + 0.587 * green + 0.114 * blue;

function colourChange(prompt: string, seed: string): (colour: Colour) => Colour {
  const text = prompt.toLowerCase();
  if (/\b(?:black and white|gr[ae]y ?scale|monochrome)\b/.test(text))
    return (colour) => [light(colour), light(colour), light(colour)];
  if (/\b(?:invert|negative)\b/.test(text)) return ([red, green, blue]) => [255 - red, 255 - green, 255 - blue];
  if (/\bsepia\b/.test(text)) return (colour) => tinted(colour, [236, 200, 150], 0.9);
  if (/\b(?:darker|night|dark)\b/.test(text)) return (colour) => between(colour, [10, 14, 40], 0.5);
  if (/\b(?:brighter|lighter|bright)\b/.test(text)) return (colour) => between(colour, [255, 255, 255], 0.3);
  const { colours, wanted } = readPrompt(prompt);
  // A colour that is said of a thing belongs to that thing.
  const own = colours.find((colour) => !wanted.some((one) => one.colour === colour));
  if (own) return (colour) => tinted(colour, own, 0.6);
  if (wanted.length > 0) return (colour) => colour;
  const chance = chanceFrom(`${prompt} ${seed}`);
  const tone: Colour = [chance.next() * 255, chance.next() * 255, chance.next() * 255];
  return (colour) => tinted(colour, tone, 0.35);
}

/** The light of one colour in the hue of another. */
function tinted(colour: Colour, tone: Colour, share: number): Colour {
  const brightness = light(colour) / 255;
  const lit: Colour =
    brightness < 0.5 ? between([0, 0, 0], tone, brightness * 2) : between(tone, [255, 255, 255], brightness * 2 - 1);
  return between(colour, lit, share);
}
