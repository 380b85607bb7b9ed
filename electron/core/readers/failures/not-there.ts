import type { GatewayError } from '../gateway-error.ts';
import type { StatusMeaning } from './statuses.ts';
import { withoutPaths } from './without-paths.ts';

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
export function notThere({ message, code }: GatewayError): StatusMeaning {
  const said = message ?? '';
  const words = `${withoutPaths(said)} ${code ?? ''}`;
  if (aboutModel.test(words)) return { code: 'model-not-found' };
  if (plainServer.test(said)) return { code: 'route-absent' };
  if (aboutThing.test(words)) return { code: 'not-found' };
  if (said === '' || aboutPath.test(said)) return { code: 'route-absent' };
  return { code: 'not-found', hint: 'The route may exist: read what the gateway said, and check the base address.' };
}
