import type { FileRef } from '#shared/protocol/part.ts';
import type { FileStorePort } from '../../ports.ts';
import type { RecordedExchange } from '../../store/records/exchange-recording.ts';
import type { ExchangeRecords } from '../../store/records/exchange-records.ts';
import { earlierWords } from './earlier-words.ts';
import { isNote, readLines } from './read-lines.ts';

/** A recorded session as a file: every frame on a line, or the conversation to read. */
export function exportSession(
  facts: RecordedExchange,
  form: 'jsonl' | 'text',
  records: Pick<ExchangeRecords, 'read'>,
  files: FileStorePort,
): Promise<FileRef> {
  const stamp = new Date(facts.startedAt).toISOString().slice(0, 19).replaceAll(/[:-]/g, '');
  const file =
    form === 'jsonl'
      ? { name: `session-${stamp}.jsonl`, type: 'application/x-ndjson', sizeBytes: null }
      : { name: `session-${stamp}.txt`, type: 'text/plain', sizeBytes: null };
  return files.admit(file, form === 'jsonl' ? frameLines(facts.id, records) : conversation(facts, records));
}

async function* frameLines(id: string, records: Pick<ExchangeRecords, 'read'>): AsyncGenerator<Uint8Array, void, void> {
  const lineFeed = new TextEncoder().encode('\n');
  for await (const { bytes } of readLines(id, records)) {
    if (isNote(bytes)) continue;
    yield bytes;
    yield lineFeed;
  }
}

async function* conversation(
  facts: RecordedExchange,
  records: Pick<ExchangeRecords, 'read'>,
): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${facts.model ?? ''}, ${facts.connectionName}, ${new Date(facts.startedAt).toISOString()}\n\n`);
  const names = { person: 'You', model: 'Model' } as const;
  for (const { who, text } of await earlierWords(facts.id, records))
    yield encoder.encode(`${names[who]}: ${text.trim()}\n\n`);
}
