import { type Chance, chanceFrom, hash } from '../../language/chance.ts';
import { blankImage, type Color, fillArea, type Image } from './canvas.ts';

/** What is drawn. The same values give the same pixels. */
export interface ArtOptions {
  seed: string;
  width: number;
  height: number;
  /** Leaves the area around the shape in the middle transparent. */
  isTransparent?: boolean;
  /** Moment of a video, in seconds. Its images have no grain, which would be most of the file. */
  seconds?: number;
}

const waves = 5;
const bands = 18;
/** How far a pixel may stray from its place, in bands: the edges look printed. */
const grain = 0.5;

/** Draws bands of color along the sum of a few seeded waves, with grain: a pattern that shows nothing in particular. */
export function drawArt({ seed, width, height, isTransparent = false, seconds }: ArtOptions): Image {
  const chance = chanceFrom(seed);
  const image = blankImage(width, height);
  const colors = palette(chance);
  const rows: Float32Array[] = [];
  const columns: Float32Array[] = [];
  for (let wave = 0; wave < waves; wave++) {
    const angle = chance.next() * 2 * Math.PI;
    const length = (0.35 + chance.next()) * Math.max(width, height);
    const phase = chance.next() * 7 + (seconds ?? 0) * (0.3 + chance.next() * 0.5);
    // sin(a + b) by the sines and cosines of its parts: no sine per pixel.
    const along = (size: number, part: number, start: number, of: (value: number) => number) =>
      Float32Array.from({ length: size }, (_, at) => of(start + (at * part * 2 * Math.PI) / length));
    columns.push(along(width, Math.cos(angle), phase, Math.sin), along(width, Math.cos(angle), phase, Math.cos));
    rows.push(along(height, Math.sin(angle), 0, Math.cos), along(height, Math.sin(angle), 0, Math.sin));
  }
  const to = new Uint32Array(image.pixels.buffer);
  const strength = seconds === undefined ? grain : 0;
  let noise = hash(seed) | 1;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let part = 0; part < 2 * waves; part++)
        sum += ((columns[part] as Float32Array)[x] as number) * ((rows[part] as Float32Array)[y] as number);
      noise ^= noise << 13;
      noise ^= noise >>> 17;
      noise ^= noise << 5;
      if (isTransparent && isOutside((2 * x) / width - 1, (2 * y) / height - 1, sum)) continue;
      const band = Math.floor((sum / waves + 1) * bands + (noise / 2 ** 31) * strength);
      to[y * width + x] = colors[Math.abs(band) % colors.length] as number;
    }
  return image;
}

const isOutside = (x: number, y: number, sum: number): boolean => x * x + y * y > 0.62 + sum * 0.04;

/** Returns colors that turn into each other, as the bytes of opaque pixels. */
function palette(chance: Chance): Uint32Array {
  const shifts = [chance.next(), chance.next(), chance.next()];
  const bytes = new Uint8ClampedArray(bands * 2 * 4).fill(255);
  for (let band = 0; band < bands * 2; band++)
    for (const [channel, shift] of shifts.entries())
      bytes[band * 4 + channel] = 150 + 90 * Math.cos(2 * Math.PI * (band / bands + shift * 0.4));
  return new Uint32Array(bytes.buffer);
}

const ink: Color = [24, 26, 32];
const paper: Color = [246, 244, 238];
const cell = { width: 6, height: 9 };
const mostLines = 4;

/**
 * Draws a plate with text along the lower edge: as much of the caption as fits into a few lines, and the facts in a line
 * of their own. A caption in a script without glyphs is left out. Very small images get no plate.
 */
export function layCaption(image: Image, caption: string, facts: string): void {
  const scale = Math.max(1, Math.floor(Math.min(image.width, image.height * 2) / 256));
  const perLine = Math.floor(image.width / (cell.width * scale)) - 2;
  const fitting = Math.min(mostLines, Math.floor(image.height / (2 * cell.height * scale)));
  if (perLine < 8 || fitting < 1) return;
  const lines = isDrawable(caption) ? wrapped(caption, perLine, fitting - 1) : [];
  lines.push(cut(facts, perLine));
  const top = image.height - Math.round((lines.length + 0.6) * cell.height * scale);
  fillArea(image, [0, top, image.width, image.height], paper);
  for (const [row, line] of lines.entries())
    for (const [at, letter] of [...line].entries())
      drawLetter(
        image,
        letter,
        (at + 1) * cell.width * scale,
        top + Math.round((row + 0.5) * cell.height * scale),
        scale,
      );
}

/** True if most letters of a text have a glyph. */
function isDrawable(text: string): boolean {
  const letters = [...plain(text)].filter((letter) => letter !== ' ');
  return letters.filter((letter) => letter >= ' ' && letter <= '~').length > letters.length / 2;
}

/** Returns the text without accents, with one space for each run of white space. */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ').trim();

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 3)}...`;

function wrapped(text: string, perLine: number, most: number): string[] {
  const lines: string[] = [];
  let rest = plain(text);
  while (rest !== '' && lines.length < most) {
    const space = rest.lastIndexOf(' ', perLine);
    const end = rest.length <= perLine ? rest.length : space > 0 ? space : perLine;
    lines.push(lines.length === most - 1 ? cut(rest, perLine) : rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

function drawLetter(image: Image, letter: string, left: number, top: number, scale: number): void {
  const known = letter >= ' ' && letter <= '~' ? letter : '?';
  for (let column = 0; column < 5; column++) {
    const dots = glyphs[(known.charCodeAt(0) - 32) * 5 + column] as number;
    for (let row = 0; row < 8; row++) {
      if (((dots >> row) & 1) === 0) continue;
      const [x, y] = [left + column * scale, top + row * scale];
      fillArea(image, [x, y, x + scale, y + scale], ink);
    }
  }
}

/** The 95 printable letters of ASCII, five columns of eight dots each, the top in the lowest bit. */
const glyphs = Buffer.from(
  `AAAAAAAAAF8AAAAHAAcAFH8UfxQkKn8qEiMTCGRiNklWIFAACAcDAAAcIkEAAEEiHAAqHH8cKggIPggIAIBwMAAICAgICAAAYGAAIBAIBAI+UUlF
PgBCf0AAcklJSUYhQUlNMxgUEn8QJ0VFRTk8SklJMUEhEQkHNklJSTZGSUkpHgAAFAAAAEA0AAAACBQiQRQUFBQUAEEiFAgCAVkJBj5BXVlOfBIR
Enx/SUlJNj5BQUEif0FBQT5/SUlJQX8JCQkBPkFBUXN/CAgIfwBBf0EAIEBBPwF/CBQiQX9AQEBAfwIcAn9/BAgQfz5BQUE+fwkJCQY+QVEhXn8J
GSlGJklJSTIDAX8BAz9AQEA/HyBAIB8/QDhAP2MUCBRjAwR4BANhWUlNQwB/QUFBAgQIECAAQUFBfwQCAQIEQEBAQEAAAwcIACBUVHhAfyhERDg4
REREKDhERCh/OFRUVBgACH4JAhikpJx4fwgEBHgARH1AACBAQD0AfxAoRAAAQX9AAHwEeAR4fAgEBHg4REREOPwYJCQYGCQkGPx8CAQECEhUVFQk
BAQ/RCQ8QEAgfBwgQCAcPEAwQDxEKBAoREyQkJB8RGRUTEQACDZBAAAAdwAAAEE2CAACAQIEAg==`,
  'base64',
);
