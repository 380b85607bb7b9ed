import type { FileStore } from '../../files/file-store.ts';
import { probeAudio } from './probe-audio.ts';
import type { ProbeFiles } from './probe-draft.ts';
import { probeImage } from './probe-image.ts';
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
