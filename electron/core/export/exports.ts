import type { Buffer } from 'node:buffer';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStorePort } from '../ports.ts';
import { mediaTypeOf } from '../readers/parts/media.ts';
import { openExchangeExports } from '../store/records/exchange-exports.ts';
import type { BodySide, RecordedExchange } from '../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../store/records/exchange-records.ts';
import type { ExchangeDatabase } from '../store/records/exchange-writer.ts';
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
 * Creates files from exchanges. They are made only from the records, which never contain a secret. They are meant to be
 * saved elsewhere, so they are deleted when this process ends, or earlier when one of their exchanges is deleted.
 */
export interface Exports {
  /**
   * Creates a HAR 1.2, the oldest first. Deleted ones are left out;
   * @throws AppError `not-found-here` when all are.
   */
  har(ids: readonly string[]): Promise<FileRef>;
  /** @throws AppError `not-found-here` when nothing of the body was recorded. */
  body(facts: RecordedExchange, side: BodySide): Promise<FileRef>;
  /** Removes the files that contain something of these exchanges. */
  forgetOf(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export function createExports({ db, records, files, version, framesOf }: ExportParts): Exports {
  const rows = openExchangeExports(db);

  async function remove(fileIds: readonly string[]): Promise<void> {
    await Promise.all(fileIds.map((id) => files.remove(id)));
    rows.remove(fileIds);
  }

  async function keep(ref: Promise<FileRef>, exchangeIds: readonly string[]): Promise<FileRef> {
    const file = await ref;
    rows.add(file.id, exchangeIds);
    return file;
  }

  // Files left by a process that crashed.
  void remove(rows.passing()).catch(() => {});

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
    forgetOf: (ids) => remove(rows.holding(ids)),
    close: () => remove(rows.passing()).catch(() => {}),
  };
}

/** `20261121-140322`, in the time zone of this computer. */
function stamp(at: number): string {
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`;
  return `${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}`;
}

const gone = failure('not-found-here', 'None of these requests is in the history any more.', {
  hint: 'They were deleted, or removed by the retention limit.',
});
const empty = failure('not-found-here', 'This body was not stored.', {
  hint: 'It was empty, or it did not arrive.',
});

/** File extensions by media type. */
const endings: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/x-ndjson': 'jsonl',
  'application/xml': 'xml',
  'application/x-subrip': 'srt',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/pcm': 'pcm',
  'audio/wav': 'wav',
  'audio/wave': 'wav',
  'audio/webm': 'webm',
  'audio/x-wav': 'wav',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'multipart/form-data': 'txt',
  'text/csv': 'csv',
  'text/event-stream': 'sse',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/vtt': 'vtt',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

/** Types that say nothing about the bytes. */
const vague = new Set(['', 'application/octet-stream', 'application/binary', 'binary/octet-stream', 'text/plain']);

/**
 * Returns name and type of a recorded body as a file: named after its route, its side and its time, with the extension
 * of its media type. A recognized signature takes precedence over the content type, since gateways label any audio MP3
 * and errors of streams event streams.
 *
 * @param first the first bytes of the body, 64 are enough.
 * @param stamp the time, formatted for a file name.
 */
export function bodyFile(
  { routeId, request, response }: RecordedExchange,
  side: BodySide,
  first: Buffer,
  stamp: string,
): { name: string; type: string } {
  const label = (side === 'request' ? request.mediaType : response?.mediaType) ?? '';
  const declared = label.split(';')[0]?.trim().toLowerCase() ?? '';
  const type =
    typeByBytes(first, declared) ?? (vague.has(declared) && declared === '' ? 'application/octet-stream' : declared);
  const ending = endings[type] ?? (type.endsWith('+json') ? 'json' : type.startsWith('text/') ? 'txt' : 'bin');
  return { name: `${routeId.replaceAll('.', '-')}-${side}-${stamp}.${ending}`, type };
}

function typeByBytes(first: Buffer, declared: string): string | null {
  const media = mediaTypeOf(first.toString('base64'));
  if (media !== null) return media;
  if (first.toString('latin1', 4, 8) === 'ftyp') return declared.startsWith('audio/') ? null : 'video/mp4';
  if (!vague.has(declared) && declared !== 'text/event-stream') return null;
  const start = first.toString('utf8').trimStart();
  if (/^(?:data|event|id|retry)?:/.test(start)) return 'text/event-stream';
  if (/^[{[]/.test(start)) return 'application/json';
  return /^<!doctype html|^<html/i.test(start) ? 'text/html' : null;
}
