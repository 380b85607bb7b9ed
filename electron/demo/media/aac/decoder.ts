import { BitReader } from '../bits.ts';
import { type DecodedPackets, type PacketDecoder, UnreadableFile } from '../decode.ts';
import { type BandLayout, bandLayouts } from './band-layouts.ts';
import type { ChannelData, WindowInfo } from './channel-data.ts';
import { type AacConfig, readAdtsFrame, readConfig } from './config.ts';
import { FilterBank, frameLength } from './filter-bank.ts';
import { unshape } from './noise-shaping.ts';
import { readChannel, readWindowInfo } from './read-channel.ts';
import { bandsOf, books } from './spectrum.ts';

/** Ids of the elements of a frame. */
const elements = { single: 0, pair: 1, coupling: 2, lowEffects: 3, data: 4, program: 5, fill: 6, end: 7 } as const;
/** The types of a fill element that contain the upper band of HE-AAC. */
const bandReplication = [13, 14];
/** The standard layouts have at most 8, and damaged data must not allocate memory for thousands. */
const mostChannels = 8;

/**
 * Decodes AAC-LC (ISO/IEC 14496-3), with as many channels as the file has. Of HE-AAC it decodes the core, at half the
 * sample rate: the upper band and parametric stereo are omitted.
 */
export class AacDecoder implements PacketDecoder {
  readonly ready = Promise.resolve();
  /** An upper band was announced or found, and omitted. */
  isHighEfficiency = false;
  readonly #config: AacConfig | null;
  /** One per channel, in the order of the file. */
  readonly #banks: FilterBank[] = [];

  /** @param description the AudioSpecificConfig of the track, or `null` for frames that have ADTS headers. */
  constructor(description: Uint8Array | null) {
    this.#config = description && readConfig(description);
    this.isHighEfficiency = this.#config?.isHighEfficiency ?? false;
  }

  /**
   * Decodes frames. Returns each channel in full, as samples from -1 to 1 at the rate of the core.
   *
   * @throws UnreadableFile for damaged data and unsupported profiles, RangeError when a frame ends early.
   */
  decodeFrames(frames: readonly Uint8Array[]): DecodedPackets {
    let rate = this.#config?.sampleRate ?? 0;
    const decoded = frames.map((frame) => {
      const { config, data } = this.#config ? { config: this.#config, data: frame } : readAdtsFrame(frame);
      rate = config.sampleRate;
      return this.#decodeFrame(new BitReader(data), bandLayouts[config.rateIndex] as BandLayout);
    });
    const channelCount = decoded[0]?.length ?? 0;
    if (decoded.some(({ length }) => length !== channelCount)) throw new UnreadableFile('its data is damaged');
    const samplesDecoded = decoded.length * frameLength;
    const channelData = Array.from({ length: channelCount }, () => new Float32Array(samplesDecoded));
    for (const [number, channels] of decoded.entries())
      for (const [channel, samples] of channels.entries())
        (channelData[channel] as Float32Array).set(samples, number * frameLength);
    return { channelData, samplesDecoded: channelCount === 0 ? 0 : samplesDecoded, sampleRate: rate };
  }

  free(): void {}

  #decodeFrame(bits: BitReader, layout: BandLayout): Float64Array[] {
    const channels: ChannelData[] = [];
    for (let element = bits.read(3); element !== elements.end; element = bits.read(3)) {
      if (element === elements.fill) this.#skipFill(bits);
      else if (element === elements.data) skipData(bits);
      else if (element === elements.program) skipProgram(bits);
      else if (element === elements.coupling)
        throw new UnreadableFile('it has coupled channels, which the demo does not decode');
      else {
        bits.read(4);
        if (channels.length >= mostChannels) throw new UnreadableFile('its data is damaged');
        channels.push(...(element === elements.pair ? readPair(bits, layout) : [readChannel(bits, layout, null)]));
      }
    }
    return channels.map((channel, number) => {
      unshape(channel, layout);
      this.#banks[number] ??= new FilterBank();
      return this.#banks[number].synthesize(channel.spectrum, channel.window.sequence, channel.window.shape);
    });
  }

  #skipFill(bits: BitReader): void {
    const short = bits.read(4);
    const count = short === 15 ? 14 + bits.read(8) : short;
    if (count === 0) return;
    if (bandReplication.includes(bits.read(4))) this.isHighEfficiency = true;
    bits.skip(count * 8 - 4);
  }
}

function readPair(bits: BitReader, layout: BandLayout): [ChannelData, ChannelData] {
  const isShared = bits.read(1) === 1;
  const window = isShared ? readWindowInfo(bits, layout) : null;
  const sums = window ? readSums(bits, window) : null;
  const left = readChannel(bits, layout, window);
  const right = readChannel(bits, layout, window);
  if (sums) unpair(left, right, sums);
  return [left, right];
}

function readSums(bits: BitReader, { groups, bandCount }: WindowInfo): SumBands {
  const kind = bits.read(2);
  if (kind === 3) throw new UnreadableFile('its data is damaged');
  const isPerBand = kind === 1;
  const isSum = Array.from({ length: groups.length * bandCount }, () => (isPerBand ? bits.read(1) === 1 : kind === 2));
  return { isSum, isPerBand };
}

function skipData(bits: BitReader): void {
  bits.read(4);
  const isAligned = bits.read(1) === 1;
  const short = bits.read(8);
  const count = short === 255 ? 255 + bits.read(8) : short;
  if (isAligned) bits.align();
  bits.skip(count * 8);
}

/** Skips the channel assignment, which does not matter for the mean of all channels. */
function skipProgram(bits: BitReader): void {
  bits.skip(10);
  const paired = bits.read(4) + bits.read(4) + bits.read(4);
  const lowEffects = bits.read(2);
  const data = bits.read(3);
  const coupled = bits.read(4);
  for (const width of [4, 4, 3]) if (bits.read(1) === 1) bits.skip(width);
  bits.skip(paired * 5 + lowEffects * 4 + data * 4 + coupled * 5);
  bits.align();
  bits.skip(bits.read(8) * 8);
}

/** Which bands of a pair contain the sum and the difference of left and right. */
export interface SumBands {
  /** Per group and band. */
  isSum: readonly boolean[];
  /** The bands are listed one by one, so a listed band of intensity stereo has its phase inverted. */
  isPerBand: boolean;
}

/** Converts sums and differences, and bands that only have a position, to left and right. */
export function unpair(left: ChannelData, right: ChannelData, { isSum, isPerBand }: SumBands): void {
  for (const { book, index, from, to } of bandsOf(left.window, right.bandBooks)) {
    const first = left.spectrum.subarray(from, to);
    const second = right.spectrum.subarray(from, to);
    const isNamed = isSum[index] === true;
    if (book === books.inPhase || book === books.outOfPhase) {
      const isTurned = (book === books.outOfPhase) !== (isPerBand && isNamed);
      const weight = (isTurned ? -1 : 1) * 0.5 ** ((right.scales[index] as number) / 4);
      second.set(first.map((value) => value * weight));
    } else if (isNamed && book < books.noise && (left.bandBooks[index] as number) < books.noise) {
      for (let place = 0; place < first.length; place++) {
        const [sum, difference] = [first[place] as number, second[place] as number];
        first[place] = sum + difference;
        second[place] = sum - difference;
      }
    }
  }
}
