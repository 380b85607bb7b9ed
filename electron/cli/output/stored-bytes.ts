import type { FileStore } from '../../hosting/file-store.ts';
import type { OutFile } from './out-file.ts';

/** The bytes of a stored file. @throws Error when it is no longer there. */
export async function* storedBytes(files: FileStore, id: string): AsyncGenerator<Uint8Array, void, void> {
  const file = await files.open(id);
  if (!file) throw new Error(`the stored file ${id} is gone`);
  if (file.ref.sizeBytes > 0) yield* file.stream(0, file.ref.sizeBytes - 1);
}

/** Copies a stored file to where it was asked for, and gives it its name. */
export async function saveStored(files: FileStore, id: string, out: OutFile): Promise<void> {
  for await (const piece of storedBytes(files, id)) await out.write(piece);
  await out.finish();
}
