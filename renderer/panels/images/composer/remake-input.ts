import { AppError } from '#shared/protocol/failure.ts';
import { failureText } from '../../../lib/failures/failures.ts';
import { strings } from '../../../lib/i18n/strings.ts';

/** Longest side of a copy, px; what models of today take at most. */
const longestSide = 3840;

interface Remade {
  file: File;
  width: number;
  height: number;
}

/**
 * A PNG of a picture, and where that is too large still, a JPEG; never larger than models take.
 *
 * @throws AppError when the browser can not decode it.
 */
export async function remadeInput(file: File, largestBytes: number): Promise<Remade> {
  const canvas = await drawn(file, longestSide);
  const png = await encoded(canvas, file, 'png');
  return png.file.size <= largestBytes ? png : encoded(canvas, file, 'jpeg');
}

/**
 * The same picture in its own size as a PNG of 8 bits a channel.
 *
 * @throws AppError when the browser can not decode it.
 */
export const asPng = async (file: File): Promise<Remade> =>
  encoded(await drawn(file, Number.POSITIVE_INFINITY), file, 'png');

/** @param longest the most pixels of its longer side. */
async function drawn(file: File, longest: number): Promise<OffscreenCanvas> {
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

async function encoded(canvas: OffscreenCanvas, { name }: File, format: 'png' | 'jpeg'): Promise<Remade> {
  const type = `image/${format}`;
  const blob = await canvas.convertToBlob({ type, quality: 0.9 });
  const stem = name.replace(/\.[\w-]+$/, '') || 'picture';
  const file = new File([blob], `${stem}.${format === 'png' ? 'png' : 'jpg'}`, { type });
  return { file, width: canvas.width, height: canvas.height };
}
