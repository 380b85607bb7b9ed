import { type Failure, failure } from '#shared/protocol/failure.ts';
import { mayWorkAgain } from '#shared/protocol/outcomes.ts';
import type { ResponseFacts } from './failures/answers.ts';
import { type NamedParameter, parameterIn, problemIn } from './failures/named-parameter.ts';
import { type Rule, rules } from './failures/rules.ts';
import { meaningOf, type StatusMeaning } from './failures/statuses.ts';
import { withoutPaths } from './failures/without-paths.ts';
import { type GatewayFailureCode, providerRefusals, wordings } from './failures/wording.ts';
import { type GatewayError, readGatewayError } from './gateway-error.ts';

const problemText: Readonly<Record<NamedParameter['problem'], string>> = {
  unsupported: 'does not take the field',
  missing: 'misses the field',
  invalid: 'rejected the field',
};

const problemHints: Readonly<Record<NamedParameter['problem'], string>> = {
  unsupported: 'Switch the field off and send again. Which fields are taken depends on the model.',
  missing: 'Fill the field in and send again.',
  invalid: 'Correct the field or switch it off, and send again.',
};

function fits(rule: Rule, error: GatewayError): boolean {
  const status = error.status >= 200 && error.status < 300 ? 0 : error.status;
  if (rule.statuses && !rule.statuses.includes(status)) return false;
  return (
    (error.code !== null && rule.codes?.includes(error.code)) ||
    (error.type !== null && rule.types?.includes(error.type)) ||
    (error.message !== null && rule.says?.test(error.message)) ||
    rule.shapes?.includes(error.shape) === true
  );
}

/** The status, or the one that an error inside a good answer carries as its code. */
function tellingStatus(error: GatewayError): number {
  const good = error.status >= 200 && error.status < 300;
  return good && error.code !== null && /^[45]\d\d$/.test(error.code) ? Number(error.code) : error.status;
}

/** Where it was said: the status, and the page when it was one. */
function place(error: GatewayError): string {
  const page =
    error.shape === 'html' ? `, an HTML page${error.message === null ? '' : ` titled "${error.message}"`}` : '';
  return error.status >= 200 && error.status < 300
    ? ` (reported inside an answer with status ${error.status}${page})`
    : ` (status ${error.status}${page})`;
}

function namedIn(error: GatewayError): NamedParameter | null {
  const named = parameterIn(error.message);
  return error.param === null ? named : { name: error.param, problem: named?.problem ?? problemIn(error.message) };
}

/** What an error means by its body, then by its status, with what is known of the request. */
function meaningFor(error: GatewayError, fixedPath: boolean): Rule | StatusMeaning {
  const meaning = rules.find((rule) => fits(rule, error)) ?? meaningOf(tellingStatus(error));
  // The key was good enough for the gateway, or it had not asked its provider.
  if (error.passedOn && meaning.code in providerRefusals)
    return { code: 'upstream-account', tells: providerRefusals[meaning.code as keyof typeof providerRefusals] };
  if (error.passedOn && (meaning.code === 'server' || meaning.code === 'in-band'))
    return { code: 'upstream', retryable: true };
  return meaning.code === 'not-found' && fixedPath && tellingStatus(error) === 404 ? notThere(error) : meaning;
}

/**
 * Names what the gateway did with a code of the closed list: by the body first, then by the status. The failure carries
 * the gateway's own words unchanged (they may echo a secret: redact before showing).
 */
export function classify(error: GatewayError, { fixedPath = false }: Pick<ResponseFacts, 'fixedPath'> = {}): Failure {
  const meaning = meaningFor(error, fixedPath);
  const named = meaning.code === 'rejected' && meaning.hint === undefined ? namedIn(error) : null;
  const code = (named === null ? meaning.code : 'parameter') as GatewayFailureCode;
  const wording = wordings[code];
  const says =
    named === null ? (meaning.tells ?? wording.says) : `The gateway ${problemText[named.problem]} "${named.name}"`;
  return failure(code, `${says}${place(error)}.`, {
    hint: meaning.hint ?? (named === null ? wording.hint : problemHints[named.problem]),
    retryable: meaning.retryable ?? mayWorkAgain(code),
    status: error.status,
    type: error.type,
    gatewayCode: error.code,
    param: error.param ?? named?.name ?? null,
    requestId: error.requestId,
    gatewayMessage: error.message,
    retryAfterMs: error.retryAfterMs,
  });
}

/** Reads and names an error body in one step. */
export function failureFromBody(body: unknown, facts: Pick<ResponseFacts, 'status'> & Partial<ResponseFacts>): Failure {
  return classify(readGatewayError(body, facts.status, facts.headers), facts);
}

const aboutModel = /\b(?:models?|deployments?)\b|模型/i;
/** What the body of a request may name, and a gateway may not find. */
const aboutThing =
  /\b(?:tasks?|videos?|files?|responses?|conversations?|items?|entit(?:y|ies)|voices?|prompts?|containers?|vector stores?|batch(?:es)?)\b|(?:task|video|response|file)_/i;
/** What routers say of an unknown path. */
const aboutPath =
  /\b(?:not found|404|route|router|endpoint|path|url|uri|page|resource|cannot (?:get|post)|nothing here|unknown request|no such api)\b|路由|接口|页面|不存在|未找到/i;
/** What llama.cpp and plain file servers say of every unknown path. */
const plainServer = /^\s*file not found\.?\s*$/i;

/**
 * What a 404 means where the path names nothing but the route: the model is not there if it speaks about a model, or the
 * thing if it names one or speaks of nothing that a router could. Every other 404 is about the path, and the path is the
 * route.
 */
function notThere({ message, code }: GatewayError): StatusMeaning {
  const said = message ?? '';
  const words = `${withoutPaths(said)} ${code ?? ''}`;
  if (aboutModel.test(words)) return { code: 'model-not-found' };
  if (plainServer.test(said)) return { code: 'route-absent' };
  if (aboutThing.test(words)) return { code: 'not-found' };
  if (said === '' || aboutPath.test(said)) return { code: 'route-absent' };
  return { code: 'not-found', hint: 'The route may exist: read what the gateway said, and check the base address.' };
}
