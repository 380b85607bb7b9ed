import { readFile } from 'node:fs/promises';
import { hash } from '../../language/chance.ts';
import { drawArt, layCaption } from '../images/art.ts';
import type { Image } from '../images/canvas.ts';

/** Pixels of every video. */
export const videoSize = { width: 640, height: 360 } as const;
/** Seconds of the videos that there are. */
export const videoDurations = [4, 8, 12] as const;
/** Seeds of their patterns. */
export const videoLooks = ['amber', 'lagoon', 'plum'] as const;

/** Returns the nearest duration that there is a video of, in seconds. */
export const nearestDuration = (wanted: number): number =>
  videoDurations.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));

/** The request that a video answers. */
export interface VideoOrder {
  prompt: string;
  seed: string;
  /** One of `videoDurations`. */
  seconds: number;
  /** Where it begins. It is not in the video; the thumbnail shows it. */
  reference: Image | null;
}

const lookOf = ({ prompt, seed, reference }: VideoOrder): string =>
  videoLooks[hash(`${prompt} ${seed} ${reference?.width}`) % videoLooks.length] as string;

/** Returns the folder of the videos: in the built program beside its entries, above the folder of shared chunks. */
function folder(): URL {
  const here = import.meta.url;
  if (here.endsWith('.ts')) return new URL('./files/', here);
  return new URL(`${/\/chunks\/[^/]*$/.test(here) ? '..' : '.'}/demo-videos/`, here);
}

/**
 * Returns an MP4 file: one of those that `scripts/draw-demo-videos.ts` made, and behind it a box with the prompt and the
 * first image, which players skip. So the same request gives the same bytes, and any other different ones.
 */
export async function videoFile(order: VideoOrder): Promise<Buffer> {
  const video = await readFile(new URL(`${lookOf(order)}-${order.seconds}.mp4`, folder()));
  const { prompt, seed, reference } = order;
  const content = Buffer.from(
    JSON.stringify({ prompt, seed, ...(reference && { reference: fingerprint(reference) }) }),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write('free', 4, 'latin1');
  return Buffer.concat([video, head, content]);
}

const fingerprint = ({ width, height, pixels }: Image): string => {
  const sum = pixels.reduce((last, value) => (Math.imul(last, 31) + value) >>> 0, 7);
  return `${width}x${height} ${sum.toString(16)}`;
};

/** Returns the image of a video for lists: its reference, or its first frame. */
export function thumbnail(order: VideoOrder): Image {
  if (order.reference) return order.reference;
  const look = lookOf(order);
  const image = drawArt({ seed: look, ...videoSize, seconds: 0 });
  layCaption(image, '', `demo video ${look}, 0.0 of ${order.seconds}.0 s`);
  return image;
}
