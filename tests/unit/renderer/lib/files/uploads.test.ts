import { expect, test } from 'vitest';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { UploadOptions } from '../../../../../renderer/lib/files/files.ts';
import { createUploads } from '../../../../../renderer/lib/files/uploads.ts';

const file = (name: string) => new File(['abc'], name, { type: 'text/plain' });

/** A host that accepts files when the test says so. */
function handAdmit() {
  const asked: { file: File; options: UploadOptions; resolve: (ref: FileRef) => void; reject: (e: Error) => void }[] =
    [];
  return {
    asked,
    admit: (given: File, options: UploadOptions) =>
      new Promise<FileRef>((resolve, reject) => asked.push({ file: given, options, resolve, reject })),
    take: (at: number) => asked[at]?.resolve({ id: `f${at}`, name: 'n', type: 't', sizeBytes: 3 }),
  };
}

test('files are uploaded in parallel, each with its own progress', async () => {
  const hand = handAdmit();
  const uploads = createUploads(hand.admit);
  const done = uploads.add([file('a'), file('b')]);
  expect(uploads.store.getState().uploads.map(({ name, progress, file: ref }) => [name, progress, ref])).toEqual([
    ['a', 0, null],
    ['b', 0, null],
  ]);
  hand.asked[1]?.options.onProgress?.(1, 4);
  expect(uploads.store.getState().uploads[1]?.progress).toBe(0.25);
  hand.take(0);
  hand.take(1);
  await done;
  expect(uploads.store.getState().uploads.map(({ file: ref }) => ref?.id)).toEqual(['f0', 'f1']);
});

test('a failed file stays, says why, and can be retried', async () => {
  const hand = handAdmit();
  const uploads = createUploads(hand.admit);
  const done = uploads.add([file('a')]);
  hand.asked[0]?.reject(new AppError(failure('storage', 'The disk is full.')));
  await done;
  const [failed] = uploads.store.getState().uploads;
  expect(failed?.failure?.message).toBe('The disk is full.');
  const again = uploads.retry(failed?.id ?? '');
  expect(uploads.store.getState().uploads[0]?.failure).toBeNull();
  hand.take(1);
  await again;
  expect(uploads.store.getState().uploads[0]?.file?.id).toBe('f1');
});

test('removing a file stops its upload', () => {
  const hand = handAdmit();
  const uploads = createUploads(hand.admit);
  void uploads.add([file('a')]);
  uploads.remove(uploads.store.getState().uploads[0]?.id ?? '');
  expect(hand.asked[0]?.options.signal?.aborted).toBe(true);
  expect(uploads.store.getState().uploads).toEqual([]);
});
