/** Returns the 44-byte header for `dataBytes` of signed 16-bit samples. A stream of unknown length uses 0xFFFFFFFF. */
export function wavHeader(dataBytes: number, sampleRate: number, channels = 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(44);
  const view = new DataView(bytes.buffer);
  const text = (at: number, letters: string) => {
    for (let index = 0; index < letters.length; index++) bytes[at + index] = letters.charCodeAt(index);
  };
  text(0, 'RIFF');
  view.setUint32(4, Math.min(36 + dataBytes, 0xffff_ffff), true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, Math.min(dataBytes, 0xffff_ffff), true);
  return bytes;
}

/** Reads the sample at a byte offset, from -1 to 1. */
export type SampleReader = (view: DataView, at: number) => number;

/** Returns how samples of a coding (1 PCM, 3 floats) and width are read; `null` for every other coding. */
export function sampleReader(coding: number, bits: number): SampleReader | null {
  if (coding === 3 && bits === 32) return (view, at) => view.getFloat32(at, true);
  if (coding !== 1) return null;
  if (bits === 8) return (view, at) => (view.getUint8(at) - 128) / 128;
  if (bits === 16) return (view, at) => view.getInt16(at, true) / 32_768;
  if (bits === 24) return (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608;
  return bits === 32 ? (view, at) => view.getInt32(at, true) / 2_147_483_648 : null;
}

/** `broken`: no format, or no samples. `short`: the header declares more bytes than there are. */
export type WavFault = 'none' | 'broken' | 'short';

export interface WavHead {
  fault: WavFault;
  /** 1 is PCM, 3 is floats, 6 and 7 are A-law and µ-law; 0 when the header does not say. */
  coding: number;
  channels: number;
  sampleRate: number;
  bits: number;
  /** Offset and size of the format chunk. */
  formatAt: number;
  formatBytes: number;
  /** Offset of the samples, and how many bytes of them are really there. */
  dataAt: number;
  dataBytes: number;
  /** The header contradicts itself; duration and sample rate may be wrong. */
  isOdd: boolean;
}

const nothing: WavHead = {
  fault: 'broken',
  coding: 0,
  channels: 0,
  sampleRate: 0,
  bits: 0,
  formatAt: 0,
  formatBytes: 0,
  dataAt: 0,
  dataBytes: 0,
  isOdd: false,
};

/** Usual sample rates, in Hz. */
const rates = { least: 4000, most: 384_000 };
const maxChannels = 32;
/** Size limit of what may follow the samples: names, images, cue points. */
const maxTrailingBytes = 65_536;
/** At most this many chunks before the samples are examined. */
const maxChunks = 2000;

/**
 * Reads a WAV header from the first bytes of a file; returns `null` if it is not a WAV. Sizes of 0 and 0xFFFFFFFF, as
 * streaming services write them, mean "to the end".
 *
 * @param fileBytes size of the whole file; `null` while it is still arriving.
 */
export function readWavHead(bytes: Uint8Array, fileBytes: number | null): WavHead | null {
  const walk = walkWav(fileBytes);
  let step = walk.next();
  while (!step.done) {
    const [at, length] = step.value;
    step = walk.next(bytes.subarray(at, at + length));
  }
  return step.value;
}

/** Walks from chunk to chunk: requests bytes by offset and length, gets what exists of them. */
export function* walkWav(
  fileBytes: number | null,
): Generator<[at: number, length: number], WavHead | null, Uint8Array> {
  const first = yield [0, 12];
  if (first.length < 12 || word(first, 0) !== 'RIFF' || word(first, 8) !== 'WAVE') return null;
  const whole = viewOf(first).getUint32(4, true);
  let format: ReturnType<typeof formatOf> | null = null;
  for (let at = 12, count = 0; count < maxChunks; count += 1) {
    const head = yield [at, 8];
    if (head.length < 8) break;
    const name = word(head, 0);
    const size = viewOf(head).getUint32(4, true);
    const start = at + 8;
    if (name === 'fmt ' && size >= 16) {
      const described = yield [start, Math.min(size, 26)];
      if (described.length >= 16) format = formatOf(viewOf(described), start, size);
    }
    if (name === 'data') {
      if (!format || format.channels === 0 || format.sampleRate === 0) break;
      const isOpen = size === 0 || size >= 0x7fffffff;
      const there = fileBytes === null ? size : Math.max(0, fileBytes - start);
      const dataBytes = isOpen ? there : Math.min(size, there);
      const fault = dataBytes === 0 && fileBytes !== null ? 'broken' : !isOpen && size > there ? 'short' : 'none';
      const isTooSmall = whole > 0 && whole < 0x7fffffff && whole + 8 < start + dataBytes;
      const isOdd = format.isOdd || isTooSmall || there - dataBytes > Math.max(dataBytes, maxTrailingBytes);
      return { ...format, fault, dataAt: start, dataBytes, isOdd };
    }
    at = start + size + (size % 2);
  }
  return nothing;
}

const word = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Reads the declared format. The header states the same facts twice: for uncompressed audio they must agree. */
function formatOf(view: DataView, formatAt: number, formatBytes: number) {
  const named = view.getUint16(0, true);
  // 0xFFFE: the coding is in the extension.
  const coding = named === 0xfffe && view.byteLength >= 26 ? view.getUint16(24, true) : named;
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const [secondBytes, blockBytes, bits] = [view.getUint32(8, true), view.getUint16(12, true), view.getUint16(14, true)];
  const isPlain = coding === 1 || coding === 3;
  const isOdd =
    sampleRate < rates.least ||
    sampleRate > rates.most ||
    channels > maxChannels ||
    (isPlain && (blockBytes !== channels * Math.ceil(bits / 8) || secondBytes !== sampleRate * blockBytes));
  return { coding, channels, sampleRate, bits, isOdd, formatAt, formatBytes };
}
