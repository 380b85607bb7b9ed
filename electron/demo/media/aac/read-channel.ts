import type { BitReader } from '../bits.ts';
import { UnreadableFile } from '../decode.ts';
import type { BandLayout } from './band-layouts.ts';
import type { ChannelData, Pulse, WindowInfo } from './channel-data.ts';
import { sequences } from './filter-bank.ts';
import { readNoiseShaping } from './noise-shaping.ts';
import { books, readSpectrum, readStep } from './spectrum.ts';

const damaged = () => new UnreadableFile('its data is damaged');

/** @throws UnreadableFile for damaged data, RangeError when the frame ends early. */
export function readWindowInfo(bits: BitReader, layout: BandLayout): WindowInfo {
  bits.read(1);
  const sequence = bits.read(2);
  const shape = bits.read(1);
  const isShort = sequence === sequences.short;
  const bands = isShort ? layout.short : layout.long;
  const bandCount = bits.read(isShort ? 4 : 6);
  if (bandCount >= bands.length) throw damaged();
  if (!isShort) {
    const hasPrediction = bits.read(1) === 1;
    if (hasPrediction) throw damaged();
    return { sequence, shape, groups: [1], bandCount, bands };
  }
  const groups = [1];
  for (let window = 1; window < 8; window++) {
    const isGrouped = bits.read(1) === 1;
    if (isGrouped) groups.push((groups.pop() as number) + 1);
    else groups.push(1);
  }
  return { sequence, shape, groups, bandCount, bands };
}

/**
 * @param shared the windows that both channels of a pair share, or `null` when the channel has its own.
 * @throws UnreadableFile for damaged data, RangeError when the frame ends early.
 */
export function readChannel(bits: BitReader, layout: BandLayout, shared: WindowInfo | null): ChannelData {
  const gain = bits.read(8);
  const window = shared ?? readWindowInfo(bits, layout);
  const isShort = window.sequence === sequences.short;
  const bandBooks = readBandBooks(bits, window);
  const scales = readScales(bits, bandBooks, gain);
  const hasPulses = bits.read(1) === 1;
  if (hasPulses && isShort) throw damaged();
  const pulses = hasPulses ? readPulses(bits, window) : [];
  const hasShaping = bits.read(1) === 1;
  const shaping = hasShaping ? readNoiseShaping(bits, isShort) : [];
  const hasGainControl = bits.read(1) === 1;
  if (hasGainControl) throw damaged();
  const spectrum = readSpectrum(bits, window, bandBooks, scales, pulses);
  return { window, bandBooks, scales, spectrum, shaping };
}

function readBandBooks(bits: BitReader, { sequence, groups, bandCount }: WindowInfo): Uint8Array {
  const width = sequence === sequences.short ? 3 : 5;
  const all = new Uint8Array(groups.length * bandCount);
  for (let group = 0; group < groups.length; group++) {
    for (let band = 0; band < bandCount; ) {
      const book = bits.read(4);
      let length = 0;
      let part: number;
      do {
        part = bits.read(width);
        length += part;
      } while (part === 2 ** width - 1);
      if (book === books.reserved || band + length > bandCount) throw damaged();
      all.fill(book, group * bandCount + band, group * bandCount + band + length);
      band += length;
    }
  }
  return all;
}

/** Reads the scale factors. Each is a step from the previous one; each of the three kinds counts separately. */
function readScales(bits: BitReader, bandBooks: Uint8Array, gain: number): Int16Array {
  let scale = gain;
  let position = 0;
  let noise: number | null = null;
  return Int16Array.from(bandBooks, (book) => {
    if (book === books.silence) return 0;
    if (book === books.inPhase || book === books.outOfPhase) {
      position += readStep(bits);
      return position;
    }
    if (book === books.noise) {
      noise = noise === null ? gain - 90 + bits.read(9) - 256 : noise + readStep(bits);
      return noise;
    }
    scale += readStep(bits);
    if (scale < 0 || scale > 255) throw damaged();
    return scale;
  });
}

function readPulses(bits: BitReader, { bands }: WindowInfo): Pulse[] {
  const count = bits.read(2) + 1;
  let place = bands[bits.read(6)];
  if (place === undefined) throw damaged();
  const pulses: Pulse[] = [];
  for (let index = 0; index < count; index++) {
    place += bits.read(5);
    if (place >= 1024) throw damaged();
    pulses.push({ place, height: bits.read(4) });
  }
  return pulses;
}
