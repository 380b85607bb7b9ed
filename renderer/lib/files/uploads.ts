import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { admitChecked } from './admit-checked.ts';
import type { UploadOptions } from './files.ts';

/** A file that is uploading or uploaded. */
export interface Upload {
  id: string;
  name: string;
  type: string;
  sizeBytes: number;
  /** From 0 to 1. */
  progress: number;
  file: FileRef | null;
  failure: Failure | null;
}

export interface Uploads {
  store: StoreApi<{ uploads: readonly Upload[] }>;
  /**
   * Starts uploading files; resolves when each has been uploaded or has failed, with those that were not removed
   * meanwhile.
   */
  add(files: readonly File[]): Promise<readonly Upload[]>;
  /** Removes one; a running upload is stopped. */
  remove(id: string): void;
  retry(id: string): Promise<void>;
  clear(): void;
}

type Admit = (file: File, options: UploadOptions) => Promise<FileRef>;

/** Creates a list of files that upload concurrently. Lives outside React, so that a panel may unmount meanwhile. */
export function createUploads(admit: Admit = admitChecked): Uploads {
  const store = createStore<{ uploads: readonly Upload[] }>(() => ({ uploads: [] }));
  const sources = new Map<string, { file: File; stop: AbortController }>();
  const change = (id: string, by: Partial<Upload>) =>
    store.setState(({ uploads }) => ({
      uploads: uploads.map((upload) => (upload.id === id ? { ...upload, ...by } : upload)),
    }));

  const take = async (id: string, file: File) => {
    const stop = new AbortController();
    sources.set(id, { file, stop });
    change(id, { progress: 0, failure: null });
    try {
      const onProgress = (sent: number, total: number) => change(id, { progress: total ? sent / total : 0 });
      change(id, { file: await admit(file, { onProgress, signal: stop.signal }), progress: 1 });
      sources.delete(id);
    } catch (thrown) {
      change(id, { failure: AppError.from(thrown) });
    }
  };

  return {
    store,
    async add(files) {
      const added = files.map((file) => ({ file, id: crypto.randomUUID() }));
      store.setState(({ uploads }) => ({
        uploads: [
          ...uploads,
          ...added.map(({ file, id }) => ({
            id,
            name: file.name,
            type: file.type,
            sizeBytes: file.size,
            progress: 0,
            file: null,
            failure: null,
          })),
        ],
      }));
      await Promise.all(added.map(({ id, file }) => take(id, file)));
      return store.getState().uploads.filter((upload) => added.some(({ id }) => id === upload.id));
    },
    remove(id) {
      sources.get(id)?.stop.abort();
      sources.delete(id);
      store.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.id !== id) }));
    },
    async retry(id) {
      const source = sources.get(id);
      if (source) await take(id, source.file);
    },
    clear() {
      for (const { stop } of sources.values()) stop.abort();
      sources.clear();
      store.setState({ uploads: [] });
    },
  };
}

/** Returns the size of a file of `sizeBytes` as base64, padding included. */
export const base64Bytes = (sizeBytes: number): number => Math.ceil(sizeBytes / 3) * 4;
