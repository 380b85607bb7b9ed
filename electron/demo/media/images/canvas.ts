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

export const copyImage = ({ width, height, pixels }: Image): Image => ({ width, height, pixels: pixels.slice() });

export const isOpaque = ({ pixels }: Image): boolean => {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
};

/** Blends a color over a pixel; `share` is its opacity, 0 to 1. */
export function blend({ pixels }: Image, at: number, [red, green, blue]: Color, share: number): void {
  if (share >= 1) {
    pixels[at] = red;
    pixels[at + 1] = green;
    pixels[at + 2] = blue;
    pixels[at + 3] = 255;
    return;
  }
  const below = ((pixels[at + 3] as number) / 255) * (1 - share);
  const alpha = share + below;
  if (alpha <= 0) return;
  pixels[at] = (red * share + (pixels[at] as number) * below) / alpha;
  pixels[at + 1] = (green * share + (pixels[at + 1] as number) * below) / alpha;
  pixels[at + 2] = (blue * share + (pixels[at + 2] as number) * below) / alpha;
  pixels[at + 3] = alpha * 255;
}

type Point = readonly [x: number, y: number];

/** Fills a shape with soft edges. `distance` is that of a point from the edge in pixels: negative inside. */
function fill(
  image: Image,
  [left, top, right, bottom]: readonly [left: number, top: number, right: number, bottom: number],
  distance: (x: number, y: number) => number,
  color: Color,
): void {
  const { width, height } = image;
  const toX = Math.min(width, Math.ceil(right + 1));
  const toY = Math.min(height, Math.ceil(bottom + 1));
  for (let y = Math.max(0, Math.floor(top - 1)); y < toY; y++)
    for (let x = Math.max(0, Math.floor(left - 1)); x < toX; x++) {
      const cover = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)));
      if (cover > 0) blend(image, (y * width + x) * 4, color, cover);
    }
}

/** Draws an ellipse around its center. All lengths in pixels. */
export function ellipse(image: Image, x: number, y: number, rx: number, ry: number, color: Color) {
  const distance = (px: number, py: number) =>
    (Math.sqrt(((px - x) / rx) ** 2 + ((py - y) / ry) ** 2) - 1) * Math.min(rx, ry);
  fill(image, [x - rx, y - ry, x + rx, y + ry], distance, color);
}

/** Draws a closed polygon. Points in pixels. */
export function polygon(image: Image, points: readonly Point[], color: Color): void {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  fill(image, bounds, (x, y) => polygonDistance(points, x, y), color);
}

/** Returns the distance to the nearest side, negative where a ray to the right crosses an odd number of sides. */
function polygonDistance(points: readonly Point[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  let isInside = false;
  for (let index = 0; index < points.length; index++) {
    const [fromX, fromY] = points[index] as Point;
    const [toX, toY] = points[(index + 1) % points.length] as Point;
    const [alongX, alongY] = [toX - fromX, toY - fromY];
    const place = ((x - fromX) * alongX + (y - fromY) * alongY) / (alongX ** 2 + alongY ** 2 || 1);
    const share = Math.min(1, Math.max(0, place));
    nearest = Math.min(nearest, Math.sqrt((x - fromX - alongX * share) ** 2 + (y - fromY - alongY * share) ** 2));
    if (fromY > y !== toY > y && x < (alongX * (y - fromY)) / alongY + fromX) isInside = !isInside;
  }
  return isInside ? -nearest : nearest;
}

/** Returns a color between two others. */
export const between = (one: Color, other: Color, share: number): Color => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

/** Returns the image in another size; the image itself when it already has that size. */
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

/** Pixelates the image, as it looks while it is being generated. `blocks` is the number of squares across. */
export function coarse(image: Image, blocks: number): Image {
  const height = Math.max(1, Math.round((blocks * image.height) / image.width));
  return resized(resized(image, blocks, height), image.width, image.height);
}

/** Draws small square copies of images along the lower edge, from the left. */
export function layInsets(image: Image, insets: readonly Image[]): void {
  const side = Math.floor(Math.min(image.width / (insets.length + 1), image.height / 4));
  for (const [index, inset] of insets.entries()) {
    const { pixels } = resized(inset, side, side);
    for (let y = 0; y < side; y++)
      image.pixels.set(
        pixels.subarray(y * side * 4, (y + 1) * side * 4),
        ((image.height - side + y) * image.width + index * side) * 4,
      );
  }
}
