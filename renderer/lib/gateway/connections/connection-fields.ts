import type {
  Connection,
  ConnectionColour,
  ConnectionDraft,
  DeadlineChoice,
  NativeKeyChoice,
  ProxyChoice,
  ProxyMode,
} from '#shared/contract/connections.ts';
import { type BaseAddress, isLoopbackHost, normalizeBase, readBase, writeBase } from '#shared/protocol/address.ts';
import { findCustomPathProblem } from '#shared/protocol/custom-path.ts';
import { type GatewayDetails, gatewayDetailsOf, usualGateway } from '#shared/protocol/gateway-details.ts';
import { type HeaderRefusal, headerRefusal, keyHeaderRefusal, looksSecret } from '#shared/protocol/header-rules.ts';
import type { GatewayAddress } from '#shared/protocol/route-path.ts';
import { nativeKeyStyles } from '../../recognize/auth-headers.ts';
import type { Recognized } from '../../recognize/recognized.ts';

/** One extra header while it is edited. */
export interface HeaderField {
  id: string;
  name: string;
  value: string;
  /** The value looked like a secret and was not stored across the reload: it must be entered again. */
  isLost?: boolean;
}

/** A connection while it is edited. */
export interface ConnectionFields extends Omit<GatewayDetails, 'prefixes' | 'query'> {
  name: string;
  /** As typed. */
  address: string;
  /** `null`: as the address says. Else the address is the base alone. */
  prefixes: GatewayDetails['prefixes'] | null;
  /** `null`: as the address says. */
  query: GatewayDetails['query'] | null;
  nativeKeyStyle: NativeKeyChoice;
  colour: ConnectionColour;
  headers: HeaderField[];
  exposedRoutes: string[];
  /** The origin for which the user accepted plain http, or `null`. Another origin requires consent again. */
  acceptedOrigin: string | null;
  proxy: ProxyChoice;
  extraCa: { name: string; pem: string };
  deadlines: DeadlineChoice;
  retries: number;
}

export const newHeader = (name = '', value = ''): HeaderField => ({ id: crypto.randomUUID(), name, value });

export const emptyFields = (): ConnectionFields => ({
  ...usualGateway(),
  prefixes: null,
  query: null,
  name: '',
  address: '',
  nativeKeyStyle: 'auto',
  colour: 'none',
  headers: [],
  exposedRoutes: [],
  acceptedOrigin: null,
  proxy: { mode: 'system', address: '', bypass: '', user: '' },
  extraCa: { name: '', pem: '' },
  deadlines: {},
  retries: 0,
});

export function fieldsOf(connection: Connection): ConnectionFields {
  const { mode, address, bypass, user } = connection.proxy;
  const typed = writeBase(connection);
  return {
    ...gatewayDetailsOf(connection),
    name: connection.name,
    address: typed ?? connection.baseAddress,
    prefixes: typed === null ? connection.prefixes : null,
    nativeKeyStyle: connection.nativeKeyStyle,
    colour: connection.colour,
    headers: connection.headers.map(([name, value]) => newHeader(name, value)),
    exposedRoutes: connection.exposedRoutes,
    acceptedOrigin: connection.acceptedInsecure ? connection.origin : null,
    proxy: { mode, address, bypass, user },
    extraCa: connection.extraCa,
    deadlines: connection.deadlines,
    retries: connection.retries,
  };
}

export const fieldsFrom = (found: Omit<Recognized, 'secret'>): ConnectionFields => ({
  ...emptyFields(),
  name: found.name ?? nameFor(found.address ?? ''),
  address: found.address ?? '',
  nativeKeyStyle: found.nativeKeyStyle ?? 'auto',
  ...(found.keyHeader && { keyHeader: found.keyHeader }),
  headers: found.headers.map(([name, value]) => newHeader(name, value)),
});

/** Returns a name that tells gateways apart, from the host: `gw.northwind.example` -> `Northwind`. */
export function nameFor(address: string): string {
  const { origin } = normalizeBase(address);
  const host = URL.parse(origin)?.hostname ?? '';
  if (!host) return '';
  if (isLoopbackHost(host) || /^[\d.]+$|^\[/.test(host)) return URL.parse(origin)?.host ?? host;
  const labels = host.split('.');
  const label = labels.at(-2) ?? host;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

export interface CheckedFields {
  base: BaseAddress;
  /** Where its routes are. */
  gateway: GatewayAddress;
  /** Plain http to another machine that was not accepted yet. */
  needsConsent: boolean;
  /** Headers that cannot be sent, by their id. */
  badHeaders: Record<string, HeaderRefusal | 'lost'>;
  /** Ids of headers whose value looks like a secret: it is stored with the connection, not in the keyring. */
  secretHeaders: string[];
  proxy: ProxyProblem | null;
  /** Nothing is left to correct before saving. */
  isSavable: boolean;
}

/** Returns the base, prefixes and query that the fields describe. */
function baseOf({ address, prefixes, query }: ConnectionFields): BaseAddress {
  const typed = normalizeBase(address);
  return {
    ...typed,
    ...(prefixes && { ...readBase(address), prefixes, dropped: '' }),
    ...(query && { query }),
  };
}

/**
 * Returns the fields with another address. Prefixes that were set apart from it stay, unless it says its own.
 */
export function withAddress(fields: ConnectionFields, address: string): ConnectionFields {
  const isSaid = normalizeBase(address).dropped !== '';
  return { ...fields, address, ...(isSaid && { prefixes: null }) };
}

/** Returns whether a prefix cannot be part of a URL. One without a slash at its start gets it when it is saved. */
export const isBadPrefix = (prefix: string): boolean =>
  prefix !== '' && findCustomPathProblem(prefix.startsWith('/') ? prefix : `/${prefix}`) !== null;

/** Returns the fields with other prefixes. */
export function withPrefixes(fields: ConnectionFields, prefixes: GatewayDetails['prefixes']): ConnectionFields {
  const { base, query } = baseOf(fields);
  return { ...fields, address: base || fields.address, prefixes, query };
}

export function checkFields(fields: ConnectionFields): CheckedFields {
  const base = baseOf(fields);
  const isInsecure = base.problems.some(({ code }) => code === 'insecure');
  const needsConsent = isInsecure && fields.acceptedOrigin !== base.origin;
  const badHeaders: CheckedFields['badHeaders'] = {};
  for (const { id, name, value, isLost } of fields.headers) {
    const refusal = name || value ? headerRefusal(name, value) : null;
    if (refusal) badHeaders[id] = refusal;
    else if (isLost && value === '') badHeaders[id] = 'lost';
  }
  const secretHeaders = fields.headers
    .filter(({ id, name, value }) => name && value && !badHeaders[id] && looksSecret(name, value))
    .map(({ id }) => id);
  const hasErrors = base.problems.some(({ severity }) => severity === 'error');
  const proxy = fields.proxy.mode === 'custom' ? proxyProblem(fields.proxy.address) : null;
  const isPlaceBad =
    Object.values(base.prefixes).some(isBadPrefix) ||
    Object.values(fields.routePaths).some(
      (path) => path !== '' && findCustomPathProblem(path.replace(/\{\w+\}/g, 'x')),
    ) ||
    keyHeaderRefusal(fields.keyHeader.name, fields.keyHeader.prefix) !== null;
  const isSavable =
    !hasErrors && !isPlaceBad && !needsConsent && Object.keys(badHeaders).length === 0 && proxy === null;
  const gateway = { baseAddress: base.base, prefixes: base.prefixes, query: base.query, routePaths: fields.routePaths };
  return { base, gateway, needsConsent, badHeaders, secretHeaders, proxy, isSavable };
}

/** Returns what is saved. Without a name it is named after its host. */
export function draftOf(fields: ConnectionFields, id?: string): ConnectionDraft {
  const { base } = checkFields(fields);
  return {
    ...(id ? { id } : {}),
    name: fields.name.trim() || nameFor(fields.address),
    ...gatewayDetailsOf({ ...fields, prefixes: base.prefixes, query: base.query }),
    baseAddress: base.base,
    nativeKeyStyle: fields.nativeKeyStyle,
    colour: fields.colour,
    headers: fields.headers.filter(({ name }) => name).map(({ name, value }) => [name, value]),
    exposedRoutes: fields.exposedRoutes,
    acceptedInsecure: fields.acceptedOrigin === base.origin,
    proxy: savedProxy(fields.proxy),
    extraCa: fields.extraCa,
    deadlines: fields.deadlines,
    retries: fields.retries,
  };
}

/** Drops an address that is not in use and could never be. */
const savedProxy = (proxy: ProxyChoice): ProxyChoice =>
  proxy.mode !== 'custom' && proxyProblem(proxy.address) !== null ? { ...proxy, address: '' } : proxy;

/**
 * Returns the keys of a record that must name every member of a union, so that a new member does not compile until it
 * is added.
 */
const all = <T extends string>(names: Record<T, true>) => Object.keys(names) as T[];

export const nativeKeyChoices: readonly NativeKeyChoice[] = ['auto', ...nativeKeyStyles];

export const connectionColours: readonly ConnectionColour[] = all({ none: true, dev: true, stage: true, prod: true });

export const proxyModes: readonly ProxyMode[] = all({ system: true, custom: true, none: true });

/** Why a proxy address cannot be used. `userinfo`: it contains credentials, which have fields of their own. */
type ProxyProblem = 'empty' | 'scheme' | 'malformed' | 'userinfo';

/** Returns what is wrong with the address of a proxy, or `null`. A missing scheme is read as `http://`. */
export function proxyProblem(typed: string): ProxyProblem | null {
  const address = typed.trim();
  if (address === '') return 'empty';
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http') return 'scheme';
  const url = URL.parse(scheme ? address : `http://${address}`);
  if (!url?.hostname || /\s/.test(address)) return 'malformed';
  return url.username || url.password ? 'userinfo' : null;
}

/**
 * Returns whether proxy credentials would be sent unencrypted: proxies are reached over plain http, and this one is on
 * another machine.
 */
export function isProxyOpen(typed: string): boolean {
  if (proxyProblem(typed) !== null) return false;
  const address = typed.trim();
  const url = URL.parse(/^http:\/\//i.test(address) ? address : `http://${address}`);
  return url !== null && !isLoopbackHost(url.hostname);
}
