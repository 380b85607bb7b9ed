import { setImmediate as nextTurn } from 'node:timers/promises';
import { blankImage, type Image, resized } from '../images/canvas.ts';
import { drawnToEnd, drawScene } from '../images/scene.ts';
import { frameUnit, imageUnit, sequenceUnit, type VideoFrame } from './h264.ts';

/** The content of a video. */
export interface VideoSpec {
  prompt: string;
  seed: string;
  /** Only the aspect ratio counts: videos of the demo are small. */
  width: number;
  height: number;
  seconds: number;
  /** The first image of the video; without one it is drawn from the prompt. */
  reference: Image | null;
}

const framesPerSecond = 8;
/** Of the longer side. */
const pixels = 160;
/** Width of the scenery as a multiple of the video's. */
const stretch = 1.3;

const even = (size: number): number => Math.max(16, Math.round(size / 2) * 2);

/** Returns the size in which a video is really drawn. */
function videoSize(width: number, height: number): { width: number; height: number } {
  const scale = pixels / Math.max(width, height);
  return { width: even(width * scale), height: even(height * scale) };
}

/** Draws a video that pans across a scenery, with a progress line below it. Other work runs between images. */
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

/** Draws its first image, for lists. */
export async function drawFirstImage(spec: VideoSpec, signal: AbortSignal): Promise<Image> {
  const { width, height } = videoSize(spec.width, spec.height);
  return frameAt(await sceneryFor(spec, even(width * stretch), height, signal), width, 0);
}

async function sceneryFor({ prompt, seed, reference }: VideoSpec, width: number, height: number, signal: AbortSignal) {
  if (reference) return resized(reference, width, height);
  return drawnToEnd(drawScene({ prompt, seed, width, height, isTransparent: false }), signal);
}

/** Returns the visible image at a moment from 0 to 1. */
function frameAt(scenery: Image, width: number, moment: number): Image {
  const { height } = scenery;
  const frame = blankImage(width, height);
  // Ease in and out, as a hand would move a camera.
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

/**
 * Returns an MP4 file with one silent track that every browser plays. Its index is in front, so that playback can begin
 * before the end has arrived.
 *
 * @param frames of the same even size, at least one.
 */
export async function mp4File(frames: readonly VideoFrame[], framesPerSecond: number): Promise<Buffer> {
  const { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } = await import('mediabunny');
  const [{ width, height }] = frames as [VideoFrame];
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  const sequence = sequenceUnit(width, height);
  const image = imageUnit();
  const description = Buffer.concat([
    Buffer.from([1, ...sequence.subarray(1, 4), 0xff, 0xe1, 0, sequence.length]),
    sequence,
    Buffer.from([1, 0, image.length]),
    image,
  ]);
  const decoderConfig = { codec: 'avc1.42c01e', codedWidth: width, codedHeight: height, description };
  for (const [number, frame] of frames.entries()) {
    const unit = frameUnit(frame, number);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(unit.length);
    const data = Buffer.concat([length, unit]);
    await source.add(new EncodedPacket(data, 'key', number / framesPerSecond, 1 / framesPerSecond), { decoderConfig });
  }
  await output.finalize();
  const file = Buffer.from(target.buffer as ArrayBuffer);
  // Clears the times of creation and change: the same frames always give the same bytes.
  for (const box of ['mvhd', 'tkhd', 'mdhd']) file.fill(0, file.indexOf(box) + 8, file.indexOf(box) + 16);
  return file;
}
