import path from 'node:path';
import type { Core } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { HostServices } from '../host-services.ts';
import type { FileStore } from './file-store.ts';
import { saveCopy } from './save-copy.ts';

interface FileParts {
  store: FileStore;
  hands: Pick<HostServices, 'fileAddress' | 'shell'>;
}

/** Stored files as the page knows them: by id, never by path. */
export function createFiles({ store, hands }: FileParts): Core['files'] {
  const find = (id: string) => {
    const ref = store.find(id);
    if (!ref) throw new AppError(gone);
    return ref;
  };
  return {
    get: ({ id }) => find(id),
    link: ({ id }) => hands.fileAddress(find(id).id),
    keep({ name, type, text }) {
      const bytes = Buffer.from(text, 'utf8');
      return store.admit({ name, type, sizeBytes: bytes.byteLength }, once(bytes));
    },
    async save({ id }) {
      const file = await store.open(id);
      if (!file) throw new AppError(gone);
      const target = await hands.shell.chooseSavePath(file.name);
      if (target === null) return null;
      await saveCopy(file, target);
      return path.basename(target);
    },
  };
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

const gone = failure('not-found-here', 'This file is not stored here any more.', {
  hint: 'Add it again, or run the request again that made it.',
});
