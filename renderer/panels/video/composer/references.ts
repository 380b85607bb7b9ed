import type { FileRef } from '#shared/protocol/part.ts';
import { createUploads, type Uploads } from '../../../lib/files/uploads.ts';
import { useVideo } from '../store.ts';

/** Pictures on their way in. What has arrived moves to the desk, which is kept. */
export const referenceUploads: Uploads = createUploads();

referenceUploads.store.subscribe(({ uploads }) => {
  for (const { id, file } of uploads) if (file) arrived(id, file);
});

function arrived(uploadId: string, file: FileRef): void {
  referenceUploads.remove(uploadId);
  useVideo.setState(({ references }) => ({
    references: references.some(({ id }) => id === file.id) ? references : [...references, file],
  }));
}

export const removeReference = (fileId: string): void =>
  useVideo.setState(({ references }) => ({ references: references.filter(({ id }) => id !== fileId) }));

export const isImage = ({ type }: File): boolean => type.startsWith('image/');
