import { AppError } from '#shared/protocol/failure.ts';
import { failureText } from '../../../lib/failures/failures.ts';
import { strings } from '../../../lib/i18n/strings.ts';

/** Longest side of a copy, px; the most that current models take. */
const longestSide = 3840;

interface ConvertedInput {
  file: File;
  width: number;
  height: number;
}

/**
 * Converts an image to PNG, or to JPEG where the PNG is too large; never larger than models take.
 *
 * @throws AppError when the browser cannot decode it.
 */
export async function convertInput(file: File, largestBytes: number): Promise<ConvertedInput> {
  const canvas = await drawToCanvas(file, longestSide);
  const png = await encode(canvas, file, 'png');
  return png.file.size <= largestBytes ? png : encode(canvas, file, 'jpeg');
}

/**
 * Converts an image in its own size to PNG with 8 bits per channel.
 *
 * @throws AppError when the browser cannot decode it.
 */
export const asPng = async (file: File): Promise<ConvertedInput> =>
  encode(await drawToCanvas(file, Number.POSITIVE_INFINITY), file, 'png');

/** @param longest maximum pixels of the longer side. */
async function drawToCanvas(file: File, longest: number): Promise<OffscreenCanvas> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new AppError(failureText('bad-input', strings().images.inputs.undecodable(file.name)));
  });
  const shrink = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * shrink));
  const height = Math.max(1, Math.round(bitmap.height * shrink));
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas;
}

async function encode(canvas: OffscreenCanvas, { name }: File, format: 'png' | 'jpeg'): Promise<ConvertedInput> {
  const type = `image/${format}`;
  const blob = await canvas.convertToBlob({ type, quality: 0.9 });
  const stem = name.replace(/\.[\w-]+$/, '') || 'picture';
  const file = new File([blob], `${stem}.${format === 'png' ? 'png' : 'jpg'}`, { type });
  return { file, width: canvas.width, height: canvas.height };
}
