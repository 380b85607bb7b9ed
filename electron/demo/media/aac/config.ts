import { BitReader } from '../bits.ts';
import { UnreadableFile } from '../decode.ts';

/** Hz, in the order in which AAC numbers its sample rates. */
const rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];
const lowComplexity = 2;
/** Object types that only announce an extension (SBR, or SBR and parametric stereo) of the core that follows. */
const extensions = [5, 29];

export interface AacConfig {
  /** Index of the core's sample rate, which selects its tables. */
  rateIndex: number;
  /** Of the core, in Hz: half of what the file announces for HE-AAC. */
  sampleRate: number;
  /** The file announces an upper band that a decoder of the core omits. */
  isHighEfficiency: boolean;
}

/**
 * Reads an AudioSpecificConfig, which MP4 and Matroska store once per track.
 *
 * @throws UnreadableFile for a profile other than AAC-LC and HE-AAC.
 */
export function readConfig(bytes: Uint8Array): AacConfig {
  const bits = new BitReader(bytes);
  let type = readObjectType(bits);
  const sampleRate = readRate(bits);
  bits.read(4);
  const isHighEfficiency = extensions.includes(type);
  if (isHighEfficiency) {
    readRate(bits);
    type = readObjectType(bits);
  }
  const hasShortFrames = bits.read(1) === 1;
  if (hasShortFrames) throw new UnreadableFile('its AAC has frames of 960 samples, which the demo does not decode');
  return { ...configOf(type, sampleRate), isHighEfficiency };
}

/**
 * Reads the header at the start of every frame of an ADTS file (.aac).
 *
 * @returns the configuration and the data after the header.
 * @throws UnreadableFile for damaged data and for a profile other than AAC-LC.
 */
export function readAdtsFrame(frame: Uint8Array): { config: AacConfig; data: Uint8Array } {
  const bits = new BitReader(frame);
  if (bits.read(12) !== 0xfff) throw new UnreadableFile('its data is damaged');
  bits.read(3);
  const hasChecksum = bits.read(1) === 0;
  const type = bits.read(2) + 1;
  const sampleRate = rates[bits.read(4)];
  if (sampleRate === undefined) throw new UnreadableFile('its data is damaged');
  const config = { ...configOf(type, sampleRate), isHighEfficiency: false };
  bits.place = 54;
  if (bits.read(2) > 0) throw new UnreadableFile('it has several blocks per frame, which the demo does not decode');
  return { config, data: frame.subarray(hasChecksum ? 9 : 7) };
}

/** Returns whether an ADTS file ends before the length announced by the header of its last frame. */
export function endsInsideFrame(file: Uint8Array): boolean {
  let at = 0;
  while (at + 7 <= file.length) {
    const bits = new BitReader(file.subarray(at, at + 7));
    if (bits.read(12) !== 0xfff) return false;
    bits.place = 30;
    const length = bits.read(13);
    if (length < 7) return false;
    at += length;
  }
  // A truncated header still begins with its sync word.
  return at > file.length || file[at] === 0xff;
}

const names: Readonly<Record<number, string>> = { 1: 'Main', 3: 'SSR', 4: 'LTP', 23: 'LD', 39: 'ELD', 42: 'xHE' };

function configOf(type: number, sampleRate: number): Omit<AacConfig, 'isHighEfficiency'> {
  if (type !== lowComplexity) {
    const profile = names[type] ?? `object type ${type}`;
    throw new UnreadableFile(`its AAC profile (${profile}) is not supported; AAC-LC and HE-AAC are`);
  }
  const rateIndex = rates.indexOf(sampleRate);
  if (rateIndex < 0) throw new UnreadableFile(`its sample rate of ${sampleRate} Hz is not supported`);
  return { rateIndex, sampleRate };
}

function readObjectType(bits: BitReader): number {
  const type = bits.read(5);
  return type === 31 ? 32 + bits.read(6) : type;
}

function readRate(bits: BitReader): number {
  const index = bits.read(4);
  if (index === 15) return bits.read(24);
  const rate = rates[index];
  if (rate === undefined) throw new UnreadableFile('its data is damaged');
  return rate;
}
