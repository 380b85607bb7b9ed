import { expect, test } from 'vitest';
import { looksLikePage } from '../../../../../../renderer/lib/files/admit-checked.ts';
import { inspectInput, withExtension } from '../../../../../../renderer/panels/images/composer/import-inputs.ts';
import { readImageHead } from '../../../../../../shared/media/image-head.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)));
const long = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];

const png = (width: number, height: number) =>
  bytes([0x89], 'PNG\r\n', [0x1a, 10], long(13), 'IHDR', long(width), long(height), [8, 6, 0, 0, 0]);
const jpeg = bytes(
  [0xff, 0xd8, 0xff, 0xe0, 0, 6, 1, 2, 3, 4],
  [0xff, 0xc4, 0, 4, 0, 0],
  [0xff, 0xc2, 0, 17, 8, 3, 0x20, 4, 0xb0, 3],
  Array.from({ length: 20 }, () => 0),
);

test('format and size come from the first bytes', () => {
  expect(readImageHead(png(1536, 1024))).toEqual({ type: 'image/png', width: 1536, height: 1024 });
  expect(readImageHead(jpeg)).toEqual({ type: 'image/jpeg', width: 1200, height: 800 });
  expect(readImageHead(bytes('GIF89a', [64, 1, 200, 0, 0, 0]))).toEqual({
    type: 'image/gif',
    width: 320,
    height: 200,
  });
  const lossless = bytes('RIFF', long(0), 'WEBPVP8L', long(0), [0x2f, 0xff, 0xc0, 0x3f, 0], [0, 0, 0, 0, 0]);
  expect(readImageHead(lossless)).toEqual({ type: 'image/webp', width: 256, height: 256 });
  const extended = bytes('RIFF', long(0), 'WEBPVP8X', long(0), [0, 0, 0, 0], [0x1f, 3, 0], [0x57, 2, 0]);
  expect(readImageHead(extended)).toEqual({ type: 'image/webp', width: 800, height: 600 });
});

test('a truncated image is recognized, though not its size', () => {
  expect(readImageHead(bytes([0x89], 'PNG\r\n', [0x1a, 10]))).toEqual({
    type: 'image/png',
    width: null,
    height: null,
  });
  expect(readImageHead(jpeg.subarray(0, 12))).toEqual({ type: 'image/jpeg', width: null, height: null });
});

test('a file that is not an image is none, at any length', () => {
  for (let length = 0; length < 40; length += 1) expect(readImageHead(new Uint8Array(length))).toBeNull();
  expect(looksLikePage(bytes('\n <!DOCTYPE html><html>'))).toBe(true);
  expect(looksLikePage(png(1, 1))).toBe(false);
});

const fileOf = (content: Uint8Array<ArrayBuffer> | string, name: string, type = '') =>
  new File([content], name, { type });

/** A PNG with one chunk of data and its end. */
const wholePng = (width: number, height: number) =>
  bytes([...png(width, height)], long(0), long(4), 'IDAT', [1, 2, 3, 4], long(0), long(0), 'IEND', long(0));

/** The reason why a file is rejected, or the name of its format; `decodes` stands in for the browser. */
async function lookOf(file: File, decodes = true): Promise<string> {
  const seen = await inspectInput(file, 50_000_000, async () => decodes);
  return seen.kind === 'fine' ? 'fine' : seen.kind === 'foreign' ? seen.format : seen.reason;
}

test('a file is rejected with a helpful reason', async () => {
  expect(await lookOf(fileOf(wholePng(64, 64), 'a.png', 'image/png'))).toBe('fine');
  expect(await lookOf(fileOf('', 'a.png', 'image/png'))).toBe('empty');
  expect(await lookOf(fileOf('', 'holidays'))).toBe('folder');
  expect(await lookOf(fileOf('<!doctype html>', 'a.png', 'image/png'))).toBe('page');
  expect(await lookOf(fileOf('RIFF....WAVEfmt ', 'a.wav', 'audio/wav'))).toBe('not-picture');
  expect(await lookOf(fileOf(bytes('GIF89a', [64, 1, 200, 0, 0, 0]), 'a.gif', 'image/gif'))).toBe('format');
  expect(await lookOf(fileOf(png(50_000, 50_000), 'bomb.png', 'image/png'))).toBe('too-many-pixels');
});

test('a truncated or undecodable image is reported before it is sent', async () => {
  const whole = wholePng(64, 64);
  for (const cut of [whole.length - 12, whole.length - 20, 40, 33])
    expect(await lookOf(fileOf(whole.subarray(0, cut), 'a.png', 'image/png')), `${cut} bytes`).toBe('incomplete');
  expect(await lookOf(fileOf(whole, 'a.png', 'image/png'), false)).toBe('damaged');
  const scan = bytes([...jpeg.subarray(0, 35)], [0xff, 0xda, 0, 2, 7, 0xff, 0, 7, 0xff, 0xd0, 7]);
  expect(await lookOf(fileOf(scan, 'a.jpg', 'image/jpeg'))).toBe('incomplete');
  expect(await lookOf(fileOf(bytes([...scan], [0xff, 0xd9], 'a film behind it'), 'a.jpg', 'image/jpeg'))).toBe('fine');
  const webp = bytes('RIFF', [26, 0, 0, 0], 'WEBPVP8L', long(0), [0x2f, 0xff, 0xc0, 0x3f, 0], Array(9).fill(0));
  expect(await lookOf(fileOf(webp, 'a.webp', 'image/webp'))).toBe('fine');
  expect(await lookOf(fileOf(webp.subarray(0, 31), 'a.webp', 'image/webp'))).toBe('incomplete');
});

test('images of unsupported formats are named by their format', async () => {
  expect(await lookOf(fileOf(bytes('II*', [0], long(8)), 'a.tif', 'image/tiff'))).toBe('TIFF');
  expect(await lookOf(fileOf(bytes('MM', [0], '*', long(8)), 'a.tif', 'image/tiff'))).toBe('TIFF');
  expect(await lookOf(fileOf(bytes(long(24), 'ftypheic', long(0)), 'a.heic', 'image/heic'))).toBe('HEIC');
  expect(await lookOf(fileOf('<?xml version="1.0"?><svg xmlns="">', 'a.svg', 'image/svg+xml'))).toBe('SVG');
  expect(await lookOf(fileOf('MM is not a picture', 'a.txt', 'text/plain'))).toBe('not-picture');
});

test('an image of an unsupported format is converted only where the browser decodes it', async () => {
  const heic = fileOf(bytes(long(24), 'ftypheic', long(0)), 'a.heic', 'image/heic');
  for (const canConvert of [true, false])
    expect(await inspectInput(heic, 50_000_000, async () => canConvert)).toEqual({
      kind: 'foreign',
      format: 'HEIC',
      canConvert,
    });
});

test('a large file is measured without reading it whole', async () => {
  let read = 0;
  const huge = {
    name: 'huge.png',
    type: 'image/png',
    size: 300_000_000,
    slice: (from: number, to: number) => {
      read += to - from;
      return new Blob([png(20_000, 15_000)]);
    },
  } as unknown as File;
  expect(await inspectInput(huge, 50_000_000)).toMatchObject({ kind: 'unfit', reason: 'too-large', canConvert: false });
  expect(read).toBeLessThan(1_000_000);
});

test('a name gets the extension that its bytes call for, and a correct one is left alone', () => {
  const head = { type: 'image/jpeg' as const, width: 1, height: 1 };
  const wrong = withExtension(fileOf(jpeg, 'photo.png', 'image/png'), head);
  expect([wrong.name, wrong.type]).toEqual(['photo.jpg', 'image/jpeg']);
  const right = fileOf(jpeg, 'photo.jpeg', 'image/jpeg');
  expect(withExtension(right, head)).toBe(right);
});
