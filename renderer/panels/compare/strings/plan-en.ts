import { formatCount } from '#shared/format.ts';
import { common } from '../../../lib/i18n/strings/common.ts';

/** Strings of what a run would send, and where it stops. */
export const plan = {
  sheetTitle: 'Run sheet',
  lanesTitle: 'Run lanes',
  resumeTitle: 'Resume run',
  cancel: common.cancel,
  planning: 'The plan is being made.',
  blocked: 'Fix the problem first.',
  text: (calls: string, tokens: string) =>
    `${calls} requests, about ${tokens} tokens. This is a rough estimate: input from the length of the prompts, output from the token limits of the lanes.`,
  cost: (money: string) => `Cost by the same estimate: ${money}.`,
  unpriced: (letters: string) => `Without a price, so not in the cost: ${letters}.`,
  unlimited: (letters: string) => `Without a token limit, so their output is not in the estimate: ${letters}.`,
  judge: (calls: string, tokens: string) => `Then ${calls} requests to the judge, about ${tokens} tokens.`,
  judgeCost: (calls: string, tokens: string, money: string) =>
    `Then ${calls} requests to the judge, about ${tokens} tokens, ${money}.`,
  willStop: (calls: string) => `The run stops after ${calls} requests, because of the limit below.`,
  resume: (count: number, used: string) =>
    `${count === 1 ? '1 request was' : `${formatCount(count)} requests were`} not sent. Used so far: ${used}. Limits apply to the whole run.`,
  used: (calls: string, tokens: string) => `${calls} requests, ${tokens} tokens`,
  usedCost: (calls: string, tokens: string, money: string) => `${calls} requests, ${tokens} tokens, ${money}`,
  concurrency: 'Concurrency',
  perMinute: 'Max requests per minute',
  maxRequests: 'Max requests',
  maxTokens: 'Max tokens',
  maxCost: 'Max cost',
  noLimit: 'No limit',
  start: (count: number, calls: string) => (count === 1 ? 'Send 1 request' : `Send ${calls} requests`),
};
