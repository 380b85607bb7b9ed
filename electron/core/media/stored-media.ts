import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileRef, Part } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import type { FileStorePort } from '../ports.ts';
import type { ExchangeDatabase } from '../store/records/exchange-writer.ts';
import { FormFiles } from './form-files.ts';
import { NotFetched } from './media-fetch.ts';
import { ResponseFile, responseFilePlace } from './response-file.ts';
import {
  isStoredMedia,
  nameOf,
  ResponseMedia,
  type ResponseMediaInput,
  type StoredMediaPart,
  withoutPlaceholder,
} from './response-media.ts';
import type { FetchResultMedia } from './result-media.ts';
import { resultPlaces } from './result-places.ts';

/** Kinds of responses whose URLs are fetched: there an image or speech was requested. */
const fetchingKinds: ReadonlySet<ReaderKind> = new Set(['images', 'edits', 'speech']);

/** One attempt whose response may contain images. */
interface MediaOwner {
  id: string;
  draft: Pick<Draft, 'routeId' | 'keyId'>;
  prepared: { connection: Connection | null };
  /** Its signal fires when the exchange is cancelled. */
  live: { readonly signal: AbortSignal; emit(part: Part): void };
}

const targetOf = (exchangeId: string, place: number) => `media:${exchangeId}:${place}`;

/** Opens the store for the images of one response. */
export type OpenResponseMedia = (owner: MediaOwner) => Pick<ResponseMedia, 'show'>;

/** Stores nothing: for unrecorded exchanges, to which no file could belong. */
export const noResponseMedia: OpenResponseMedia = () => {
  const files = new FormFiles();
  return {
    show(parts, emit) {
      for (const part of parts) emit(part.type === 'reply-form' ? files.place(part) : withoutPlaceholder(part));
      return undefined;
    },
  };
};

/** Opens the file for the audio or video of one response; `null` where nothing is stored. */
export type OpenResponseFile = (exchangeId: string) => ResponseFile | null;

/** The images, audio and video of exchanges as stored files. */
export interface StoredMedia {
  forResponse: OpenResponseMedia;
  fileFor: OpenResponseFile;
  /**
   * Puts the stored files back into the parts of a recorded response; those that were not stored yet are stored now.
   */
  recall(exchangeId: string, parts: AsyncIterable<Part>): AsyncGenerator<Part, void, void>;
  /**
   * Downloads the media at a URL that a recorded response names, unless its file is stored.
   *
   * @throws AppError `not-found-here` when the response names no such URL.
   */
  fetchAgain(again: MediaAgain): Promise<FileRef>;
  /** Removes the files of deleted exchanges, unless a conversation shows them. */
  sweep(): Promise<void>;
}

/** A recorded response and one of the URLs in it. */
interface MediaAgain {
  exchangeId: string;
  connection: Connection;
  keyId: string | undefined;
  url: string;
  parts: AsyncIterable<Part>;
  signal: AbortSignal;
}

interface MediaParts {
  db: Pick<ExchangeDatabase, 'sql'>;
  files: FileStorePort;
  /** `null` where URLs are not fetched. */
  fetchMedia: FetchResultMedia | null;
  /** Returns bytes of a recorded response. */
  read(exchangeId: string, offset: number, length: number): Uint8Array;
  /** True for an exchange that is running, or whose record is not on disk yet. */
  isKnown(exchangeId: string): boolean;
}

export function createStoredMedia({ db, files, fetchMedia, read, isKnown }: MediaParts): StoredMedia {
  const rows = openExchangeMedia(db);
  const noteFor = (exchangeId: string) => (place: number, fileId: string) => rows.add(exchangeId, place, fileId);
  const readerOf = (exchangeId: string) => (offset: number, length: number) => read(exchangeId, offset, length);

  function fetcher({ id, draft, prepared: { connection }, live }: MediaOwner): ResponseMediaInput['fetch'] {
    if (connection === null || fetchMedia === null || !fetchingKinds.has(routes[draft.routeId].reader)) return null;
    const { keyId } = draft;
    const onNote = (note: string) => live.emit({ type: 'progress', stage: 'receiving', note });
    return (named, { kind, place, name }) =>
      fetchMedia({ connection, keyId, named, kind, name, target: targetOf(id, place), signal: live.signal, onNote });
  }

  /** Returns the file of an audio or video response, before the end that tells whether it is complete. */
  async function fileBefore(end: Part, fileId: string | undefined): Promise<Part[]> {
    const file = fileId === undefined || end.type !== 'run-end' ? null : await files.open(fileId);
    if (!file || fileId === undefined || end.type !== 'run-end') return [end];
    const { name, type, sizeBytes } = file;
    const isWhole = end.state === 'done' || end.state === 'done-with-warnings';
    const part: Part = { type: 'file', ref: { id: fileId, name, type, sizeBytes } };
    return [isWhole ? part : { ...part, partial: true }, end];
  }

  async function fileOf(fileId: string): Promise<FileRef | null> {
    const file = await files.open(fileId);
    return file && { id: fileId, name: file.name, type: file.type, sizeBytes: file.sizeBytes };
  }

  function withFile(part: StoredMediaPart, ref: FileRef): Part[] {
    const { base64: _, ...rest } = part;
    if (rest.type === 'audio') return [rest, { type: 'file', ref }];
    return [{ ...rest, mediaType: ref.type.startsWith('image/') ? ref.type : part.mediaType, ref }];
  }

  return {
    forResponse: (owner) =>
      new ResponseMedia({ files, read: readerOf(owner.id), note: noteFor(owner.id), fetch: fetcher(owner) }),
    fileFor: (exchangeId) => new ResponseFile({ files, note: noteFor(exchangeId) }),
    async *recall(exchangeId, parts) {
      const fileIds = rows.of(exchangeId);
      let place = 0;
      const late = new ResponseMedia({ files, read: readerOf(exchangeId), note: noteFor(exchangeId), fetch: null });
      for await (const part of parts) {
        if (!isStoredMedia(part)) {
          if (part.type === 'run-end') yield* await fileBefore(part, fileIds.get(responseFilePlace));
          else yield* await late.keep(part);
          continue;
        }
        const fileId = fileIds.get(place);
        place += 1;
        const ref = fileId === undefined ? null : await fileOf(fileId);
        if (ref) {
          late.skip(part, ref);
          yield* withFile(part, ref);
        } else yield* await late.keep(part);
      }
    },
    async fetchAgain({ exchangeId, connection, keyId, url, parts, signal }) {
      const place = await placeOf(url, connection, parts);
      if (place === null || fetchMedia === null) throw new AppError(notNamed);
      const { kind, at, named, name } = place;
      const file = await files.open(rows.of(exchangeId).get(at) ?? '');
      if (file)
        return {
          id: rows.of(exchangeId).get(at) as string,
          name: file.name,
          type: file.type,
          sizeBytes: file.sizeBytes,
        };
      const target = targetOf(exchangeId, at);
      const found = await fetchMedia({ connection, keyId, named, kind, name, target, signal, onNote() {} }).catch(
        (thrown: unknown) => {
          throw thrown instanceof NotFetched ? new AppError(notFetched(thrown)) : thrown;
        },
      );
      rows.add(exchangeId, at, found.ref.id);
      return found.ref;
    },
    async sweep() {
      for (const { exchangeId, fileId } of rows.left()) {
        if (isKnown(exchangeId) || rows.isShown(fileId)) continue;
        await files.remove(fileId);
        rows.remove(fileId);
        await nextTurn();
      }
    },
  };
}

/** Finds the part that names a URL, as received or resolved, and its place among the media of its response. */
async function placeOf(url: string, connection: Connection, parts: AsyncIterable<Part>) {
  let at = -1;
  for await (const part of parts) {
    if (!isStoredMedia(part)) continue;
    at += 1;
    const named = part.url;
    if (named !== undefined && (named === url || resultPlaces(named, connection).includes(url)))
      return { at, named, kind: part.type, name: nameOf(part, at) };
  }
  return null;
}

const notNamed = failure('not-found-here', 'The recorded response names no such URL.', {
  hint: 'See the recorded response.',
});
const notFetched = ({ message }: NotFetched) =>
  failure('redirect', `The file was not downloaded: ${message}.`, {
    hint: 'If you trust the URL, open it in a browser. It is in the recorded response.',
  });

/** Maps stored files to the exchanges whose media they contain. */
function openExchangeMedia({ sql }: Pick<ExchangeDatabase, 'sql'>) {
  const insert = sql.prepare('INSERT OR REPLACE INTO exchange_media (exchange_id, place, file_id) VALUES (?, ?, ?)');
  const ofOne = sql.prepare('SELECT place, file_id FROM exchange_media WHERE exchange_id = ?');
  const left = sql.prepare(
    'SELECT exchange_id, file_id FROM exchange_media WHERE exchange_id NOT IN (SELECT id FROM exchanges)',
  );
  const shown = sql.prepare(
    `SELECT 1 FROM conversations WHERE instr(content, :id) > 0
     UNION ALL SELECT 1 FROM conversation_parts WHERE instr(content, :id) > 0
     UNION ALL SELECT 1 FROM tasks WHERE instr(facts, :id) > 0 LIMIT 1`,
  );
  const remove = sql.prepare('DELETE FROM exchange_media WHERE file_id = ?');
  return {
    add: (exchangeId: string, place: number, fileId: string) => void insert.run(exchangeId, place, fileId),
    /** Returns ids of files by the position of their image in the response. */
    of: (exchangeId: string) => new Map(ofOne.all(exchangeId).map((row) => [Number(row.place), String(row.file_id)])),
    /** Returns files whose exchange was deleted, with the id of that exchange. */
    left: () => left.all().map((row) => ({ exchangeId: String(row.exchange_id), fileId: String(row.file_id) })),
    /** True when some conversation or task references the file. */
    isShown: (fileId: string) => shown.get({ id: fileId }) !== undefined,
    remove: (fileId: string) => void remove.run(fileId),
  };
}
