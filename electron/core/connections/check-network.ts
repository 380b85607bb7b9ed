import type { Connection, DeadlineChoice } from '#shared/contract/connections.ts';
import type { Core } from '#shared/contract/index.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { proxyOrigin, readProxyAddress } from '../http/proxy/proxy-address.ts';
import { readCertificates } from './certificates.ts';

/** What the contract has checked of a connection's shape. */
export type CheckedDraft = Parameters<Core['connections']['save']>[0];

/** How a connection reaches its gateway; the password of its proxy is no part of it. */
export interface NetworkChoice extends Pick<Connection, 'extraCa' | 'deadlines' | 'retries'> {
  proxy: Omit<Connection['proxy'], 'hasPassword'>;
}

/**
 * What the person chose about the way to the gateway, ready to be stored. A log-in typed into the proxy's address is
 * refused rather than stored in clear, whatever is chosen.
 *
 * @throws AppError `invalid-address` for the proxy, `bad-input` for the certificates.
 */
export function checkNetwork({ proxy, extraCa, deadlines, retries }: CheckedDraft): NetworkChoice {
  const pem = extraCa.pem.trim();
  if (pem !== '') readCertificates(pem);
  return {
    proxy: { mode: proxy.mode, address: checkProxy(proxy), bypass: proxy.bypass.trim(), user: proxy.user.trim() },
    extraCa: pem === '' ? { name: '', pem: '' } : { name: extraCa.name.trim() || 'certificate', pem: `${pem}\n` },
    deadlines: withoutGaps(deadlines),
    retries,
  };
}

/** The address as it is stored: with its scheme where it is whole, else as it was typed. */
function checkProxy({ mode, address }: CheckedDraft['proxy']): string {
  const typed = address.trim();
  const url = readProxyAddress(typed);
  // An address that can not be read may still hold a password.
  if (url ? url.username !== '' || url.password !== '' : typed.includes('@')) throw refused(withLogin);
  const isUsable = url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
  if (mode === 'custom' && !isUsable) {
    if (typed === '') throw refused(withoutAddress);
    throw refused(
      url ? { ...unreadable, message: `Patchbay speaks to HTTP proxies, not to ${url.protocol}//.` } : unreadable,
    );
  }
  return isUsable ? (proxyOrigin(typed) ?? typed) : typed;
}

const refused = ({ message, hint }: { message: string; hint: string }) =>
  new AppError(failure('invalid-address', message, { hint: `${hint} Nothing was changed.`, param: 'proxy' }));

const example = 'Enter one such as http://proxy.example:3128.';
const withoutAddress = { message: 'There is no address of the proxy.', hint: example };
const unreadable = { message: 'The address of the proxy can not be read.', hint: example };
const withLogin = {
  message: 'The address of the proxy holds a log-in.',
  hint: 'Enter user name and password in their own fields: there the password is kept like a key.',
};

const withoutGaps = (deadlines: DeadlineChoice): DeadlineChoice =>
  Object.fromEntries(Object.entries(deadlines).filter(([, ms]) => ms !== undefined));
