import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { headerText } from '#shared/protocol/gateway-details.ts';
import type { NativeKeyPort } from '../ports.ts';
import { findNamedHeader } from './named-header.ts';
import type { Credential } from './plan.ts';
import type { Prepared } from './prepare.ts';

/** Statuses with which a gateway refuses a key that it does not find. */
const unseen: ReadonlySet<number | null> = new Set([400, 401, 403, 407, 422]);

/** Adds the header in which the gateway wants the key, where its refusal names another one. */
function withNamedHeader(found: Failure, credential: Credential | null, answered: Headers): Failure {
  if (credential?.in !== 'header' || !unseen.has(found.status)) return found;
  const { name, prefix } = credential;
  const keyHeader = findNamedHeader(found, answered, { name, prefix });
  const isOfHeader = /^headers?\./i.test(found.param ?? '');
  if (!keyHeader || !(found.code === 'auth' || found.code === 'forbidden' || isOfHeader)) return found;
  const status = found.status === null ? '' : ` (status ${found.status})`;
  return {
    ...found,
    code: 'auth',
    message: `The gateway didn't accept the key in the header ${name}${status}. It names ${headerText(keyHeader)}.`,
    hint: `Send the key as ${headerText(keyHeader)}, or check the key.`,
    keyHeader,
  };
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Headers = readonly (readonly [name: string, value: string])[];

const places: Readonly<Record<NativeKeyStyle, string>> = {
  'x-goog-api-key': 'the header x-goog-api-key',
  'x-vendor-api-key': 'the header x-vendor-api-key',
  bearer: 'the Authorization header',
  query: 'the query parameter key',
};

/** Names of headers and query parameters that may carry a key of another kind. */
const carriesKey = /key|token|secret|auth|credential|cookie/i;

/**
 * Explains a refusal of the key, where more is known than the response says: no key was sent at all, or a native route
 * refused the way in which it was sent, since `/v1` accepts it. Any other failure is returned unchanged.
 */
export function explainKeyRefusal(
  found: Failure,
  { connection, key, plan }: Pick<Prepared, 'connection' | 'key' | 'plan'>,
  { headers, query }: Pick<Draft, 'headers' | 'query'>,
  nativeKeys: NativeKeyPort | undefined,
  /** Of the response. */
  answered: Headers = [],
): Failure {
  if (!plan || !connection) return found;
  const status = found.status === null ? '' : ` (status ${found.status})`;
  if (found.code === 'auth' && plan.credential === null) {
    if ([...connection.headers, ...headers, ...query].some(([name]) => carriesKey.test(name))) return found;
    const hint = key ? 'Set the native key style, then send again.' : 'Add a key to this connection, then send again.';
    return { ...found, code: 'key-missing', message: `The gateway requires a key, but none was sent${status}.`, hint };
  }
  const { nativeStyle } = plan;
  if (nativeStyle === null) return withNamedHeader(found, plan.credential, answered);
  if (!key || !nativeKeys?.isAccepted(connection.id, key.id)) return found;
  // Where the native listing worked with this style, the refusal is about something else.
  if (nativeKeys.learned(connection.id, key.id) === nativeStyle) return found;
  const place = places[nativeStyle];
  const accepting = connection.prefixes.compatible || 'the model list';
  if (found.code === 'auth')
    return {
      ...found,
      code: 'key-style',
      message: `The native routes rejected the key in ${place}${status}, but ${accepting} accepts this key.`,
      hint:
        connection.nativeKeyStyle === 'auto'
          ? 'This gateway may not have native routes. Refresh the models, or select another native key style.'
          : 'Set the native key style to auto, or select another one.',
    };
  // LiteLLM responds this way to a key that it does not find.
  if (found.status === 500 && found.type === null && found.gatewayCode === null)
    return {
      ...found,
      hint: `${capitalized(accepting)} accepts this key, but some gateways return 500 when they don't read the key in ${place}. Set the native key style to auto, or select another one.`,
    };
  return found;
}
