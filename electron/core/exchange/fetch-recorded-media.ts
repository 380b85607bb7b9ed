import { AppError, failure } from '#shared/protocol/failure.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import type { StoredMedia } from '../media/stored-media.ts';
import type { ConnectionPort } from '../ports.ts';
import type { ExchangeRecords } from '../store/records/exchange-records.ts';
import { findRecorded } from './history/history.ts';
import { replayParts } from './history/replay.ts';

interface RecordedMediaParts {
  records: ExchangeRecords;
  connections: Pick<ConnectionPort, 'find'>;
  media: Pick<StoredMedia, 'fetchAgain'>;
  signal: AbortSignal;
}

/**
 * Downloads media that the recorded response of an exchange names, with the connection and key of that exchange.
 *
 * @throws AppError `not-found-here` for an unknown exchange or URL, and when its connection was deleted.
 */
export async function fetchRecordedMedia(
  id: string,
  url: string,
  { records, connections, media, signal }: RecordedMediaParts,
): Promise<FileRef> {
  const facts = findRecorded(records, id);
  const connection = connections.find(facts.connectionId);
  if (!connection) throw new AppError(connectionGone);
  const parts = replayParts(facts, records, signal);
  const keyId = facts.draft?.keyId;
  return media.fetchAgain({ exchangeId: facts.id, connection, keyId, url, parts, signal });
}

const connectionGone = failure('not-found-here', 'The connection of this request was deleted.', {
  hint: 'Send the request again with another connection.',
});
