import { randomUUID } from 'node:crypto';
import type { Connection, DeadlineChoice } from '#shared/contract/connections.ts';
import type { Core } from '#shared/contract/index.ts';
import { normalizeBase, readBase } from '#shared/protocol/address.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { type GatewayDetails, usualGateway } from '#shared/protocol/gateway-details.ts';
import { headerProblem } from '../http/header-rules.ts';
import { proxyOrigin, readProxyAddress } from '../http/proxy/http-proxy.ts';
import { plainName } from '../plain-name.ts';
import { readCertificates } from './certificates.ts';
import { checkGatewayDetails } from './gateway-details.ts';

/**
 * Returns the connection that a draft describes, with the identity of the one it replaces. It is not stored yet.
 *
 * @param consent `later`: plain http to another machine is accepted without consent, but no key is sent there until it
 *   is given.
 * @throws AppError `invalid-address`, `insecure-address`, `bad-draft` for a header, `bad-input` for certificates.
 */
export function connectionOf(
  draft: CheckedDraft,
  before: Connection | null,
  consent: 'now' | 'later' = 'now',
): Connection {
  // The demo moves to a free port at every start: the user cannot change its address.
  const { baseAddress, origin, acceptedInsecure, prefixes, query } = before?.isDemo
    ? before
    : readAddress(draft, consent);
  const network = checkNetwork(draft);
  return {
    id: before?.id ?? randomUUID(),
    name: plainName(draft.name) || new URL(origin).host,
    baseAddress,
    origin,
    nativeKeyStyle: draft.nativeKeyStyle,
    headers: checkHeaders(draft.headers, draft.keyHeader.name.trim()),
    colour: draft.colour,
    exposedRoutes: [...new Set(draft.exposedRoutes)],
    acceptedInsecure,
    ...checkGatewayDetails({ ...draft, prefixes, query }),
    ...network,
    proxy: { ...network.proxy, hasPassword: false },
    isDemo: before?.isDemo ?? false,
    createdAt: before?.createdAt ?? Date.now(),
  };
}

type Address = Pick<Connection, 'baseAddress' | 'origin' | 'acceptedInsecure' | 'prefixes' | 'query'>;

/** Reads prefixes and query from the address, unless the draft has its own. */
function readAddress(draft: CheckedDraft, consent: 'now' | 'later'): Address {
  const typed = normalizeBase(draft.baseAddress);
  const { base, origin, problems } = draft.prefixes === undefined ? typed : readBase(draft.baseAddress);
  const wrong = problems.find(({ severity }) => severity === 'error');
  if (wrong)
    throw new AppError(
      failure('invalid-address', wrong.message, { effect: 'not-saved', hint: 'Correct the base URL and save again.' }),
    );
  const insecure = problems.find(({ code }) => code === 'insecure');
  if (insecure && !draft.acceptedInsecure && consent === 'now')
    throw new AppError(
      failure('insecure-address', insecure.message, {
        effect: 'not-saved',
        hint: 'Use https, or allow plain HTTP for this gateway.',
      }),
    );
  // Only the consent that was needed is stored: another plain address asks again.
  const acceptedInsecure = insecure !== undefined && draft.acceptedInsecure;
  const { prefixes = typed.prefixes, query = typed.query } = draft;
  return { baseAddress: base, origin, acceptedInsecure, prefixes, query };
}

/** Returns the user's own headers without blank lines. */
function checkHeaders(
  headers: readonly (readonly [name: string, value: string])[],
  keyName: string,
): [string, string][] {
  const written = headers
    .map(([name, value]): [string, string] => [name.trim(), value.trim()])
    .filter(([name, value]) => name !== '' || value !== '');
  for (const [name, value] of written) {
    const problem = headerProblem(name, value, keyName);
    if (problem) throw new AppError({ ...problem, effect: 'not-saved' });
  }
  return written;
}

/** A connection draft that the contract has validated. */
export type CheckedDraft = Parameters<Core['connections']['save']>[0];

/** How a connection reaches its gateway, without the password of its proxy. */
interface NetworkChoice extends Pick<Connection, 'extraCa' | 'deadlines' | 'retries'> {
  proxy: Omit<Connection['proxy'], 'hasPassword'>;
}

/**
 * Validates the user's network settings for storage. Credentials in the proxy's address are refused rather than stored
 * in plain text, whatever mode is selected.
 *
 * @throws AppError `invalid-address` for the proxy, `bad-input` for the certificates.
 */
function checkNetwork({ proxy, extraCa, deadlines, retries }: CheckedDraft): NetworkChoice {
  const pem = extraCa.pem.trim();
  if (pem !== '') readCertificates(pem);
  return {
    proxy: { mode: proxy.mode, address: checkProxy(proxy), bypass: proxy.bypass.trim(), user: proxy.user.trim() },
    extraCa: pem === '' ? { name: '', pem: '' } : { name: extraCa.name.trim() || 'certificate', pem: `${pem}\n` },
    deadlines: withoutGaps(deadlines),
    retries,
  };
}

/** Returns the address as it is stored: with its scheme if it is valid, else as typed. */
function checkProxy({ mode, address }: CheckedDraft['proxy']): string {
  const typed = address.trim();
  const url = readProxyAddress(typed);
  // An address that cannot be parsed may still contain a password.
  if (url ? url.username !== '' || url.password !== '' : typed.includes('@')) throw refused(withLogin);
  // A single word without scheme and port is more likely a mistake than a proxy on port 80.
  const isNamed = /[.:]/.test(typed);
  const isUsable = url !== null && isNamed && (url.protocol === 'http:' || url.protocol === 'https:');
  if (mode === 'custom' && !isUsable) {
    if (typed === '') throw refused(withoutAddress);
    throw refused(
      url && isNamed
        ? { ...unreadable, message: `Patchbay supports HTTP proxies, not ${url.protocol}//.` }
        : unreadable,
    );
  }
  return isUsable ? (proxyOrigin(typed) ?? typed) : typed;
}

const refused = ({ message, hint }: { message: string; hint: string }) =>
  new AppError(failure('invalid-address', message, { effect: 'not-saved', hint, param: 'proxy' }));

const example = 'Enter a URL such as http://proxy.example:3128.';
const withoutAddress = { message: 'The proxy URL is empty.', hint: example };
const unreadable = { message: "The proxy URL isn't valid.", hint: example };
const withLogin = {
  message: 'The proxy URL contains a login.',
  hint: 'Enter user name and password in their own fields, where the password is stored like a key.',
};

const withoutGaps = (deadlines: DeadlineChoice): DeadlineChoice =>
  Object.fromEntries(Object.entries(deadlines).filter(([, ms]) => ms !== undefined));

type Defaults = Pick<Connection, 'proxy' | 'extraCa' | 'deadlines' | 'retries'> & GatewayDetails;

/** Returns how a connection reaches its gateway by default, and where the gateway differs from most: nowhere. */
export const connectionDefaults = (): Defaults => ({
  ...usualGateway(),
  proxy: { mode: 'system', address: '', bypass: '', user: '', hasPassword: false },
  extraCa: { name: '', pem: '' },
  deadlines: {},
  retries: 0,
});
