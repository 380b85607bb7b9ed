import { AppError } from '#shared/routes/failure.ts';
import { failureInWords } from '../../../lib/failures.ts';
import { strings } from '../../../lib/strings.ts';

/** Longest side of a copy, px; what models of today take at most. */
const longestSide = 3840;

/**
 * A PNG of a picture, and where that is too large still, a JPEG; never larger than models take.
 *
 * @throws AppError when the browser can not decode it.
 */
export async function remadeInput(
  file: File,
  largestBytes: number,
): Promise<{ file: File; width: number; height: number }> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new AppError(failureInWords('bad-input', strings().images.inputs.undecodable(file.name)));
  });
  const shrink = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * shrink));
  const height = Math.max(1, Math.round(bitmap.height * shrink));
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const stem = file.name.replace(/\.[\w-]+$/, '') || 'picture';
  const png = await canvas.convertToBlob({ type: 'image/png' });
  if (png.size <= largestBytes) return { file: new File([png], `${stem}.png`, { type: 'image/png' }), width, height };
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return { file: new File([jpeg], `${stem}.jpg`, { type: 'image/jpeg' }), width, height };
}
