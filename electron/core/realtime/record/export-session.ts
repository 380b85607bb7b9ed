import { Buffer } from 'node:buffer';
import type { FileRef } from '#shared/protocol/part.ts';
import type { HarFrame } from '../../export/har.ts';
import type { FileStorePort } from '../../ports.ts';
import { isFrame, parseLine } from '../../readers/session/session-line.ts';
import type { RecordedExchange } from '../../store/records/exchange-recording.ts';
import { earlierWords, isNote, type RecordReader, readLines } from './recorded-session.ts';

/** Exports a recorded session as a file: one frame per line, or a readable conversation. */
export function exportSession(
  facts: RecordedExchange,
  form: 'jsonl' | 'text',
  records: RecordReader,
  files: FileStorePort,
): Promise<FileRef> {
  const stamp = new Date(facts.startedAt).toISOString().slice(0, 19).replaceAll(/[:-]/g, '');
  const file =
    form === 'jsonl'
      ? { name: `session-${stamp}.jsonl`, type: 'application/x-ndjson', sizeBytes: null }
      : { name: `session-${stamp}.txt`, type: 'text/plain', sizeBytes: null };
  return files.admit(file, form === 'jsonl' ? frameLines(facts.id, records) : conversation(facts, records));
}

async function* frameLines(id: string, records: RecordReader): AsyncGenerator<Uint8Array, void, void> {
  const lineFeed = new TextEncoder().encode('\n');
  for await (const { bytes } of readLines(id, records)) {
    if (isNote(bytes)) continue;
    yield bytes;
    yield lineFeed;
  }
}

async function* conversation(facts: RecordedExchange, records: RecordReader): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${facts.model ?? ''}, ${facts.connectionName}, ${new Date(facts.startedAt).toISOString()}\n\n`);
  const names = { person: 'You', model: 'Model' } as const;
  for (const { who, text } of await earlierWords(facts.id, records))
    yield encoder.encode(`${names[who]}: ${text.trim()}\n\n`);
}

/** Returns the messages of a recorded session for a HAR; `null` for other exchanges. */
export function harFrames(
  facts: Pick<RecordedExchange, 'id' | 'routeId' | 'startedAt'>,
  records: RecordReader,
): AsyncIterable<HarFrame> | null {
  return facts.routeId === 'realtime' ? messages(facts, records) : null;
}

async function* messages(
  { id, startedAt }: Pick<RecordedExchange, 'id' | 'startedAt'>,
  records: RecordReader,
): AsyncGenerator<HarFrame, void, void> {
  for await (const { bytes } of readLines(id, records)) {
    const line = parseLine(bytes);
    if (line === null || !isFrame(line) || (line.op !== 'text' && line.op !== 'binary')) continue;
    yield {
      type: line.dir === 'in' ? 'receive' : 'send',
      time: (startedAt + line.at) / 1000,
      opcode: line.op === 'text' && !line.binary ? 1 : 2,
      // As transferred: a lone surrogate has no UTF-8 form.
      data: line.binary ? Buffer.from(line.data).toString('base64') : line.data.toWellFormed(),
    };
  }
}
