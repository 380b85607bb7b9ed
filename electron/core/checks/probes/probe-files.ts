import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import { wavHeader } from '#shared/media/wav.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { ProbeFiles } from './probe-draft.ts';
import type { ProbeFile } from './probes.ts';

const made: Record<ProbeFile, () => { name: string; type: string; bytes: Buffer }> = {
  sound: () => ({ name: 'check.wav', type: 'audio/wav', bytes: probeAudio() }),
  picture: () => ({ name: 'check.png', type: 'image/png', bytes: probeImage() }),
};

/** The files that probes send: made when the first probe needs them, kept while this process runs. */
export function createProbeFiles(store: Pick<FileStore, 'admit' | 'open'>): ProbeFiles {
  const known = new Map<ProbeFile, Promise<string>>();
  const make = async (kind: ProbeFile): Promise<string> => {
    const { name, type, bytes } = made[kind]();
    const { id } = await store.admit({ name, type, sizeBytes: bytes.length }, once(bytes));
    return id;
  };
  return async (kind) => {
    const id = await known.get(kind)?.catch(() => null);
    // Somebody may have removed it to make room.
    if (id && (await store.open(id))) return id;
    const making = make(kind);
    known.set(kind, making);
    return making;
  };
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

const rate = 8_000;
const seconds = 0.5;

/** Half a second of a quiet tone as a WAV file: the smallest upload that every transcription route takes. */
function probeAudio(): Buffer {
  const samples = Buffer.alloc(rate * seconds * 2);
  for (let index = 0; index * 2 < samples.length; index++)
    samples.writeInt16LE(Math.round(2_000 * Math.sin((2 * Math.PI * 440 * index) / rate)), index * 2);
  return Buffer.concat([wavHeader(samples.length, rate), samples]);
}

const side = 256;

/** A grey square of 256 by 256 as PNG: an input that image edits take. */
function probeImage(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // 8 bits, colour with transparency.
  head.set([8, 6], 8);
  const row = Buffer.alloc(1 + side * 4, 160);
  row[0] = 0;
  for (let pixel = 0; pixel < side; pixel++) row[1 + pixel * 4 + 3] = 255;
  const rows = Buffer.concat(Array.from({ length: side }, () => row));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
