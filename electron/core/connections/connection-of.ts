import { randomUUID } from 'node:crypto';
import type { Connection } from '#shared/contract/connections.ts';
import { normaliseBase } from '#shared/protocol/address.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { headerProblem } from '../http/header-rules.ts';
import { plainName } from '../plain-name.ts';
import { type CheckedDraft, checkNetwork } from './check-network.ts';

/**
 * The connection that a draft means, with the identity of the one it replaces. It is not stored yet.
 *
 * @param consent `later`: plain http to another machine is taken without a yes, and no key goes there before one is given.
 * @throws AppError `invalid-address`, `insecure-address`, `bad-draft` for a header, `bad-input` for certificates.
 */
export function connectionOf(
  draft: CheckedDraft,
  before: Connection | null,
  consent: 'now' | 'later' = 'now',
): Connection {
  // The demo moves to a free port at every start: its address is not the person's to say.
  const address = before?.isDemo ? before : readAddress(draft.baseAddress, draft.acceptedInsecure, consent);
  const network = checkNetwork(draft);
  return {
    id: before?.id ?? randomUUID(),
    name: plainName(draft.name) || new URL(address.origin).host,
    baseAddress: address.baseAddress,
    origin: address.origin,
    nativeKeyStyle: draft.nativeKeyStyle,
    headers: checkHeaders(draft.headers),
    colour: draft.colour,
    exposedRoutes: [...new Set(draft.exposedRoutes)],
    acceptedInsecure: address.acceptedInsecure,
    ...network,
    proxy: { ...network.proxy, hasPassword: false },
    isDemo: before?.isDemo ?? false,
    createdAt: before?.createdAt ?? Date.now(),
  };
}

type Address = Pick<Connection, 'baseAddress' | 'origin' | 'acceptedInsecure'>;

function readAddress(text: string, isAccepted: boolean, consent: 'now' | 'later'): Address {
  const { base, origin, problems } = normaliseBase(text);
  const wrong = problems.find(({ severity }) => severity === 'error');
  if (wrong)
    throw new AppError(
      failure('invalid-address', wrong.message, { hint: 'Mend the address and save again. Nothing was changed.' }),
    );
  const insecure = problems.find(({ code }) => code === 'insecure');
  if (insecure && !isAccepted && consent === 'now')
    throw new AppError(
      failure('insecure-address', insecure.message, {
        hint: 'Use https, or accept plain http for this gateway. Nothing was changed.',
      }),
    );
  // Only what was needed is kept: another plain address later asks again.
  return { baseAddress: base, origin, acceptedInsecure: insecure !== undefined && isAccepted };
}

/** The person's own headers without blank lines. */
function checkHeaders(headers: readonly (readonly [name: string, value: string])[]): [string, string][] {
  const written = headers
    .map(([name, value]): [string, string] => [name.trim(), value.trim()])
    .filter(([name, value]) => name !== '' || value !== '');
  for (const [name, value] of written) {
    const problem = headerProblem(name, value);
    if (problem) throw new AppError(problem);
  }
  return written;
}
