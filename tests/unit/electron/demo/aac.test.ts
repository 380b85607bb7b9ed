import { readFileSync } from 'node:fs';
import { ADTS, BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { expect, test } from 'vitest';
import { AacDecoder } from '#demo/media/aac/decoder.ts';
import { decodeAudio } from '#demo/media/decode-audio.ts';
import { bytesOfBits } from './bytes-of-bits.ts';

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
const references: Record<string, { every: number; left: number[]; right: number[] }> = JSON.parse(
  fixture('aac-reference.json').toString(),
);

async function packetsOf(name: string): Promise<{ description: Uint8Array | null; frames: Uint8Array[] }> {
  using input = new Input({ formats: [MP4, ADTS], source: new BufferSource(fixture(name)) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error(`${name} has no audio`);
  const frames: Uint8Array[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) frames.push(data);
  const description = (await track.getDecoderConfig())?.description;
  return { description: description ? new Uint8Array(description as ArrayBuffer) : null, frames };
}

test.each(Object.entries(references))('%s has the samples that FFmpeg decodes', async (name, reference) => {
  const { description, frames } = await packetsOf(name);
  const { channelData, sampleRate } = new AacDecoder(description).decodeFrames(frames);
  expect(sampleRate).toBe(44_100);
  const sampled = channelData.map((samples) => [...samples].filter((_, index) => index % reference.every === 0));
  const errors = [reference.left, reference.right].map((expected, channel) =>
    Math.max(...expected.map((value, index) => Math.abs(value - (sampled[channel]?.[index] ?? Number.NaN)))),
  );
  expect(sampled.map(({ length }) => length)).toEqual([reference.left.length, reference.right.length]);
  expect(Math.max(...errors)).toBeLessThan(1e-6);
});

test('frames decode to the same, one by one or all at once', async () => {
  const { frames } = await packetsOf('tools.aac');
  const whole = new AacDecoder(null).decodeFrames(frames).channelData[1];
  const decoder = new AacDecoder(null);
  const parts = frames.map((frame) => decoder.decodeFrames([frame]).channelData[1] ?? new Float32Array());
  expect(parts.flatMap((part) => [...part])).toEqual([...(whole ?? [])]);
});

test.each([
  ['HE-AAC, whose core has half the rate', '00101 0111 0001 0100 00010 000', 22_050, true],
  ['AAC-LC', '00010 0100 0010 000', 44_100, false],
  ['a rate that is written out', '00010 1111 000000000001111101000000 0001 000', 8000, false],
])('the configuration of %s', (_, bits, rate, isHighEfficiency) => {
  const decoder = new AacDecoder(bytesOfBits(bits));
  expect([decoder.decodeFrames([]).sampleRate, decoder.isHighEfficiency]).toEqual([rate, isHighEfficiency]);
});

test.each([
  ['AAC Main', '00001 0100 0010 000', 'its AAC profile (Main) is not supported; AAC-LC and HE-AAC are'],
  ['xHE-AAC', '11111 001010 0100 0010 000', 'its AAC profile (xHE) is not supported; AAC-LC and HE-AAC are'],
  ['frames of 960 samples', '00010 0100 0010 100', 'its AAC has frames of 960 samples, which the demo does not decode'],
  ['an unknown rate', '00010 1111 000000000001111101000001 0001 000', 'its sample rate of 8001 Hz is not supported'],
  ['a reserved rate', '00010 1101 0010 000', 'its data is damaged'],
])('%s is refused with a message', (_, bits, message) => {
  expect(() => new AacDecoder(bytesOfBits(bits))).toThrow(message);
});

test('an ADTS file cut inside a frame is refused, and one cut between frames is not', async () => {
  const file = fixture('voice.aac');
  const { frames } = await packetsOf('voice.aac');
  await expect(decodeAudio(file.subarray(0, -9))).rejects.toThrow('its data ends inside a frame');
  const { samples } = await decodeAudio(file.subarray(0, -(frames.at(-1)?.length ?? 0)));
  expect(samples?.length).toBeGreaterThan(24_000 / 2);
});

test('a flipped bit gives samples or an error, and never NaN', async () => {
  const { frames } = await packetsOf('tools.aac');
  let seed = 1;
  const random = (limit: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % limit;
  };
  let refused = 0;
  for (let round = 0; round < 300; round++) {
    const frame = (frames[random(frames.length)] as Uint8Array).slice();
    const place = 7 + random(frame.length - 7);
    frame[place] = (frame[place] as number) ^ (1 << random(8));
    try {
      const { channelData } = new AacDecoder(null).decodeFrames([frame]);
      expect(channelData.every((samples) => samples.every(Number.isFinite))).toBe(true);
    } catch (error) {
      expect((error as Error).message).toMatch(/damaged|ends early|coupled/);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(50);
});
