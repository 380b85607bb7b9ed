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
import { joined } from '../sound/joined.ts';
import { readFlac } from '../sound/read-flac.ts';
import { resampled, soundRate } from '../sound/resample.ts';
import { type DecodedAudio, mostSeconds } from './decode-job.ts';
import { UnreadableFile } from './unreadable-file.ts';

const names: Readonly<Record<string, string>> = {
  mp3: 'MP3',
  opus: 'Opus',
  aac: 'AAC',
  vorbis: 'Vorbis',
  flac: 'FLAC',
};
/** Decoded in one go: little enough that its samples do not matter. */
const packetsAtOnce = 200;

/** @throws UnreadableFile for what is no audio, for damaged data, and for a recording of more than 15 minutes. */
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
  const samples = await samplesOf(track, codec, channels, bytes);
  return { codec: names[codec ?? ''] ?? codec ?? 'unknown', seconds, sampleRate, channels, samples };
}

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
    return decodePackets(track, new OpusDecoder({ channels, sampleRate: soundRate }));
  }
  if (codec !== 'mp3') return null;
  const { MPEGDecoder } = await import('mpg123-decoder');
  return decodePackets(track, new MPEGDecoder());
}

async function decodePackets(track: InputAudioTrack, decoder: SoundDecoder): Promise<Float32Array> {
  await decoder.ready;
  const pieces: Float32Array[] = [];
  let rate: number = soundRate;
  const frames: Uint8Array[] = [];
  const decode = () => {
    const { channelData, sampleRate, samplesDecoded } = decoder.decodeFrames(frames.splice(0));
    if (samplesDecoded === 0) return;
    rate = sampleRate;
    pieces.push(mixedDown(channelData));
  };
  for await (const packet of new EncodedPacketSink(track).packets()) {
    frames.push(packet.data);
    if (frames.length === packetsAtOnce) decode();
  }
  decode();
  decoder.free();
  if (pieces.length === 0) throw new UnreadableFile('its data is damaged');
  return resampled(joined(pieces), rate);
}

/** The mean of all channels. */
function mixedDown(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = channels;
  if (channels.length === 1) return first;
  return first.map((_, index) => channels.reduce((sum, { [index]: sample = 0 }) => sum + sample, 0) / channels.length);
}
