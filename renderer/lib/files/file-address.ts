import { useEffect, useState } from 'react';
import { client } from '../client/client.ts';

/** Links are valid for ten minutes; they are renewed before that. */
const freshMs = 8 * 60_000;
const links = new Map<string, { address: Promise<string>; at: number }>();

/**
 * Returns an address of a stored file that the page can load and play for a while. Rejects with an `AppError` when the
 * file is missing.
 */
export function addressOf(fileId: string): Promise<string> {
  const known = links.get(fileId);
  if (known && Date.now() - known.at < freshMs) return known.address;
  const address = client.files.link({ id: fileId });
  links.set(fileId, { address, at: Date.now() });
  address.catch(() => links.delete(fileId));
  return address;
}

/** Call this when the address did not load: the next caller gets a new one. */
export const forgetAddress = (fileId: string): void => void links.delete(fileId);

/** The address of a stored file: `null` until it is known, `missing` when the file is missing. */
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
    let isCancelled = false;
    addressOf(fileId).then(
      (address) => isCancelled || setState({ id: fileId, address, missing: false }),
      () => isCancelled || setState({ id: fileId, address: null, missing: true }),
    );
    return () => {
      isCancelled = true;
    };
  }, [fileId, turn]);
  const isOwn = state.id === fileId;
  return {
    address: isOwn ? state.address : null,
    missing: isOwn && state.missing,
    /** Call this after the image failed to load: the first time it gets a new link, then it counts as missing. */
    renew() {
      if (fileId === null) return;
      forgetAddress(fileId);
      if (turn === 0) setTurn(1);
      else setState({ id: fileId, address: null, missing: true });
    },
  };
}
