import type { GatewayError } from '../gateway-error.ts';
import type { GatewayFailureCode } from './wording.ts';

const aboutModel = /\b(?:models?|deployments?)\b|模型/i;
/** What the body of a request may name, and a gateway may not find. */
const aboutThing =
  /\b(?:tasks?|videos?|files?|responses?|conversations?|items?|voices?|prompts?|containers?|vector stores?|batch(?:es)?)\b|(?:task|video|response|file)_/i;
const addresses = /\S*\/\S*/g;
/** What llama.cpp and plain file servers say of every unknown path. */
const plainServer = /^\s*file not found\.?\s*$/i;

/**
 * What a 404 means where the path names nothing but the route: the model is not there if it speaks about a model, or the
 * thing if it names one. Every other 404 is about the path, and the path is the route.
 */
export function notThere({ message, code }: GatewayError): GatewayFailureCode {
  const words = `${(message ?? '').replace(addresses, '')} ${code ?? ''}`;
  if (aboutModel.test(words)) return 'model-not-found';
  return aboutThing.test(words) && !plainServer.test(message ?? '') ? 'not-found' : 'route-absent';
}
