/// <reference path="./decoders.d.ts" />
import {
  ADTS,
  BufferSource,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WEBM,
} from 'mediabunny';
import { readFlac } from './audio/flac.ts';
import { audioRate, joined, resampled } from './audio/samples.ts';
import { type DecodedAudio, mostSeconds, type PacketDecoder, UnreadableFile } from './decode.ts';

const names: Readonly<Record<string, string>> = {
  mp3: 'MP3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
};
/** Packets decoded in one call: few enough that their samples use little memory. */
const packetsAtOnce = 200;
/** Seconds by which the length that a file announces may exceed its data: a few frames. */
const mostMissing = 0.1;

/**
 * Decodes an audio file.
 *
 * @throws UnreadableFile if it is not audio, for damaged data, and for a recording of more than 15 minutes.
 */
export async function decodeAudio(bytes: Uint8Array): Promise<DecodedAudio> {
  const formats = [MP4, QTFF, MP3, OGG, WEBM, MATROSKA, ADTS, FLAC];
  using input = new Input({ formats, source: new BufferSource(bytes) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new UnreadableFile('there is no audio in it');
  const [codec, sampleRate, channels, seconds] = await Promise.all([
    track.getCodec(),
    track.getSampleRate(),
    track.getNumberOfChannels(),
    track.computeDuration(),
  ]);
  if (seconds > mostSeconds)
    throw new UnreadableFile(`it lasts ${seconds.toFixed(1)} s, and at most ${mostSeconds} s are accepted`);
  const facts = { seconds, sampleRate, channels };
  if (codec === 'aac') return { ...facts, ...(await decodeAac(track, seconds, bytes)) };
  const samples = await samplesOf(track, codec, channels, bytes);
  return { ...facts, codec: names[codec ?? ''] ?? codec ?? 'unknown', samples };
}

async function decodeAac(
  track: InputAudioTrack,
  seconds: number,
  bytes: Uint8Array,
): Promise<Pick<DecodedAudio, 'codec' | 'samples'>> {
  const [{ AacDecoder }, { endsInsideFrame }] = await Promise.all([
    import('./aac/decoder.ts'),
    import('./aac/config.ts'),
  ]);
  const description = (await track.getDecoderConfig())?.description;
  // The demuxer silently drops a truncated frame.
  if (!description && endsInsideFrame(bytes)) throw new UnreadableFile('its data ends inside a frame');
  const decoder = new AacDecoder(description ? bytesOf(description) : null);
  const samples = await decodePackets(track, decoder);
  const decodedSeconds = samples.length / audioRate;
  if (decodedSeconds < seconds - mostMissing)
    throw new UnreadableFile(`its data ends after ${decodedSeconds.toFixed(1)} of ${seconds.toFixed(1)} s`);
  return { codec: decoder.isHighEfficiency ? 'HE-AAC without its upper band' : 'AAC', samples };
}

const bytesOf = (source: ArrayBufferLike | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);

async function samplesOf(
  track: InputAudioTrack,
  codec: string | null,
  channels: number,
  bytes: Uint8Array,
): Promise<Float32Array | null> {
  if (codec === 'flac') {
    const { samples, sampleRate } = readFlac(bytes);
    return resampled(samples, sampleRate);
  }
  if (codec === 'opus' && channels <= 2) {
    const { OpusDecoder } = await import('opus-decoder');
    return decodePackets(track, new OpusDecoder({ channels, sampleRate: audioRate }));
  }
  if (codec !== 'mp3') return null;
  const { MPEGDecoder } = await import('mpg123-decoder');
  return decodePackets(track, new MPEGDecoder());
}

async function decodePackets(track: InputAudioTrack, decoder: PacketDecoder): Promise<Float32Array> {
  await decoder.ready;
  const chunks: Float32Array[] = [];
  let rate: number = audioRate;
  const frames: Uint8Array[] = [];
  const decode = () => {
    const { channelData, sampleRate, samplesDecoded } = decoder.decodeFrames(frames.splice(0));
    if (samplesDecoded === 0) return;
    rate = sampleRate;
    chunks.push(mixedDown(channelData));
  };
  let early = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    // Encoder priming samples come before the beginning.
    early = Math.max(early, -packet.timestamp);
    frames.push(packet.data);
    if (frames.length === packetsAtOnce) decode();
  }
  decode();
  decoder.free();
  if (chunks.length === 0) throw new UnreadableFile('its data is damaged');
  return resampled(joined(chunks).subarray(Math.round(early * rate)), rate);
}

/** Returns the mean of all channels. */
function mixedDown(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = channels;
  if (channels.length === 1) return first;
  const mean = new Float32Array(first.length);
  for (const channel of channels)
    for (let index = 0; index < mean.length; index++)
      mean[index] = (mean[index] as number) + (channel[index] as number) / channels.length;
  return mean;
}
