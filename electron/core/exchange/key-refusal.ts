import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { headerText } from '#shared/protocol/gateway-details.ts';
import { providerRefusals, refusalWords } from '#shared/protocol/refusal-words.ts';
import type { NativeKeyPort } from '../ports.ts';
import { isVague } from '../readers/failures/sentences.ts';
import { findNamedHeader } from './named-header.ts';
import type { Prepared } from './prepare.ts';
import type { Credential } from './request/body-plan.ts';

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

/** The gateway found no key in the request. */
const sawNoKey =
  /未提供(?:令牌|token|密钥)|(?:no|missing|without) (?:an? )?(?:api[ -]?key|token|authorization|auth header|credentials)|did(?: not|n['’]t) (?:provide|pass|send)|(?:key|token|header|credentials) (?:is |was |were )?(?:missing|required|not (?:provided|found|supplied))|unregistered callers/i;

/** LiteLLM responds so where it finds no key, or does not know it. */
const isBareCrash = ({ status, code, type, gatewayCode, gatewayMessage }: Failure): boolean =>
  status === 500 &&
  (code === 'server' || code === 'upstream') &&
  type === null &&
  (gatewayCode === null || gatewayCode === '500') &&
  (gatewayMessage === null || isVague(gatewayMessage));

/**
 * Explains a refusal of the key, where more is known than the response says: the gateway quotes a key that was not
 * sent, no key was sent at all, or a native route refused the way in which it was sent. Any other failure is returned
 * unchanged.
 */
export function explainKeyRefusal(
  found: Failure,
  { connection, key, plan, quotesOtherKey }: Pick<Prepared, 'connection' | 'key' | 'plan' | 'quotesOtherKey'>,
  { headers, query }: Pick<Draft, 'headers' | 'query'>,
  nativeKeys: NativeKeyPort | undefined,
  /** Of the response. */
  answered: Headers = [],
): Failure {
  if (!plan || !connection) return found;
  const status = found.status === null ? '' : ` (status ${found.status})`;
  if (found.code === 'auth' && quotesOtherKey(found.gatewayMessage))
    return {
      ...found,
      code: 'upstream-account',
      message: `${providerRefusals.auth}${status}. The key in its message is not the one that was sent.`,
      hint: refusalWords['upstream-account'].hint,
      retryable: false,
    };
  if (plan.credential === null)
    return explainMissing(found, status, key !== null, [...connection.headers, ...headers, ...query]);
  const { nativeStyle } = plan;
  if (nativeStyle === null) return withNamedHeader(found, plan.credential, answered);
  if (!key) return found;
  // Where the native listing worked with this style, the refusal is about something else.
  if (nativeKeys?.learned(connection.id, key.id) === nativeStyle) return found;
  const isAccepted = nativeKeys?.isAccepted(connection.id, key.id) === true;
  const place = places[nativeStyle];
  const accepting = connection.prefixes.compatible || 'the model list';
  const isAuto = connection.nativeKeyStyle === 'auto';
  if (found.code === 'auth' && (isAccepted || sawNoKey.test(found.gatewayMessage ?? '')))
    return {
      ...found,
      code: 'key-style',
      message: isAccepted
        ? `The native routes rejected the key in ${place}${status}, but ${accepting} accepts this key.`
        : `The gateway found no key${status}: it does not read the one in ${place}.`,
      hint: isAuto
        ? 'This gateway may not have native routes. Refresh the models, or select another native key style.'
        : 'Set the native key style to auto, or select another one.',
    };
  if (isBareCrash(found) && (isAccepted || !isAuto))
    return {
      ...found,
      hint: `${isAccepted ? `${capitalized(accepting)} accepts this key, but some` : 'Some'} gateways return 500 when they don't read the key in ${place}. Set the native key style to auto, or select another one.`,
    };
  return found;
}

/** Explains a refusal of a request without a key, unless a header or query parameter may carry one. */
function explainMissing(
  found: Failure,
  status: string,
  hasKey: boolean,
  pairs: readonly (readonly [name: string, value: string])[],
): Failure {
  const isCrash = isBareCrash(found);
  if (!(found.code === 'auth' || isCrash) || pairs.some(([name]) => carriesKey.test(name))) return found;
  return {
    ...found,
    code: 'key-missing',
    message: isCrash
      ? `The gateway failed${status}, and no key was sent.`
      : `The gateway requires a key, but none was sent${status}.`,
    hint: `${isCrash ? 'Some gateways fail so without a key. ' : ''}${hasKey ? 'Set the native key style, then send again.' : 'Add a key to this connection, then send again.'}`,
    retryable: false,
  };
}
