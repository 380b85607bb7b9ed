import { blankPicture, type Picture } from './canvas.ts';

/** The same picture in another size; the picture itself when it has that size. Small pieces become one colour each. */
export function resized(picture: Picture, width: number, height: number): Picture {
  if (picture.width === width && picture.height === height) return picture;
  const result = blankPicture(width, height);
  for (let y = 0; y < height; y++) {
    const fromY = Math.min(picture.height - 1, Math.floor(((y + 0.5) * picture.height) / height));
    for (let x = 0; x < width; x++) {
      const fromX = Math.min(picture.width - 1, Math.floor(((x + 0.5) * picture.width) / width));
      const from = (fromY * picture.width + fromX) * 4;
      result.pixels.set(picture.pixels.subarray(from, from + 4), (y * width + x) * 4);
    }
  }
  return result;
}

/** The picture in squares of one colour, as it looks while it is being drawn. `blocks` is how many there are across. */
export function coarse(picture: Picture, blocks: number): Picture {
  const height = Math.max(1, Math.round((blocks * picture.height) / picture.width));
  return resized(resized(picture, blocks, height), picture.width, picture.height);
}

/** Lays small copies of pictures along the lower edge, from the left. */
export function withInsets(picture: Picture, insets: readonly Picture[]): void {
  const side = Math.floor(Math.min(picture.width / (insets.length + 1), picture.height / 4));
  for (const [index, inset] of insets.entries()) {
    const scale = side / Math.max(inset.width, inset.height);
    const small = resized(
      inset,
      Math.max(1, Math.round(inset.width * scale)),
      Math.max(1, Math.round(inset.height * scale)),
    );
    const left = Math.floor(side * 0.1) + index * side;
    const top = picture.height - small.height - Math.floor(side * 0.1);
    for (let y = 0; y < small.height; y++) {
      const row = small.pixels.subarray(y * small.width * 4, (y + 1) * small.width * 4);
      const room = Math.max(0, Math.min(small.width, picture.width - left)) * 4;
      if (top + y >= 0) picture.pixels.set(row.subarray(0, room), ((top + y) * picture.width + left) * 4);
    }
  }
}
