import { useEffect, useState } from 'react';
import { AppError, type Failure } from '#shared/routes/failure.ts';
import { client } from '../../lib/client.ts';
import { bytesOf } from './body-modes.ts';

/** One window, the largest that the core gives. */
const windowBytes = 4_194_304;

interface Held {
  text: string;
  heldBytes: number;
  failure: Failure | null;
  isReading: boolean;
}

const none: Held = { text: '', heldBytes: 0, failure: null, isReading: false };

/** The text of a recorded body, window by window: the first by itself, the next ones when asked for. */
export function useBodyText(exchangeId: string, side: 'request' | 'response', sizeBytes: number) {
  const [held, setHeld] = useState(none);
  const [decoder, setDecoder] = useState(() => new TextDecoder());

  const read = async (offset: number, signal?: AbortSignal) => {
    setHeld((before) => ({ ...before, isReading: true, failure: null }));
    try {
      const asked = { id: exchangeId, side, offset, length: windowBytes };
      const window = await client.exchanges.body(asked, signal ? { signal } : {});
      const bytes = bytesOf(window.base64);
      const text = decoder.decode(bytes, { stream: offset + bytes.length < window.totalBytes });
      setHeld((before) => ({
        text: offset === 0 ? text : before.text + text,
        heldBytes: offset + bytes.length,
        failure: null,
        isReading: false,
      }));
    } catch (thrown) {
      if (!signal?.aborted) setHeld((before) => ({ ...before, failure: AppError.from(thrown), isReading: false }));
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a body is read anew when it is another one or has grown
  useEffect(() => {
    const leaving = new AbortController();
    setDecoder(new TextDecoder());
    void read(0, leaving.signal);
    return () => leaving.abort();
  }, [exchangeId, side, sizeBytes]);

  return { ...held, readMore: () => void read(held.heldBytes) };
}
