import type {
  Connection,
  ConnectionColour,
  ConnectionDraft,
  DeadlineChoice,
  NativeKeyChoice,
  ProxyChoice,
} from '#shared/contract/connections.ts';
import { type BaseAddress, isLoopbackHost, normaliseBase } from '#shared/protocol/address.ts';
import { type HeaderRefusal, headerRefusal, looksSecret } from '#shared/protocol/header-rules.ts';
import type { Recognised } from '../../recognise/recognised.ts';
import { type ProxyProblem, proxyProblem } from './connection-proxy.ts';

/** One extra header while it is edited. */
export interface HeaderField {
  id: string;
  name: string;
  value: string;
  /** The value looked like a secret and was left out of what survives a reload: it must be entered again. */
  isLost?: boolean;
}

/** A connection while it is edited. */
export interface ConnectionFields {
  name: string;
  /** As typed. */
  address: string;
  nativeKeyStyle: NativeKeyChoice;
  colour: ConnectionColour;
  headers: HeaderField[];
  exposedRoutes: string[];
  /** The origin for which the person accepted plain http, or `null`. Another origin asks again. */
  acceptedOrigin: string | null;
  proxy: ProxyChoice;
  extraCa: { name: string; pem: string };
  deadlines: DeadlineChoice;
  retries: number;
}

export const newHeader = (name = '', value = ''): HeaderField => ({ id: crypto.randomUUID(), name, value });

export const emptyFields = (): ConnectionFields => ({
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
  return {
    name: connection.name,
    address: connection.baseAddress,
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

export const fieldsFrom = (found: Omit<Recognised, 'secret'>): ConnectionFields => ({
  ...emptyFields(),
  name: found.name ?? nameFor(found.address ?? ''),
  address: found.address ?? '',
  nativeKeyStyle: found.nativeKeyStyle ?? 'auto',
  headers: found.headers.map(([name, value]) => newHeader(name, value)),
});

/** A name that tells gateways apart, from the host: `gw.northwind.example` -> `Northwind`. */
export function nameFor(address: string): string {
  const { origin } = normaliseBase(address);
  const host = URL.parse(origin)?.hostname ?? '';
  if (!host) return '';
  if (isLoopbackHost(host) || /^[\d.]+$|^\[/.test(host)) return URL.parse(origin)?.host ?? host;
  const labels = host.split('.');
  const label = labels.at(-2) ?? host;
  return label.charAt(0).toUpperCase() + label.slice(1);
}

export interface CheckedFields {
  base: BaseAddress;
  /** Plain http to another machine that was not accepted yet. */
  needsConsent: boolean;
  /** Headers that can not be sent, by their id. */
  badHeaders: Record<string, HeaderRefusal | 'lost'>;
  /** Ids of headers whose value looks like a secret: it is stored with the connection, not in the keyring. */
  secretHeaders: string[];
  proxy: ProxyProblem | null;
  /** Everything that must be put right before saving. */
  isSavable: boolean;
}

export function checkFields(fields: ConnectionFields): CheckedFields {
  const base = normaliseBase(fields.address);
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
  const isSavable = !hasErrors && !needsConsent && Object.keys(badHeaders).length === 0 && proxy === null;
  return { base, needsConsent, badHeaders, secretHeaders, proxy, isSavable };
}

/** What is saved. Without a name it is called by its host. */
export function draftOf(fields: ConnectionFields, id?: string): ConnectionDraft {
  const { base } = checkFields(fields);
  return {
    ...(id ? { id } : {}),
    name: fields.name.trim() || nameFor(fields.address),
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

/** An address that is not in use and could never be is not kept. */
const savedProxy = (proxy: ProxyChoice): ProxyChoice =>
  proxy.mode !== 'custom' && proxyProblem(proxy.address) !== null ? { ...proxy, address: '' } : proxy;
