import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import type { Clock, FileStorePort } from '../ports.ts';
import type { Redactor } from '../redaction/redact.ts';
import type { ExchangeDatabase } from '../store/records/exchange-keeper.ts';
import { openExchangeMedia } from '../store/records/exchange-media.ts';
import { fetchImage } from './fetch-image.ts';
import { type MediaSources, NotFetched, openMediaFetch } from './media-fetch.ts';
import { ResponseFile, responseFilePlace } from './response-file.ts';
import { isStoredMedia, ResponseMedia, type StoredMediaPart, withoutStandIn } from './response-media.ts';

/** Kinds of answers whose addresses are fetched: there a picture is what was asked for. */
const fetchingKinds: ReadonlySet<ReaderKind> = new Set(['images', 'edits']);

/** One attempt whose answer may bring pictures. */
export interface MediaOwner {
  id: string;
  draft: Pick<Draft, 'routeId'>;
  prepared: { connection: Connection | null; redactor: Redactor };
  /** Its signal fires when the exchange is cancelled. */
  live: { readonly signal: AbortSignal };
}

/** Opens what keeps the pictures of one answer. */
export type OpenResponseMedia = (owner: MediaOwner) => Pick<ResponseMedia, 'show'>;

/** Keeps nothing: for exchanges that leave no record, to which a file could belong. */
export const noResponseMedia: OpenResponseMedia = () => ({
  show(parts, emit) {
    for (const part of parts) emit(withoutStandIn(part));
    return undefined;
  },
});

/** Opens what keeps the sound or the film of one answer; `null` where nothing is kept. */
export type OpenResponseFile = (exchangeId: string) => ResponseFile | null;

/** The pictures, sounds and films of exchanges as stored files. */
export interface StoredMedia {
  forAnswer: OpenResponseMedia;
  fileFor: OpenResponseFile;
  /** Puts the stored files back into the parts of a recorded answer; those that were not stored yet are stored now. */
  recall(exchangeId: string, parts: AsyncIterable<Part>): AsyncGenerator<Part, void, void>;
  /** Removes the files of exchanges that are gone, unless a conversation shows them. */
  sweep(): Promise<void>;
}

interface MediaParts {
  db: Pick<ExchangeDatabase, 'sql'>;
  files: FileStorePort;
  sources: MediaSources;
  clock: Clock;
  /** Bytes of a recorded answer. */
  read(exchangeId: string, offset: number, length: number): Uint8Array;
  /** True for an exchange that runs, or whose record waits for the disk. */
  isKnown(exchangeId: string): boolean;
}

export function createStoredMedia({ db, files, sources, clock, read, isKnown }: MediaParts): StoredMedia {
  const rows = openExchangeMedia(db);
  const noteFor = (exchangeId: string) => (place: number, fileId: string) => rows.add(exchangeId, place, fileId);
  const readerOf = (exchangeId: string) => (offset: number, length: number) => read(exchangeId, offset, length);

  function fetcher({ draft, prepared: { connection, redactor }, live: { signal } }: MediaOwner) {
    if (connection === null || !fetchingKinds.has(routes[draft.routeId].reader)) return null;
    const mediaFetch = openMediaFetch(connection, sources, { clock, signal });
    return async (address: string) => {
      if (redactor.text(address) !== address) throw new NotFetched('its address holds the key, which is sent nowhere');
      return fetchImage(address, mediaFetch);
    };
  }

  /** The file of an answer of sound or a film, before the end that says whether it is whole. */
  async function fileBefore(end: Part, fileId: string | undefined): Promise<Part[]> {
    const file = fileId === undefined || end.type !== 'run-end' ? null : await files.open(fileId);
    if (!file || fileId === undefined || end.type !== 'run-end') return [end];
    const { name, type, sizeBytes } = file;
    const isWhole = end.state === 'done' || end.state === 'done-with-warnings';
    const part: Part = { type: 'file', ref: { id: fileId, name, type, sizeBytes } };
    return [isWhole ? part : { ...part, partial: true }, end];
  }

  async function withFile(part: StoredMediaPart, fileId: string): Promise<Part[] | null> {
    const file = await files.open(fileId);
    if (!file) return null;
    const { base64: _, ...rest } = part;
    const { name, type, sizeBytes } = file;
    const ref = { id: fileId, name, type, sizeBytes };
    if (rest.type === 'audio') return [rest, { type: 'file', ref }];
    return [{ ...rest, mediaType: type.startsWith('image/') ? type : part.mediaType, ref }];
  }

  return {
    forAnswer: (owner) =>
      new ResponseMedia({ files, read: readerOf(owner.id), note: noteFor(owner.id), fetch: fetcher(owner) }),
    fileFor: (exchangeId) => new ResponseFile({ files, note: noteFor(exchangeId) }),
    async *recall(exchangeId, parts) {
      const kept = rows.of(exchangeId);
      let place = 0;
      const late = new ResponseMedia({ files, read: readerOf(exchangeId), note: noteFor(exchangeId), fetch: null });
      for await (const part of parts) {
        if (!isStoredMedia(part)) {
          if (part.type === 'run-end') yield* await fileBefore(part, kept.get(responseFilePlace));
          else yield* await late.keep(part);
          continue;
        }
        const fileId = kept.get(place);
        place += 1;
        const found = fileId === undefined ? null : await withFile(part, fileId);
        if (found) {
          late.skip();
          yield* found;
        } else yield* await late.keep(part);
      }
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
