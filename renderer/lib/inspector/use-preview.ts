import { useEffect, useState } from 'react';
import type { DraftInput, Preview } from '#shared/contract/exchanges.ts';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { client } from '../client/client.ts';

/** Fast enough to follow typing, slow enough not to send a request for every letter of a fast typist. */
const quietMs = 90;

interface Previewed {
  preview: Preview | null;
  failure: Failure | null;
}

/**
 * Returns a draft as it would be sent now. The last preview stays while the next one is pending: nothing blinks while
 * typing. A draft must be the same object as long as it is the same request.
 */
export function usePreview(draft: DraftInput | null): Previewed {
  const [state, setState] = useState<Previewed>({ preview: null, failure: null });
  useEffect(() => {
    if (!draft) return;
    const leaving = new AbortController();
    const look = async () => {
      try {
        setState({ preview: await client.exchanges.preview(draft, { signal: leaving.signal }), failure: null });
      } catch (thrown) {
        if (!leaving.signal.aborted) setState(({ preview }) => ({ preview, failure: AppError.from(thrown) }));
      }
    };
    const timer = setTimeout(() => void look(), quietMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [draft]);
  return state;
}
