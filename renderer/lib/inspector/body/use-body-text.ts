import { useEffect, useState } from 'react';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { client } from '../../client/client.ts';
import { notifyFailure } from '../../failures/failure-text.tsx';
import { saveFile } from '../../files/files.ts';
import { strings } from '../../i18n/strings.ts';
import { fromBase64 } from '../../media/base64.ts';
import { toast } from '../../notices/toasts.ts';

/** Bytes shown at a time, and requested at a time: a larger response would block the page. */
const windowBytes = 4_194_304;
const pieceBytes = 1_048_576;

interface LoadedText {
  text: string;
  /** Bytes that `text` covers. */
  loadedBytes: number;
  /** Bytes in the record; fewer than were received when a body was too large to store. `null` until it is known. */
  recordedBytes: number | null;
  /** Bytes received so far, while all of them are being loaded. */
  receivedBytes: number;
  failure: Failure | null;
  isReading: boolean;
}

const none: LoadedText = {
  text: '',
  loadedBytes: 0,
  recordedBytes: null,
  receivedBytes: 0,
  failure: null,
  isReading: false,
};

type Side = 'request' | 'response';

/** Reads a body chunk by chunk from `from` on: a window of it, or to its end. */
async function* pieces(id: string, side: Side, from: number, all: boolean, signal: AbortSignal) {
  const end = all ? Number.POSITIVE_INFINITY : from + windowBytes;
  for (let offset = from; offset < end; ) {
    const { base64, totalBytes } = await client.exchanges.body({ id, side, offset, length: pieceBytes }, { signal });
    const bytes = fromBase64(base64);
    offset += bytes.length;
    const isLast = bytes.length === 0 || offset >= totalBytes;
    yield { bytes, offset, isLast, recordedBytes: totalBytes };
    if (isLast) return;
  }
}

/**
 * Returns the text of a recorded body: its first window automatically, the next one or all of the rest on request. It
 * is read again when the body is another one or has grown.
 */
export function useBodyText(exchangeId: string, side: Side, sizeBytes: number) {
  const [loaded, setLoaded] = useState(none);
  const [reader, setReader] = useState<{ decoder: TextDecoder; leaving: AbortController } | null>(null);

  const read = async (given: NonNullable<typeof reader>, from: number, all: boolean) => {
    // A body that has grown is read again while the old text stays: nothing blinks.
    setLoaded((before) => ({ ...before, receivedBytes: from, isReading: true, failure: null }));
    const decoded: string[] = [];
    try {
      for await (const { bytes, offset, isLast, recordedBytes } of pieces(
        exchangeId,
        side,
        from,
        all,
        given.leaving.signal,
      )) {
        decoded.push(given.decoder.decode(bytes, { stream: !isLast }));
        setLoaded((before) => ({ ...before, receivedBytes: offset, recordedBytes }));
      }
      // The text is set once: finding its lines again for every window would take far longer than reading it.
      setLoaded((before) => ({
        ...before,
        text: (from === 0 ? '' : before.text) + decoded.join(''),
        loadedBytes: before.receivedBytes,
        isReading: false,
      }));
    } catch (thrown) {
      if (!given.leaving.signal.aborted)
        setLoaded((before) => ({ ...before, failure: AppError.from(thrown), isReading: false }));
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the size identifies the recorded bytes
  useEffect(() => {
    const opened = { decoder: new TextDecoder('utf-8', { ignoreBOM: true }), leaving: new AbortController() };
    setReader(opened);
    void read(opened, 0, false);
    return () => opened.leaving.abort();
  }, [exchangeId, side, sizeBytes]);

  const more = (all: boolean) => {
    if (reader && !loaded.isReading) void read(reader, loaded.loadedBytes, all);
  };
  return { ...loaded, readMore: () => more(false), readAll: () => more(true) };
}

/** Stores a recorded body as a file and offers it to the user to save. */
export async function saveBody(id: string, side: 'request' | 'response'): Promise<void> {
  try {
    const name = await saveFile(await client.exchanges.keepBody({ id, side }));
    if (name !== null) toast({ intent: 'ok', title: strings().wire.savedAs(name) });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
