import { frameUnit, imageUnit, sequenceUnit, type VideoFrame } from './h264.ts';

/**
 * An MP4 file with one silent track that every browser plays. Its index is in front, so that playing can begin before the
 * end has arrived.
 *
 * @param frames of the same even size, at least one.
 */
export async function mp4File(frames: readonly VideoFrame[], framesPerSecond: number): Promise<Buffer> {
  const { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } = await import('mediabunny');
  const [{ width, height }] = frames as [VideoFrame];
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  const sequence = sequenceUnit(width, height);
  const image = imageUnit();
  const description = Buffer.concat([
    Buffer.from([1, ...sequence.subarray(1, 4), 0xff, 0xe1, 0, sequence.length]),
    sequence,
    Buffer.from([1, 0, image.length]),
    image,
  ]);
  const decoderConfig = { codec: 'avc1.42c01e', codedWidth: width, codedHeight: height, description };
  for (const [number, frame] of frames.entries()) {
    const unit = frameUnit(frame, number);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(unit.length);
    const data = Buffer.concat([length, unit]);
    await source.add(new EncodedPacket(data, 'key', number / framesPerSecond, 1 / framesPerSecond), { decoderConfig });
  }
  await output.finalize();
  const file = Buffer.from(target.buffer as ArrayBuffer);
  // The times of creation and change: the same frames are the same bytes, whenever they are written.
  for (const box of ['mvhd', 'tkhd', 'mdhd']) file.fill(0, file.indexOf(box) + 8, file.indexOf(box) + 16);
  return file;
}
