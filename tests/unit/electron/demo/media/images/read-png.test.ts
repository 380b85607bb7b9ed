import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { UnreadableFile } from '#demo/media/attachment.ts';
import { blankImage } from '#demo/media/images/canvas.ts';
import { pngFile, readPng } from '#demo/media/images/png.ts';

interface Parts {
  width?: number;
  height?: number;
  bits?: number;
  colorType: number;
  interlaced?: number;
  rows: Buffer;
  more?: [string, Buffer][];
}

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(type), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG written by hand, not with the code under test. */
function png({ width = 2, height = 2, bits = 8, colorType, interlaced = 0, rows, more = [] }: Parts): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colorType, 0, 0, interlaced], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...more.map(([type, content]) => chunk(type, content)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('reads', () => {
  test('RGB with every filter', async () => {
    const rows = Buffer.from(
      [
        [0, 10, 20, 30, 40, 50, 60],
        [1, 10, 20, 30, 30, 30, 30],
        [2, 1, 1, 1, 1, 1, 1],
        [3, 10, 10, 10, 10, 10, 10],
        [4, 1, 1, 1, 1, 1, 1],
      ].flat(),
    );
    const { pixels } = await readPng(png({ height: 5, colorType: 2, rows }));
    const row = (y: number) => [...pixels.subarray(y * 8, y * 8 + 8)];
    expect(row(0)).toEqual([10, 20, 30, 255, 40, 50, 60, 255]);
    expect(row(1)).toEqual([10, 20, 30, 255, 40, 50, 60, 255]);
    expect(row(2)).toEqual([11, 21, 31, 255, 41, 51, 61, 255]);
    expect(row(3)).toEqual([15, 20, 25, 255, 38, 45, 53, 255]);
    expect(row(4)).toEqual([16, 21, 26, 255, 39, 46, 54, 255]);
  });

  test('a palette with transparency, gray, and gray with alpha', async () => {
    const palette = await readPng(
      png({
        colorType: 3,
        rows: Buffer.from([0, 0, 1, 0, 1, 0]),
        more: [
          ['PLTE', Buffer.from([1, 2, 3, 4, 5, 6])],
          ['tRNS', Buffer.from([0])],
        ],
      }),
    );
    expect([...palette.pixels]).toEqual([1, 2, 3, 0, 4, 5, 6, 255, 4, 5, 6, 255, 1, 2, 3, 0]);
    const grey = await readPng(png({ colorType: 0, rows: Buffer.from([0, 7, 8, 0, 9, 10]) }));
    expect([...grey.pixels.subarray(0, 8)]).toEqual([7, 7, 7, 255, 8, 8, 8, 255]);
    const alpha = await readPng(png({ height: 1, colorType: 4, rows: Buffer.from([0, 7, 100, 8, 0]) }));
    expect([...alpha.pixels]).toEqual([7, 7, 7, 100, 8, 8, 8, 0]);
  });

  test('16 bits per channel, with a filter over whole pixels', async () => {
    const rows = Buffer.from([0, 10, 1, 20, 2, 30, 3, 40, 4, 50, 5, 60, 6, 1, 1, 0, 2, 0, 3, 0, 1, 0, 1, 0, 1, 0]);
    const { pixels } = await readPng(png({ bits: 16, colorType: 2, rows }));
    expect([...pixels]).toEqual([10, 20, 30, 255, 40, 50, 60, 255, 1, 2, 3, 255, 2, 3, 4, 255]);
    const grey = await readPng(
      png({ bits: 16, height: 1, colorType: 4, rows: Buffer.from([0, 7, 9, 100, 9, 8, 0, 0, 0]) }),
    );
    expect([...grey.pixels]).toEqual([7, 7, 7, 100, 8, 8, 8, 0]);
  });

  test('an interlaced one, and a palette of 4 bits', async () => {
    // Pass 1 has the first pixel, pass 6 the second of the first row, pass 7 the second row.
    const rows = Buffer.from([0, 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12]);
    const { pixels } = await readPng(png({ interlaced: 1, colorType: 2, rows }));
    expect([...pixels]).toEqual([1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255]);
    const colors: [string, Buffer][] = [['PLTE', Buffer.from([1, 2, 3, 4, 5, 6])]];
    const small = await readPng(png({ bits: 4, colorType: 3, rows: Buffer.from([0, 0x01, 0, 0x10]), more: colors }));
    expect([...small.pixels.subarray(0, 8)]).toEqual([1, 2, 3, 255, 4, 5, 6, 255]);
  });

  test('only what says what the pixels are: a profile that unpacks to much more is never unpacked', async () => {
    const profile: [string, Buffer] = [
      'iCCP',
      Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(2 ** 28))]),
    ];
    const before = process.memoryUsage().rss;
    await readPng(png({ colorType: 2, rows: Buffer.alloc(14), more: [profile] }));
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 27);
  });

  test("the demo's own PNGs, opaque and transparent", async () => {
    const image = blankImage(5, 3);
    image.pixels.forEach((_, at) => {
      image.pixels[at] = (at * 37) % 256;
    });
    expect((await readPng(await pngFile(image))).pixels).toEqual(image.pixels);
    for (let at = 3; at < image.pixels.length; at += 4) image.pixels[at] = 255;
    const opaque = await pngFile(image);
    expect(opaque[25]).toBe(2);
    expect((await readPng(opaque)).pixels).toEqual(image.pixels);
  });
});

describe('says why it cannot read', () => {
  const rows = Buffer.from([0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6]);
  const good = png({ colorType: 2, rows });
  test.each<[string, Buffer, RegExp]>([
    ['another format', Buffer.from('GIF89a-and-more-bytes'), /not a PNG/],
    ['nothing', Buffer.alloc(0), /not a PNG/],
    ['4 bits', png({ bits: 4, colorType: 2, rows }), /4 bits/],
    ['a palette of 16 bits', png({ bits: 16, colorType: 3, rows }), /damaged/],
    ['one of 50,000 by 50,000', png({ width: 50_000, height: 50_000, colorType: 2, rows }), /more than/],
    ['one without pixels', png({ width: 0, colorType: 2, rows }), /no pixels/],
    ['a cut one', good.subarray(0, good.length - 20), /cut off|damaged|ends early/],
    ['one whose data ends early', png({ height: 9, colorType: 2, rows }), /ends early/],
    ['one that unpacks to more than its size', png({ colorType: 2, rows: Buffer.alloc(1_000_000) }), /damaged/],
    ['an unknown filter', png({ colorType: 2, rows: Buffer.from([9, ...rows.subarray(1)]) }), /damaged/],
  ])('%s', async (_, bytes, words) => {
    await expect(readPng(bytes)).rejects.toThrow(UnreadableFile);
    await expect(readPng(bytes)).rejects.toThrow(words);
  });
});
