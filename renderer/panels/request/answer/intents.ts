import type { Intent } from '../../../ui/base/intent.ts';
import type { RequestResult } from '../model/fold-answer.ts';

/** The colour of each state, in the patch line and above the response. */
export const intents: Record<RequestResult['state'], Intent> = {
  running: 'live',
  done: 'ok',
  'done-with-warnings': 'odd',
  interrupted: 'bad',
  failed: 'bad',
  cancelled: 'neutral',
};
