import { useEffect, useState } from 'react';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { client } from '../../client/client.ts';
import { notifyFailure } from '../../failures/tell-failure.tsx';
import { saveFile } from '../../files/files.ts';
import { strings } from '../../i18n/strings.ts';
import { toast } from '../../page/toasts.ts';
import { bytesOf } from './body-modes.ts';

/** What is shown at a time, and what is asked for at a time: a larger answer would make the page stand still. */
const windowBytes = 4_194_304;
const pieceBytes = 1_048_576;

interface Held {
  text: string;
  /** Bytes that `text` stands for. */
  heldBytes: number;
  /** Bytes that the record has; fewer than came when a body was too large to keep. `null` until it is known. */
  keptBytes: number | null;
  /** Bytes that have come, while all of them are on their way. */
  cameBytes: number;
  failure: Failure | null;
  isReading: boolean;
}

const none: Held = { text: '', heldBytes: 0, keptBytes: null, cameBytes: 0, failure: null, isReading: false };

type Side = 'request' | 'response';

/** Reads a body piece by piece from `from` on: a window of it, or until its end. */
async function* pieces(id: string, side: Side, from: number, all: boolean, signal: AbortSignal) {
  const end = all ? Number.POSITIVE_INFINITY : from + windowBytes;
  for (let offset = from; offset < end; ) {
    const { base64, totalBytes } = await client.exchanges.body({ id, side, offset, length: pieceBytes }, { signal });
    const bytes = bytesOf(base64);
    offset += bytes.length;
    const isLast = bytes.length === 0 || offset >= totalBytes;
    yield { bytes, offset, isLast, keptBytes: totalBytes };
    if (isLast) return;
  }
}

/**
 * The text of a recorded body: its first window by itself, the next one or all of the rest when asked for. It is read anew
 * when it is another one or has grown.
 */
export function useBodyText(exchangeId: string, side: Side, sizeBytes: number) {
  const [held, setHeld] = useState(none);
  const [reader, setReader] = useState<{ decoder: TextDecoder; leaving: AbortController } | null>(null);

  const read = async (given: NonNullable<typeof reader>, from: number, all: boolean) => {
    // A body that has grown is read anew under the text that is there: nothing blinks.
    setHeld((before) => ({ ...before, cameBytes: from, isReading: true, failure: null }));
    const came: string[] = [];
    try {
      for await (const { bytes, offset, isLast, keptBytes } of pieces(
        exchangeId,
        side,
        from,
        all,
        given.leaving.signal,
      )) {
        came.push(given.decoder.decode(bytes, { stream: !isLast }));
        setHeld((before) => ({ ...before, cameBytes: offset, keptBytes }));
      }
      // The text is put in once: finding its lines anew for every window would take far longer than reading it.
      setHeld((before) => ({
        ...before,
        text: (from === 0 ? '' : before.text) + came.join(''),
        heldBytes: before.cameBytes,
        isReading: false,
      }));
    } catch (thrown) {
      if (!given.leaving.signal.aborted)
        setHeld((before) => ({ ...before, failure: AppError.from(thrown), isReading: false }));
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the size stands for the bytes that are there
  useEffect(() => {
    const opened = { decoder: new TextDecoder(), leaving: new AbortController() };
    setReader(opened);
    void read(opened, 0, false);
    return () => opened.leaving.abort();
  }, [exchangeId, side, sizeBytes]);

  const more = (all: boolean) => {
    if (reader && !held.isReading) void read(reader, held.heldBytes, all);
  };
  return { ...held, readMore: () => more(false), readAll: () => more(true) };
}

/** Keeps a recorded body as a file and gives it to the person. */
export async function saveBody(id: string, side: 'request' | 'response'): Promise<void> {
  try {
    const name = await saveFile(await client.exchanges.keepBody({ id, side }));
    if (name !== null) toast({ intent: 'ok', title: strings().wire.savedAs(name) });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
