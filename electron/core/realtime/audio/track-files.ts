import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SessionTracks } from '#shared/contract/realtime.ts';
import { wavHeader } from '#shared/media/wav.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStorePort } from '../../ports.ts';
import { trackName } from './voice.ts';

const sides = ['person', 'model'] as const;

/**
 * Makes WAV files of the tracks of a session, both as long as the longer one, with silence where nobody spoke. A side that
 * never made a sound is `null`.
 *
 * @param onFile is told each file, so that it goes with its session.
 */
export async function makeWaves(
  folder: string,
  id: string,
  files: FileStorePort,
  onFile: (fileId: string) => void,
): Promise<SessionTracks> {
  const tracks = await Promise.all(
    sides.map(async (side) => {
      const file = path.join(folder, trackName(id, side));
      return { side, file, sizeBytes: await sizeOf(file) };
    }),
  );
  const length = Math.max(...tracks.map(({ sizeBytes }) => sizeBytes)) & ~1;
  const made: Record<(typeof sides)[number], FileRef | null> = { person: null, model: null };
  for (const { side, file, sizeBytes } of tracks) {
    if (sizeBytes === 0) continue;
    const sizes = { own: Math.min(sizeBytes, length), all: length };
    const named = { name: `session-${side}.wav`, type: 'audio/wav', sizeBytes: 44 + length };
    const ref = await files.admit(named, waveBytes(file, sizes));
    onFile(ref.id);
    made[side] = ref;
  }
  return made;
}

async function* waveBytes(
  file: string,
  { own, all }: { own: number; all: number },
): AsyncGenerator<Uint8Array, void, void> {
  yield wavHeader(all, 24_000);
  yield* createReadStream(file, { start: 0, end: own - 1, highWaterMark: 256 * 1024 });
  const silence = new Uint8Array(64 * 1024);
  for (let left = all - own; left > 0; left -= silence.length)
    yield silence.subarray(0, Math.min(left, silence.length));
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** Removes the tracks of sessions that are gone. */
export async function sweepTracks(folder: string, isKept: (id: string) => boolean): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const gone = names.filter((name) => !isKept(name.split('.')[0] ?? ''));
  await Promise.all(gone.map((name) => rm(path.join(folder, name), { force: true }).catch(() => {})));
}
