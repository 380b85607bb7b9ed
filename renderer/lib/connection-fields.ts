import type { Connection, ConnectionColour, ConnectionDraft, NativeKeyStyle } from '#shared/contract/connections.ts';
import { type BaseAddress, isLoopbackHost, normaliseBase } from '#shared/routes/address.ts';
import type { Recognised } from './recognise/recognised.ts';

/** A connection while it is edited. */
export interface ConnectionFields {
  name: string;
  /** As typed. */
  address: string;
  nativeKeyStyle: NativeKeyStyle;
  colour: ConnectionColour;
  headers: { id: string; name: string; value: string }[];
  exposedRoutes: string[];
  /** The origin for which the person accepted plain http, or `null`. Another origin asks again. */
  acceptedOrigin: string | null;
}

export const newHeader = (name = '', value = '') => ({ id: crypto.randomUUID(), name, value });

export const emptyFields = (): ConnectionFields => ({
  name: '',
  address: '',
  nativeKeyStyle: 'x-vendor-api-key',
  colour: 'none',
  headers: [],
  exposedRoutes: [],
  acceptedOrigin: null,
});

export const fieldsOf = (connection: Connection): ConnectionFields => ({
  name: connection.name,
  address: connection.baseAddress,
  nativeKeyStyle: connection.nativeKeyStyle,
  colour: connection.colour,
  headers: connection.headers.map(([name, value]) => newHeader(name, value)),
  exposedRoutes: connection.exposedRoutes,
  acceptedOrigin: connection.acceptedInsecure ? connection.origin : null,
});

export const fieldsFrom = (found: Recognised): ConnectionFields => ({
  ...emptyFields(),
  name: found.name ?? nameFor(found.address ?? ''),
  address: found.address ?? '',
  nativeKeyStyle: found.nativeKeyStyle ?? 'x-vendor-api-key',
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
  /** Headers without a name, or with one that HTTP does not allow. */
  badHeaders: string[];
  /** Everything that must be put right before saving. */
  isSavable: boolean;
}

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;

export function checkFields(fields: ConnectionFields): CheckedFields {
  const base = normaliseBase(fields.address);
  const isInsecure = base.problems.some(({ code }) => code === 'insecure');
  const needsConsent = isInsecure && fields.acceptedOrigin !== base.origin;
  const badHeaders = fields.headers
    .filter(({ name, value }) => (name || value) && !headerName.test(name))
    .map(({ id }) => id);
  const hasErrors = base.problems.some(({ severity }) => severity === 'error');
  return { base, needsConsent, badHeaders, isSavable: !hasErrors && !needsConsent && badHeaders.length === 0 };
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
  };
}
