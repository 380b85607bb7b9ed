import { useEffect, useState } from 'react';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { client } from '../../../lib/client/client.ts';
import { bodyModes, bytesOf } from '../../../lib/inspector/body/body-modes.ts';

export interface ComparedBody {
  /** `null` for bytes that are no text. */
  text: string | null;
  totalBytes: number;
  isCut: boolean;
}

/** Of larger bodies only the beginning is compared. */
export const comparedBytes = 2_000_000;

/** The beginning of a recorded body, as text if it is one; `null` while it is read. */
export function useComparedBody(id: string, side: 'request' | 'response', mediaType: string | null, bytes: number) {
  const [state, setState] = useState<{ body: ComparedBody | null; failure: Failure | null }>({
    body: null,
    failure: null,
  });
  useEffect(() => {
    const leaving = new AbortController();
    setState({ body: null, failure: null });
    const isText = bodyModes(mediaType)[0] !== 'hex';
    if (bytes === 0 || !isText) {
      setState({ body: { text: bytes === 0 ? '' : null, totalBytes: bytes, isCut: false }, failure: null });
      return;
    }
    client.exchanges.body({ id, side, offset: 0, length: comparedBytes }, { signal: leaving.signal }).then(
      ({ base64, totalBytes }) =>
        setState({
          body: { text: new TextDecoder().decode(bytesOf(base64)), totalBytes, isCut: totalBytes > comparedBytes },
          failure: null,
        }),
      (thrown: unknown) => !leaving.signal.aborted && setState({ body: null, failure: AppError.from(thrown) }),
    );
    return () => leaving.abort();
  }, [id, side, mediaType, bytes]);
  return state;
}
