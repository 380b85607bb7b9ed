import type { Reply, Step } from '../responses/reply.ts';

const message = 'The upstream stopped answering: quota of this channel is used up';

/** An error as each protocol reports it inside a stream whose status was already 200. */
export function inBandError(reply: Reply): Step {
  if (reply.dialect === 'responses') {
    const document = { type: 'error', code: 'insufficient_quota', message, param: null };
    return { do: 'send', mark: 'frame', event: 'error', document };
  }
  const error =
    reply.dialect === 'native'
      ? { code: 429, message, status: 'RESOURCE_EXHAUSTED' }
      : { message, type: 'insufficient_quota', param: null, code: 'insufficient_quota' };
  return { do: 'send', mark: 'frame', document: { error } };
}

/** The sign that ends a chat stream, for the forms that know it. */
export const doneSign = (reply: Reply): Step[] =>
  reply.form === 'events' ? [{ do: 'send', mark: 'done', document: '[DONE]' }] : [];
