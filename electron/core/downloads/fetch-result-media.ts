import { type Draft, draft as draftSchema } from '#shared/contract/exchanges.ts';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { NotFetched } from '../media/media-fetch.ts';
import type { FetchResultMedia } from '../media/result-media.ts';
import { resultPlaces } from '../media/result-places.ts';
import type { DownloadEnd, Downloads } from './download.ts';

const limits = { image: { maxBytes: 64 * 1024 ** 2 }, audio: { maxBytes: 512 * 1024 ** 2 } };
const tries = 3;
/** A response waits for its images: a gateway that asks for more time than this is asked again by the user. */
const mostWaitMs = 15_000;

/**
 * Creates the download of images and audio from the URLs in responses. As for videos, the key is sent to the gateway's
 * own origin only, transient failures are retried, and each try is recorded as an exchange.
 */
export function createResultMedia({ download }: Pick<Downloads, 'download'>): FetchResultMedia {
  return async ({ connection, keyId, named, kind, target, name, signal, onNote }) => {
    let failure: Failure | null = null;
    for (const [at, address] of resultPlaces(named, connection).entries()) {
      const end: DownloadEnd = await download({
        draft: carrierOf(connection.id, keyId),
        // What arrived from one place is not continued from another.
        ...{ address, target: `${target}:${at}`, name, signal },
        limits: { ...limits[kind], tries, waitMs: mostWaitMs },
        onProgress: ({ stage, note }) => void (stage === 'waiting' && note !== null && onNote(note)),
      });
      if (end.file) {
        const { type } = end.file;
        if (!type.startsWith(`${kind}/`)) throw new NotFetched(`it is not ${article[kind]} (${type})`);
        return { address, ref: end.file };
      }
      failure = end.failure;
      if (signal.aborted) break;
    }
    throw failure === null ? new NotFetched("its URL isn't valid") : new AppError(failure);
  };
}

const article = { image: 'an image', audio: 'audio' };

/** Returns the request whose connection, key and deadlines the download uses; its path is never sent. */
const carrierOf = (connectionId: string, keyId: string | undefined): Draft =>
  draftSchema.parse({
    ...{ connectionId, keyId, routeId: 'custom' },
    custom: { method: 'GET', path: '/' },
    body: { kind: 'none' },
    options: { allowMisuse: true, deadlines: { totalMs: 300_000 }, origin: 'core' },
  });
