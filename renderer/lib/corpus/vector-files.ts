import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { addressOf } from '../files/file-address.ts';
import { admitFile } from '../files/files.ts';
import { strings } from '../i18n/strings.ts';
import { packRows, unpackRows } from '../vectors/float-file.ts';

/**
 * Stores vectors as files of the file store, one for each number of dimensions. Rejects with an `AppError` when they
 * could not be stored.
 */
export async function storeVectors(name: string, vectors: ReadonlyMap<number, Float32Array>): Promise<FileRef[]> {
  const bySize = new Map<number, [number, Float32Array][]>();
  for (const entry of vectors) bySize.set(entry[1].length, [...(bySize.get(entry[1].length) ?? []), entry]);
  const kept: FileRef[] = [];
  for (const rows of bySize.values()) {
    const bytes = packRows(
      rows.map(([place]) => place),
      rows.map(([, vector]) => vector),
    );
    kept.push(await admitFile(new File([bytes], `${name}.vectors`, { type: 'application/octet-stream' })));
  }
  return kept;
}

/** Reads the vectors of stored files by place. A file that is missing or damaged is left out and counted in `lost`. */
export async function readVectors(
  segments: readonly FileRef[],
): Promise<{ vectors: Map<number, Float32Array>; lost: number }> {
  const vectors = new Map<number, Float32Array>();
  let lost = 0;
  for (const segment of segments) {
    const found = await readSegment(segment).catch(() => null);
    if (found) for (const [place, vector] of found) vectors.set(place, vector);
    else lost += 1;
  }
  return { vectors, lost };
}

async function readSegment({ id }: FileRef): Promise<Map<number, Float32Array> | null> {
  const answer = await fetch(await addressOf(id));
  if (!answer.ok) throw new AppError(failure('storage', strings().texts.vectors.unread));
  return unpackRows(await answer.arrayBuffer());
}
