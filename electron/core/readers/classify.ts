import { type Failure, failure } from '#shared/protocol/failure.ts';
import { mayWorkAgain } from '#shared/protocol/outcomes.ts';
import { type GatewayFailureCode, providerRefusals, refusalWords } from '#shared/protocol/refusal-words.ts';
import type { ResponseFacts } from './failures/response-failures.ts';
import { type Rule, rules } from './failures/rules.ts';
import { type GatewayError, readGatewayError } from './gateway-error.ts';

const problems: Readonly<Record<NamedParameter['problem'], { summary: string; hint: string }>> = {
  unsupported: {
    summary: 'does not support the field',
    hint: 'Turn off the field and send again. Supported fields depend on the model.',
  },
  missing: { summary: 'requires the field', hint: 'Fill in the field and send again.' },
  invalid: { summary: 'rejected the field', hint: 'Correct the field or turn it off, then send again.' },
};

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function fits(rule: Rule, error: GatewayError): boolean {
  const status = isSuccess(error.status) ? 0 : error.status;
  if (rule.statuses && !rule.statuses.includes(status)) return false;
  return (
    (error.code !== null && rule.codes?.includes(error.code)) ||
    (error.type !== null && rule.types?.includes(error.type)) ||
    (error.message !== null && rule.pattern?.test(error.message)) ||
    rule.shapes?.includes(error.shape) === true
  );
}

/** Returns the status, or the one that an error inside a 2xx response carries as its code. */
function effectiveStatus(error: GatewayError): number {
  return isSuccess(error.status) && error.code !== null && /^[45]\d\d$/.test(error.code)
    ? Number(error.code)
    : error.status;
}

/** Where the error was reported: the status, and the page if it was one. */
function place(error: GatewayError): string {
  const page =
    error.shape === 'html' ? `, an HTML page${error.message === null ? '' : ` titled "${error.message}"`}` : '';
  return isSuccess(error.status)
    ? ` (reported inside a response with status ${error.status}${page})`
    : ` (status ${error.status}${page})`;
}

function namedIn(error: GatewayError): NamedParameter | null {
  const named = parameterIn(error.message);
  return error.param === null ? named : { name: error.param, problem: named?.problem ?? problemIn(error.message) };
}

/** Returns what an error means, by its body, then by its status and what is known of the request. */
function meaningFor(error: GatewayError, fixedPath: boolean): Rule | StatusMeaning {
  const meaning = rules.find((rule) => fits(rule, error)) ?? meaningOf(effectiveStatus(error));
  // The gateway had accepted the user's key, or it would not have asked its provider.
  if (error.passedOn && meaning.code in providerRefusals)
    return { code: 'upstream-account', summary: providerRefusals[meaning.code as keyof typeof providerRefusals] };
  if (error.passedOn && (meaning.code === 'server' || meaning.code === 'in-band'))
    return { code: 'upstream', retryable: true };
  return meaning.code === 'not-found' && fixedPath && effectiveStatus(error) === 404 ? meaningOf404(error) : meaning;
}

/** Classifies an error by its body, then by its status. Quoted text may echo a secret: redact before showing. */
export function classify(error: GatewayError, { fixedPath = false }: Pick<ResponseFacts, 'fixedPath'> = {}): Failure {
  const meaning = meaningFor(error, fixedPath);
  const named = meaning.code === 'rejected' && meaning.hint === undefined ? namedIn(error) : null;
  const code = (named === null ? meaning.code : 'parameter') as GatewayFailureCode;
  const words = refusalWords[code];
  const summary =
    named === null
      ? (meaning.summary ?? words.summary)
      : `The gateway ${problems[named.problem].summary} "${named.name}"`;
  return failure(code, `${summary}${place(error)}.`, {
    effect: code === 'in-band' ? 'arrived-kept' : null,
    hint: meaning.hint ?? (named === null ? words.hint : problems[named.problem].hint),
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

export function failureFromBody(body: unknown, facts: Pick<ResponseFacts, 'status'> & Partial<ResponseFacts>): Failure {
  return classify(readGatewayError(body, facts.status, facts.headers), facts);
}

const aboutModel = /\b(?:models?|deployments?)\b|模型/i;
/** Things that a request body may refer to and that a gateway may fail to find. */
const aboutResource =
  /\b(?:tasks?|videos?|files?|responses?|conversations?|items?|entit(?:y|ies)|voices?|prompts?|containers?|vector stores?|batch(?:es)?)\b|(?:task|video|response|file)_/i;
/** What routers say about an unknown path. */
const aboutPath =
  /\b(?:not found|404|route|router|endpoint|path|url|uri|page|resource|cannot (?:get|post)|nothing here|unknown request|no such api)\b|路由|接口|页面|不存在|未找到/i;
/** What llama.cpp and plain file servers say about every unknown path. */
const plainServer = /^\s*file not found\.?\s*$/i;

/**
 * Tells what a 404 means where the path contains nothing but the route: the model is missing if the message mentions a
 * model; the resource is missing if the message names one, or says something that no router would say. Every other 404
 * is about the path, and here the path is the route.
 */
function meaningOf404({ message, code }: GatewayError): StatusMeaning {
  const text = message ?? '';
  const words = `${withoutPaths(text)} ${code ?? ''}`;
  if (aboutModel.test(words)) return { code: 'model-not-found' };
  if (plainServer.test(text)) return { code: 'route-absent' };
  if (aboutResource.test(words)) return { code: 'not-found' };
  if (text === '' || aboutPath.test(text)) return { code: 'route-absent' };
  return { code: 'not-found', hint: "The route may exist. See the gateway's message, and check the base URL." };
}

interface NamedParameter {
  name: string;
  problem: 'unsupported' | 'missing' | 'invalid';
}

const quoted = `['"\`]([\\w.[\\]-]{1,100})['"\`]`;

/** The first match wins; each captures the name of the field. */
const patterns: readonly (readonly [NamedParameter['problem'], RegExp])[] = [
  ['unsupported', new RegExp(`unsupported (?:parameter|value):? ${quoted}`, 'i')],
  ['unsupported', new RegExp(`(?:unknown|unrecognized|unexpected) (?:parameter|field|name|argument):? ${quoted}`, 'i')],
  ['unsupported', /unrecognized request arguments? supplied: ([\w.]{1,100})/i],
  ['unsupported', new RegExp(`(?:parameter |field )?${quoted} is not (?:supported|allowed|permitted)`, 'i')],
  ['unsupported', /\b([a-z]+(?:_[a-z]+)+) is not (?:supported|allowed|permitted)/],
  ['unsupported', /got an unexpected keyword argument ['"](\w{1,100})['"]/i],
  ['missing', new RegExp(`missing (?:a )?required (?:parameter|field|argument):? ${quoted}`, 'i')],
  ['missing', new RegExp(`(?:field |parameter )?${quoted} is (?:a )?required`, 'i')],
  ['missing', /(?:^|\b(?:field|parameter) |[:,;] )([a-z][\w.]{0,60}) is required/i],
  ['invalid', new RegExp(`invalid (?:type|value|schema)(?: for)?(?: parameter)?:? ${quoted}`, 'i')],
  ['invalid', /(?:^|\b)field ([\w.]{1,60}) (?:must|should|is invalid)/i],
];

/** Validation messages of FastAPI back ends, which name the field separately from the sentence. */
const faults: readonly (readonly [NamedParameter['problem'], RegExp])[] = [
  ['missing', /\bfield required\b/i],
  ['unsupported', /extra (?:inputs|fields) (?:are )?not permitted|unsupported|unknown|unrecognized/i],
];

/** Tells what a sentence says about a field that was named separately. */
function problemIn(message: string | null): NamedParameter['problem'] {
  const fault = faults.find(([, pattern]) => message !== null && pattern.test(message));
  return fault?.[0] ?? 'invalid';
}

/** Returns the request field that a gateway's message blames; `null` when it names none. */
export function parameterIn(message: string | null): NamedParameter | null {
  if (message === null) return null;
  for (const [problem, pattern] of patterns) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return { name, problem };
  }
  return null;
}

type StatusMeaning = Pick<Rule, 'code' | 'summary' | 'retryable' | 'hint'>;

const meanings: ReadonlyMap<number, StatusMeaning> = new Map([
  [401, { code: 'auth' }],
  [402, { code: 'quota' }],
  [403, { code: 'forbidden' }],
  [404, { code: 'not-found' }],
  [405, { code: 'route-absent' }],
  [407, { code: 'proxy' }],
  [408, { code: 'upstream', retryable: true }],
  [409, { code: 'rejected', retryable: true, hint: 'The object is in use. Try again in a moment.' }],
  [410, { code: 'not-found' }],
  [413, { code: 'too-big-for-server' }],
  [414, { code: 'too-big-for-server', hint: 'The URL is too long. Move query parameters into the body.' }],
  [415, { code: 'unsupported-media' }],
  [425, { code: 'rate-limited' }],
  [429, { code: 'rate-limited' }],
  [431, { code: 'too-big-for-server', hint: 'The headers are too large. Remove extra headers from the connection.' }],
  [451, { code: 'forbidden' }],
  [501, { code: 'route-absent' }],
  [502, { code: 'upstream', retryable: true }],
  [503, { code: 'overloaded' }],
  [504, { code: 'upstream', retryable: true }],
  [
    524,
    {
      code: 'upstream',
      retryable: false,
      hint: 'The proxy in front of the gateway waits about 100 seconds. Use streaming.',
    },
  ],
  [529, { code: 'overloaded' }],
] as const);

/** Every status has a meaning; a 2xx means an error inside a running response. */
function meaningOf(status: number): StatusMeaning {
  const known = meanings.get(status);
  if (known) return known;
  if (status < 300) return { code: 'in-band' };
  if (status < 400) return { code: 'redirect' };
  if (status < 500) return { code: 'rejected' };
  // 520-527 and 530: the proxy in front got no response from the gateway.
  return status >= 520 && status <= 530 ? { code: 'upstream', retryable: true } : { code: 'server' };
}

/** Drops every word that contains a slash: paths only echo the request and say nothing about what exists. */
export const withoutPaths = (text: string): string => text.replace(/(?<!\S)\S*\/\S*/g, ' ');
