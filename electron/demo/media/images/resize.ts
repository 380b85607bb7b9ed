import { blankImage, type Image } from './canvas.ts';

/** The same image in another size; the image itself when it has that size. Small pieces become one color each. */
export function resized(image: Image, width: number, height: number): Image {
  if (image.width === width && image.height === height) return image;
  const result = blankImage(width, height);
  for (let y = 0; y < height; y++) {
    const fromY = Math.min(image.height - 1, Math.floor(((y + 0.5) * image.height) / height));
    for (let x = 0; x < width; x++) {
      const fromX = Math.min(image.width - 1, Math.floor(((x + 0.5) * image.width) / width));
      const from = (fromY * image.width + fromX) * 4;
      result.pixels.set(image.pixels.subarray(from, from + 4), (y * width + x) * 4);
    }
  }
  return result;
}

/** The image in squares of one color, as it looks while it is being drawn. `blocks` is how many there are across. */
export function coarse(image: Image, blocks: number): Image {
  const height = Math.max(1, Math.round((blocks * image.height) / image.width));
  return resized(resized(image, blocks, height), image.width, image.height);
}

/** Lays small copies of images along the lower edge, from the left. */
export function withInsets(image: Image, insets: readonly Image[]): void {
  const side = Math.floor(Math.min(image.width / (insets.length + 1), image.height / 4));
  for (const [index, inset] of insets.entries()) {
    const scale = side / Math.max(inset.width, inset.height);
    const small = resized(
      inset,
      Math.max(1, Math.round(inset.width * scale)),
      Math.max(1, Math.round(inset.height * scale)),
    );
    const left = Math.floor(side * 0.1) + index * side;
    const top = image.height - small.height - Math.floor(side * 0.1);
    for (let y = 0; y < small.height; y++) {
      const row = small.pixels.subarray(y * small.width * 4, (y + 1) * small.width * 4);
      const room = Math.max(0, Math.min(small.width, image.width - left)) * 4;
      if (top + y >= 0) image.pixels.set(row.subarray(0, room), ((top + y) * image.width + left) * 4);
    }
  }
}
