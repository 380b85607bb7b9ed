import type { Failure } from '#shared/protocol/failure.ts';
import type { KeyHeader } from '#shared/protocol/gateway-details.ts';
import { keyHeaderRefusal } from '#shared/protocol/header-rules.ts';

type Headers = readonly (readonly [name: string, value: string])[];

/** Header names with the word key or token, as gateways write them: `api-key`, `x-api-key`, `X-Auth-Token`, `apikey`. */
const names = /(?<![\w.-])((?:[a-z0-9]+-)+(?:key|token)|apikey)(?![\w-])/gi;
/** Such names that carry something else. */
const otherPurpose = /cookie|csrf|xsrf|idempotency|cache|public/i;
/** Words with which a gateway asks for a header, so that "Invalid api-key" alone names none. */
const asks = /header|missing|require|provide|include|expect|must|not found|absent|no api|send|缺少|请求头|必须|需要/i;

/** Schemes with which a key is not sent. */
const otherSchemes = /^(?:basic|digest|negotiate|ntlm|hmac\S*|aws\S*|oauth|mutual|hoba|vapid|scram\S*)$/i;

const bearer: KeyHeader = { name: 'Authorization', prefix: 'Bearer ' };

/**
 * Returns the header in which a gateway that refused a key wants to get one, where its words or its challenge
 * (`WWW-Authenticate`) name another one than was used; else `null`.
 *
 * Sources of the words: Azure ("Missing Ocp-Apim-Subscription-Key", "missing subscription key",
 * and of its model resources "invalid subscription key or wrong API endpoint"), FastAPI (`loc` of the
 * missing header), Kong (`Key realm=...` reads `apikey`), Django REST framework (`Token`), Elasticsearch (`ApiKey`).
 */
export function findNamedHeader(
  { gatewayMessage, param, gatewayCode, type }: Failure,
  headers: Headers,
  sent: KeyHeader,
): KeyHeader | null {
  const place = param !== null && /^headers?\./i.test(param) ? `header ${param.slice(param.indexOf('.') + 1)}` : null;
  const said = [gatewayMessage, place, gatewayCode, type]
    .filter((text) => text !== null)
    .join(' ')
    .slice(0, 4096);
  const challenges = headers.flatMap(([name, value]) => (/^www-authenticate$/i.test(name) ? [value] : []));
  const found =
    inAuthorization(said) ?? byName(said) ?? challenges.map(ofChallenge).find((one) => one !== null) ?? null;
  return found && !isSame(found, sent) && keyHeaderRefusal(found.name, found.prefix) === null ? found : null;
}

const isSame = (first: KeyHeader, second: KeyHeader): boolean =>
  first.name.toLowerCase() === second.name.toLowerCase() &&
  first.prefix.trim().toLowerCase() === second.prefix.trim().toLowerCase();

/** `Authorization: Token <key>`, `Authorization: Key <key>`, `Bearer token required`. */
function inAuthorization(said: string): KeyHeader | null {
  const scheme = /authorization["'`]?\s{0,4}[:=]?\s{0,4}["'`]?(bearer|token|key|api-?key)\s{1,4}[<{["'`$]/i.exec(
    said,
  )?.[1];
  if (scheme) return /^bearer$/i.test(scheme) ? bearer : { name: 'Authorization', prefix: `${scheme} ` };
  return /authorization header|bearer (?:token|auth)/i.test(said) && asks.test(said) ? bearer : null;
}

function byName(said: string): KeyHeader | null {
  const isAsked = asks.test(said);
  const found = [...said.matchAll(names)]
    .map(([, name = '']) => name)
    .find((name) => !otherPurpose.test(name) && (isAsked || /^x-|-.*-/i.test(name)));
  if (found) return { name: found, prefix: '' };
  if (/subscription key or wrong api endpoint/i.test(said)) return { name: 'api-key', prefix: '' };
  return isAsked && /subscription key/i.test(said) ? { name: 'Ocp-Apim-Subscription-Key', prefix: '' } : null;
}

function ofChallenge(challenge: string): KeyHeader | null {
  const scheme = /^\s*([a-z][\w-]*)(?=\s|$)/i.exec(challenge)?.[1];
  if (!scheme || otherSchemes.test(scheme)) return null;
  if (/^bearer$/i.test(scheme)) return bearer;
  return /^key$/i.test(scheme) ? { name: 'apikey', prefix: '' } : { name: 'Authorization', prefix: `${scheme} ` };
}
