import { setImmediate as nextTurn } from 'node:timers/promises';
import { blankImage, type Image } from '../images/canvas.ts';
import { resized } from '../images/resize.ts';
import { drawScene } from '../images/scene.ts';
import { mp4File } from './mp4-file.ts';

/** What a video is made of. */
export interface VideoSpec {
  prompt: string;
  seed: string;
  /** Only their proportion counts: videos of the demo are small. */
  width: number;
  height: number;
  seconds: number;
  /** The image that the video begins with; drawn from the prompt without one. */
  reference: Image | null;
}

const framesPerSecond = 8;
/** Of the longer side. */
const pixels = 160;
/** How much wider than the video its scenery is. */
const stretch = 1.3;

const even = (size: number): number => Math.max(16, Math.round(size / 2) * 2);

/** The size in which a video is really drawn. */
function videoSize(width: number, height: number): { width: number; height: number } {
  const scale = pixels / Math.max(width, height);
  return { width: even(width * scale), height: even(height * scale) };
}

/** Draws a video that moves along a scenery, with a line that grows below it. Others have their turn between images. */
export async function drawVideo(spec: VideoSpec, signal: AbortSignal): Promise<Buffer> {
  const { width, height } = videoSize(spec.width, spec.height);
  const scenery = await sceneryFor(spec, even(width * stretch), height, signal);
  const count = Math.max(2, Math.round(spec.seconds * framesPerSecond));
  const frames: Image[] = [];
  for (let number = 0; number < count; number++) {
    frames.push(frameAt(scenery, width, number / (count - 1)));
    if (number % 8 === 7) await nextTurn(undefined, { signal });
  }
  return mp4File(frames, framesPerSecond);
}

/** Its first image, for lists. */
export async function drawFirstImage(spec: VideoSpec, signal: AbortSignal): Promise<Image> {
  const { width, height } = videoSize(spec.width, spec.height);
  return frameAt(await sceneryFor(spec, even(width * stretch), height, signal), width, 0);
}

async function sceneryFor({ prompt, seed, reference }: VideoSpec, width: number, height: number, signal: AbortSignal) {
  if (reference) return resized(reference, width, height);
  const drawing = drawScene({ prompt, seed, width, height, isTransparent: false, detail: 2 });
  let step = drawing.next();
  for (; !step.done; step = drawing.next()) await nextTurn(undefined, { signal });
  return step.value;
}

/** What is seen at a moment from 0 to 1. */
function frameAt(scenery: Image, width: number, moment: number): Image {
  const { height } = scenery;
  const frame = blankImage(width, height);
  // Slow at both ends, as a hand would move a camera.
  const eased = moment * moment * (3 - 2 * moment);
  const left = Math.round((scenery.width - width) * eased);
  for (let y = 0; y < height; y++) {
    const from = (y * scenery.width + left) * 4;
    frame.pixels.set(scenery.pixels.subarray(from, from + width * 4), y * width * 4);
  }
  const lineEnd = Math.round(width * moment) * 4;
  for (let y = height - 2; y < height; y++) frame.pixels.fill(235, y * width * 4, y * width * 4 + lineEnd);
  return frame;
}
