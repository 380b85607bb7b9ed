import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStorePort } from '../ports.ts';
import { openExchangeExports } from '../store/records/exchange-exports.ts';
import type { ExchangeDatabase } from '../store/records/exchange-keeper.ts';
import type { BodySide, RecordedExchange } from '../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../store/records/exchange-records.ts';
import { bodyFile } from './body-file.ts';
import { type FramesOf, writeHar } from './har.ts';
import { bodyWindows } from './recorded-body.ts';

interface ExportParts {
  db: Pick<ExchangeDatabase, 'sql' | 'processId'>;
  records: ExchangeRecords;
  files: FileStorePort;
  /** Of Patchbay. */
  version: string;
  /** Frames of recorded sessions. */
  framesOf?: FramesOf;
}

/**
 * Files made of exchanges. They read only the records, which never held a secret. They are there to be saved elsewhere,
 * so they go when this process ends, or earlier when one of their exchanges is forgotten.
 */
export interface Exports {
  /** HAR 1.2, the oldest first. Those that are gone are left out; @throws AppError `not-found-here` when all are. */
  har(ids: readonly string[]): Promise<FileRef>;
  /** @throws AppError `not-found-here` when nothing of the body was kept. */
  body(facts: RecordedExchange, side: BodySide): Promise<FileRef>;
  /** Removes the files that hold something of these exchanges. */
  forgetOf(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export function createExports({ db, records, files, version, framesOf }: ExportParts): Exports {
  const kept = openExchangeExports(db);

  async function remove(fileIds: readonly string[]): Promise<void> {
    await Promise.all(fileIds.map((id) => files.remove(id)));
    kept.remove(fileIds);
  }

  async function keep(ref: Promise<FileRef>, exchangeIds: readonly string[]): Promise<FileRef> {
    const file = await ref;
    kept.add(file.id, exchangeIds);
    return file;
  }

  // What a process left behind that did not come to its end.
  void remove(kept.passing()).catch(() => {});

  return {
    har(ids) {
      const found = records.inOrder(ids);
      if (found.length === 0) throw new AppError(gone);
      const name = `patchbay-${stamp(Date.now())}.har`;
      const bytes = writeHar({ ids: found, records, version, ...(framesOf && { framesOf }) });
      return keep(files.admit({ name, type: 'application/har+json', sizeBytes: null }, bytes), found);
    },
    body(facts, side) {
      const sizeBytes = records.size(facts.id, side);
      if (sizeBytes === 0) throw new AppError(empty);
      const first = records.read(facts.id, side, 0, 64);
      const file = bodyFile(facts, side, first, stamp(facts.startedAt));
      const bytes = bodyWindows(records, facts.id, side, sizeBytes);
      return keep(files.admit({ ...file, sizeBytes }, bytes), [facts.id]);
    },
    forgetOf: (ids) => remove(kept.holding(ids)),
    close: () => remove(kept.passing()).catch(() => {}),
  };
}

/** `20261121-140322`, in the time zone of this computer. */
function stamp(at: number): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}

const gone = failure('not-found-here', 'None of these exchanges is in the history any more.', {
  hint: 'They were deleted or trimmed.',
});
const empty = failure('not-found-here', 'Nothing of this body was kept.', {
  hint: 'There was none, or it did not arrive.',
});
