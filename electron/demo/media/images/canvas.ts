/** Red, green and blue, 0 to 255 each. */
export type Color = readonly [red: number, green: number, blue: number];

/** An image in memory: four bytes per pixel, row by row, not premultiplied. */
export interface Image {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
}

/** Returns a transparent image. */
export const blankImage = (width: number, height: number): Image => ({
  width,
  height,
  pixels: new Uint8ClampedArray(width * height * 4),
});

export const isOpaque = ({ pixels }: Image): boolean => {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
};

/** Blends one image over another of the same size; `share` gives its opacity at a byte offset, 0 to 1. */
export function blended({ width, height, pixels }: Image, over: Image, share: (at: number) => number): Image {
  const result = pixels.slice();
  for (let at = 0; at < result.length; at += 4) {
    const part = share(at) * ((over.pixels[at + 3] as number) / 255);
    if (part === 0) continue;
    const below = ((pixels[at + 3] as number) / 255) * (1 - part);
    const alpha = part + below;
    for (let channel = at; channel < at + 3; channel++)
      result[channel] = ((over.pixels[channel] as number) * part + (pixels[channel] as number) * below) / alpha;
    result[at + 3] = alpha * 255;
  }
  return { width, height, pixels: result };
}

/** Shows another image in the transparent areas of a mask. Where the mask is opaque, every pixel stays unchanged. */
export const throughMask = (image: Image, painted: Image, mask: Image): Image =>
  blended(image, painted, (at) => 1 - (mask.pixels[at + 3] as number) / 255);

/** Fills a rectangle, cut to the image. */
export function fillArea(image: Image, [left, top, right, bottom]: readonly number[], color: Color): void {
  const { width, height, pixels } = image;
  const [toX, toY] = [Math.min(width, right ?? 0), Math.min(height, bottom ?? 0)];
  for (let y = Math.max(0, top ?? 0); y < toY; y++)
    for (let x = Math.max(0, left ?? 0); x < toX; x++) pixels.set([...color, 255], (y * width + x) * 4);
}

/** Returns the image in another size; the image itself when it already has that size. */
export function resized(image: Image, width: number, height: number): Image {
  if (image.width === width && image.height === height) return image;
  const result = blankImage(width, height);
  const [from, to] = [new Uint32Array(image.pixels.buffer), new Uint32Array(result.pixels.buffer)];
  const columns = Uint32Array.from({ length: width }, (_, x) => Math.floor(((x + 0.5) * image.width) / width));
  for (let y = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * image.height) / height) * image.width;
    for (let x = 0; x < width; x++) to[y * width + x] = from[row + (columns[x] as number)] as number;
  }
  return result;
}

/** Pixelates the image, as it looks while it is being generated. `blocks` is the number of squares across. */
export function coarse(image: Image, blocks: number): Image {
  const height = Math.max(1, Math.round((blocks * image.height) / image.width));
  return resized(resized(image, blocks, height), image.width, image.height);
}

/** Draws small square copies of images along the upper edge, from the left. */
export function layInsets(image: Image, insets: readonly Image[]): void {
  const side = Math.floor(Math.min(image.width / (insets.length + 1), image.height / 4));
  for (const [index, inset] of insets.entries()) {
    const { pixels } = resized(inset, side, side);
    for (let y = 0; y < side; y++)
      image.pixels.set(pixels.subarray(y * side * 4, (y + 1) * side * 4), (y * image.width + index * side) * 4);
  }
}
