import { brokenAnswers } from './broken-answers.ts';
import { oddAnswers } from './odd-answers.ts';
import { packedAnswers } from './packed-answers.ts';
import { refusals } from './refusals.ts';
import { silences } from './silences.ts';

/** Everything that can be wrong with a gateway that was reached, by name. */
export const endpoints = {
  whole: (wire) => wire.speak(),
  ...silences,
  ...brokenAnswers,
  ...oddAnswers,
  ...packedAnswers,
  ...refusals,
} satisfies Record<string, import('./fault-wire.ts').Fault>;

export type EndpointName = keyof typeof endpoints;
