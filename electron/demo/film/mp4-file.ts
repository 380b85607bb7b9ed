import { type FilmFrame, frameUnit, pictureUnit, sequenceUnit } from './plain-h264.ts';

const unitsPerFrame = 1000;

/** A box of the ISO format: its length, its name and what is in it. */
function box(name: string, ...content: (Buffer | number[])[]): Buffer {
  const inside = Buffer.concat(content.map((part) => Buffer.from(part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inside.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, inside]);
}

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => {
    bytes.writeUInt32BE(value, at * 4);
  });
  return bytes;
};
const shorts = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => {
    bytes.writeUInt16BE(value, at * 2);
  });
  return bytes;
};
const text = (value: string): Buffer => Buffer.from(value, 'latin1');
/** Leaves a picture as it is: no turn, no stretch. */
const upright = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/**
 * An MP4 file with one silent track that every browser plays. The index stands in front, so that playing can begin before
 * the end has come.
 *
 * @param frames of the same even size, at least one.
 */
export function mp4File(frames: readonly FilmFrame[], framesPerSecond: number): Buffer {
  const [{ width, height }] = frames as [FilmFrame];
  const samples = frames.map((frame, number) => lengthAhead(frameUnit(frame, number)));
  const kind = box('ftyp', text('isom'), numbers(512), text('isomavc1mp41'));
  // The place of the samples depends on the length of the index, and that does not depend on the place.
  const index = (start: number) => movie(samples, start, framesPerSecond, width, height);
  const start = kind.length + index(0).length + 8;
  return Buffer.concat([kind, index(start), box('mdat', ...samples)]);
}

function lengthAhead(unit: Buffer): Buffer {
  return Buffer.concat([numbers(unit.length), unit]);
}

function movie(samples: readonly Buffer[], start: number, rate: number, width: number, height: number): Buffer {
  const scale = rate * unitsPerFrame;
  const duration = samples.length * unitsPerFrame;
  const head = box(
    'mvhd',
    numbers(0, 0, 0, scale, duration, 0x10000),
    shorts(0x100, 0, 0, 0, 0, 0),
    upright,
    numbers(0, 0, 0, 0, 0, 0, 2),
  );
  const trackHead = box(
    'tkhd',
    numbers(3, 0, 0, 1, 0, duration, 0, 0),
    shorts(0, 0, 0, 0),
    upright,
    numbers(width * 0x10000, height * 0x10000),
  );
  const media = box(
    'mdia',
    box('mdhd', numbers(0, 0, 0, scale, duration), shorts(0x55c4, 0)),
    box('hdlr', numbers(0, 0), text('vide'), numbers(0, 0, 0), text('Film\0')),
    box(
      'minf',
      box('vmhd', numbers(1), shorts(0, 0, 0, 0)),
      box('dinf', box('dref', numbers(0, 1), box('url ', numbers(1)))),
      sampleTable(samples, start, width, height),
    ),
  );
  return box('moov', head, box('trak', trackHead, media));
}

function sampleTable(samples: readonly Buffer[], start: number, width: number, height: number): Buffer {
  const sequence = sequenceUnit(width, height);
  const picture = pictureUnit();
  const settings = box(
    'avcC',
    [1, ...sequence.subarray(1, 4), 0xff, 0xe1],
    shorts(sequence.length),
    sequence,
    [1],
    shorts(picture.length),
    picture,
  );
  const entry = box(
    'avc1',
    shorts(0, 0, 0, 1),
    Buffer.alloc(16),
    shorts(width, height),
    numbers(0x480000, 0x480000, 0),
    shorts(1),
    Buffer.alloc(32),
    shorts(24, 0xffff),
    settings,
  );
  return box(
    'stbl',
    box('stsd', numbers(0, 1), entry),
    box('stts', numbers(0, 1, samples.length, unitsPerFrame)),
    box('stsc', numbers(0, 1, 1, samples.length, 1)),
    box('stsz', numbers(0, 0, samples.length, ...samples.map((sample) => sample.length))),
    box('stco', numbers(0, 1, start)),
  );
}
