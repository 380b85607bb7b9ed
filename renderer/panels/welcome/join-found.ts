import { nothingRecognised, type Recognised } from '../../lib/recognise/recognised.ts';

/** What was found so far, as a component may remember it: the key itself waits outside, here is only its length. */
export interface Found extends Omit<Recognised, 'secret'> {
  /** Characters; `null` when no key waits. */
  keyLength: number | null;
}

const { secret: _none, ...nothing } = nothingRecognised;

export const nothingFound: Found = { ...nothing, keyLength: null };

/** What was there before plus what came now: an address and a key may be pasted one after the other, in any order. */
export function joinFound(before: Found, now: Recognised): Found {
  if (now.kind === 'nothing' || now.kind === 'unknown') return before;
  return {
    kind: now.kind,
    address: now.address ?? before.address,
    keyLength: now.secret?.length ?? before.keyLength,
    nativeKeyStyle: now.nativeKeyStyle ?? before.nativeKeyStyle,
    headers: now.headers.length > 0 ? now.headers : before.headers,
    model: now.model ?? before.model,
    name: now.name ?? before.name,
  };
}
