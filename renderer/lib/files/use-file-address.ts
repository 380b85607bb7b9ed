import { useEffect, useState } from 'react';
import { addressOf, forgetAddress } from './file-address.ts';

/** The address of a stored file: `null` until it is known, `missing` when the file is gone. */
export function useFileAddress(fileId: string | null): { address: string | null; missing: boolean; renew: () => void } {
  const [state, setState] = useState<{ id: string | null; address: string | null; missing: boolean }>({
    id: null,
    address: null,
    missing: false,
  });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks again
  useEffect(() => {
    if (fileId === null) return undefined;
    let isGone = false;
    addressOf(fileId).then(
      (address) => isGone || setState({ id: fileId, address, missing: false }),
      () => isGone || setState({ id: fileId, address: null, missing: true }),
    );
    return () => {
      isGone = true;
    };
  }, [fileId, turn]);
  const isOwn = state.id === fileId;
  return {
    address: isOwn ? state.address : null,
    missing: isOwn && state.missing,
    /** After the picture did not load: once with a new link, then it counts as missing. */
    renew() {
      if (fileId === null) return;
      forgetAddress(fileId);
      if (turn === 0) setTurn(1);
      else setState({ id: fileId, address: null, missing: true });
    },
  };
}
