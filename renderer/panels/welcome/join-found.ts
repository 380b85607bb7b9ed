import type { Recognised } from '../../lib/recognise/recognised.ts';

/** What was there before plus what came now: an address and a key may be pasted one after the other, in any order. */
export function joinFound(before: Recognised, now: Recognised): Recognised {
  if (now.kind === 'nothing' || now.kind === 'unknown') return before;
  return {
    kind: now.kind,
    address: now.address ?? before.address,
    secret: now.secret ?? before.secret,
    nativeKeyStyle: now.nativeKeyStyle ?? before.nativeKeyStyle,
    headers: now.headers.length > 0 ? now.headers : before.headers,
    model: now.model ?? before.model,
    name: now.name ?? before.name,
  };
}
