import { useState } from 'react';
import { AppError, type Failure } from '#shared/protocol/failure.ts';

/**
 * State of a button that calls the core: busy while the call runs, and a failure stays until the next attempt. The
 * arguments are not stored, so a secret may be one. The result is `undefined` when it failed.
 */
export function useAction<Given extends unknown[], T>(act: (...given: Given) => Promise<T>) {
  const [state, setState] = useState<{ busy: boolean; failure: Failure | null }>({ busy: false, failure: null });
  return {
    ...state,
    reset: () => setState({ busy: false, failure: null }),
    async run(...given: Given): Promise<T | undefined> {
      setState({ busy: true, failure: null });
      try {
        const answer = await act(...given);
        setState({ busy: false, failure: null });
        return answer;
      } catch (thrown) {
        setState({ busy: false, failure: AppError.from(thrown) });
        return undefined;
      }
    },
  };
}
