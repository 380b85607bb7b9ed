import { describe, expect, test } from 'vitest';
import { floodRegion, rectangleCorners } from '../../../../../renderer/panels/images/mask/regions.ts';

/** Pixels from a picture of letters: each letter is a gray, `.` is 0, `a` is 10, `b` is 20. */
function grid(...rows: string[]) {
  const width = rows[0]?.length ?? 0;
  const pixels = new Uint8ClampedArray(width * rows.length * 4);
  for (const [index, letter] of [...rows.join('')].entries()) {
    const gray = letter === '.' ? 0 : (letter.charCodeAt(0) - 96) * 10;
    pixels.set([gray, gray, gray, 255], index * 4);
  }
  return { pixels, size: { width, height: rows.length } };
}

/** A region as rows of letters: `#` inside, `.` outside. */
const drawn = (region: Uint8Array, width: number) =>
  Array.from({ length: region.length / width }, (_, row) =>
    [...region.subarray(row * width, (row + 1) * width)].map((inside) => (inside ? '#' : '.')).join(''),
  );

describe('fill by color', () => {
  const maze = grid(
    '..z......', //
    '.zz.zzzz.',
    '....z..z.',
    'zzzzz.zz.',
    '.........',
  );
  const fill = (x: number, y: number, tolerance = 0) =>
    drawn(floodRegion(maze.pixels, maze.size, [x, y], tolerance), maze.size.width);

  test('takes everything that is connected, around corners, and nothing beyond', () => {
    expect(fill(0, 0)).toEqual([
      '##.######', //
      '#..#....#',
      '####.##.#',
      '.....#..#',
      '#########',
    ]);
    expect(fill(2, 0)).toEqual([
      '..#......', //
      '.##......',
      '.........',
      '.........',
      '.........',
    ]);
  });

  test('takes colors within the tolerance of the pressed pixel, not of their neighbor', () => {
    const steps = grid('.abc');
    const reach = (tolerance: number) => drawn(floodRegion(steps.pixels, steps.size, [0, 0], tolerance), 4)[0];
    expect(reach(0)).toBe('#...');
    expect(reach(10)).toBe('##..');
    expect(reach(29)).toBe('###.');
    expect(reach(255)).toBe('####');
  });

  test('outside the image takes nothing', () => {
    expect(floodRegion(maze.pixels, maze.size, [9, 0], 0)).toEqual(new Uint8Array(45));
    expect(floodRegion(maze.pixels, maze.size, [-1, 2], 255)).toEqual(new Uint8Array(45));
  });

  test('reaches every pixel of a large image of one color', () => {
    const size = { width: 700, height: 500 };
    const region = floodRegion(new Uint8ClampedArray(size.width * size.height * 4), size, [350, 250], 0);
    expect(region.every(Boolean)).toBe(true);
  });
});

test('a rectangle has its corners whatever direction it was drawn in', () => {
  const corners = rectangleCorners([8, 2], [3, 9]);
  expect(corners).toHaveLength(4);
  expect(new Set(corners.map(String))).toEqual(new Set(['8,2', '3,2', '3,9', '8,9']));
});
