/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A picture in memory: four bytes a pixel, row by row, not premultiplied. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
}

/** A transparent picture. */
export const blankPicture = (width: number, height: number): Picture => ({
  width,
  height,
  pixels: new Uint8ClampedArray(width * height * 4),
});

export const copyPicture = ({ width, height, pixels }: Picture): Picture => ({ width, height, pixels: pixels.slice() });

export const isOpaque = ({ pixels }: Picture): boolean => {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
};

/** Lays a colour over a pixel; `share` is how much of it, 0 to 1. */
export function blend({ pixels }: Picture, at: number, [red, green, blue]: Colour, share: number): void {
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

/** Distance of a point from the edge of a shape in pixels: negative inside. */
export type Shape = (x: number, y: number) => number;

/** What a shape reaches at most: `[left, top, right, bottom]`. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Fills a shape with soft edges. A colour may depend on the place. */
export function fill(
  picture: Picture,
  [left, top, right, bottom]: Box,
  shape: Shape,
  colour: Colour | ((x: number, y: number) => Colour),
  strength = 1,
): void {
  const { width, height } = picture;
  const fromX = Math.max(0, Math.floor(left - 1));
  const toX = Math.min(width, Math.ceil(right + 1));
  const toY = Math.min(height, Math.ceil(bottom + 1));
  for (let y = Math.max(0, Math.floor(top - 1)); y < toY; y++) {
    for (let x = fromX; x < toX; x++) {
      const cover = Math.min(1, Math.max(0, 0.5 - shape(x + 0.5, y + 0.5)));
      if (cover === 0) continue;
      const paint = typeof colour === 'function' ? colour(x, y) : colour;
      blend(picture, (y * width + x) * 4, paint, cover * strength);
    }
  }
}

/** A colour between two others. */
export const between = (one: Colour, other: Colour, share: number): Colour => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

export const darker = (colour: Colour, share: number): Colour => between(colour, [0, 0, 0], share);
export const lighter = (colour: Colour, share: number): Colour => between(colour, [255, 255, 255], share);
