import type { GatewayError } from '../gateway-error.ts';
import type { Rule } from './rules/rule.ts';

/** What an error means where its body names no known kind. */
export type StatusMeaning = Pick<Rule, 'code' | 'summary' | 'retryable' | 'hint'>;

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
export function meaningOf(status: number): StatusMeaning {
  const known = meanings.get(status);
  if (known) return known;
  if (status < 300) return { code: 'in-band' };
  if (status < 400) return { code: 'redirect' };
  if (status < 500) return { code: 'rejected' };
  // 520-527 and 530: the proxy in front got no response from the gateway.
  return status >= 520 && status <= 530 ? { code: 'upstream', retryable: true } : { code: 'server' };
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** A status in the words of a proxy: "502 Bad Gateway", "Error code: 429 - ...". */
const writtenStatus =
  /^(?:(?:http|error|upstream|status|code) ){0,6}:? ?([45]\d\d)\b(?=$|[: -]+(?:bad |internal |service |gateway |too many|unauthori[sz]ed|forbidden|not found|payment|request |unprocessable|method |conflict))/i;

/** Returns the status, or the one that an error inside a 2xx response names as its code or in its words. */
export function effectiveStatus({ status, code, message }: GatewayError): number {
  if (!isSuccess(status)) return status;
  if (code !== null && /^[45]\d\d$/.test(code)) return Number(code);
  const written = writtenStatus.exec(message?.slice(0, 100) ?? '')?.[1];
  return written === undefined ? status : Number(written);
}

const aboutModel = /\b(?:models?|deployments?)\b|模型/i;
/** Things that a request body may refer to and that a gateway may fail to find. */
const aboutResource =
  /\b(?:tasks?|videos?|jobs?|generations?|files?|responses?|conversations?|items?|entit(?:y|ies)|voices?|prompts?|functions?|containers?|vector stores?|batch(?:es)?)\b|(?:task|video|response|file)_|任务|视频|文件/i;
/** What routers say about an unknown path. */
const aboutPath =
  /\b(?:not found|404|route|router|endpoint|path|url|uri|page|resource|cannot (?:get|post)|nothing here|unknown request|no such api)\b|路由|接口|页面|不存在|未找到/i;
/** What only a router says; llama.cpp and plain file servers say "File not found" about every unknown path. */
const ofRouter =
  /^\s*file not found\.?\s*$|\b(?:unknown|invalid|no such|unsupported) (?:route|path|endpoint|url|uri|api)\b|\bno (?:matching )?(?:route|handler)\b|\b(?:route|path|url|endpoint|page) (?:was |is )?(?:not (?:be )?found|does not exist|doesn't exist)|nothing here|no such api|(?:路由|接口|页面|路径)(?:不存在|未找到)/i;

const eitherMissing: StatusMeaning = {
  code: 'not-found',
  summary: 'The gateway found no such path, or no object with this ID',
  hint: 'Check the base URL: the gateway may not have this route. If it has, the ID may be wrong, expired or of another key.',
};

/**
 * Tells what a 404 means. Where the path contains nothing but the route, the model is missing if the message mentions a
 * model; the object is missing if the message names one, or says something that no router would say. Every other 404 is
 * about the path, and here the path is the route. Where the path contains an id, only words of a router are about the
 * route, and a bare "Not Found" may be about either.
 */
export function meaningOf404({ message, code }: GatewayError, fixedPath: boolean): StatusMeaning {
  const text = message ?? '';
  const words = `${withoutPaths(text)} ${code === '404' ? '' : (code ?? '')}`;
  if (fixedPath && aboutModel.test(words)) return { code: 'model-not-found' };
  if (ofRouter.test(text)) return { code: 'route-absent' };
  if (aboutResource.test(words)) return { code: 'not-found' };
  const isAboutPath = text === '' || aboutPath.test(text);
  if (!fixedPath) return isAboutPath ? eitherMissing : { code: 'not-found' };
  if (isAboutPath) return { code: 'route-absent' };
  return { code: 'not-found', hint: "The route may exist. See the gateway's message, and check the base URL." };
}

const ofMethod = /\b(?:route|router|endpoint|path|url|uri|method|verb)\b|路由|接口/i;
const cannotServe =
  /(?:does|do)(?: not|n['’]t) support|not supported|unsupported|disabled|not enabled|not available|turned off|start (?:it|the server) with|enable|不支持|未启用|未开启/i;

/**
 * Tells what a 501 means: the server has the route switched off, or the model cannot use it, where its words say so; a
 * router that names paths and methods does not have the route.
 */
export function meaningOf501({ message }: GatewayError): StatusMeaning {
  if (message === null || ofMethod.test(message) || !cannotServe.test(message)) return { code: 'route-absent' };
  if (/\bmodels?\b|模型/i.test(message))
    return {
      code: 'model-not-found',
      summary: 'The gateway does not serve this model on this route',
      hint: 'Select another model or route.',
    };
  return {
    code: 'route-absent',
    summary: 'The gateway has this route, but it is switched off',
    hint: "Its operator can turn it on; see the gateway's message.",
  };
}

/** Drops every word that contains a slash: paths only echo the request and say nothing about what exists. */
export const withoutPaths = (text: string): string => text.replace(/(?<!\S)\S*\/\S*/g, ' ');
