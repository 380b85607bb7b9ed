import { brokenResponses } from './broken-answers.ts';
import { unexpectedAnswers } from './odd-answers.ts';
import { packedResponses } from './packed-answers.ts';
import { refusals } from './refusals.ts';
import { silences } from './silences.ts';

/** Everything that can be wrong with a reachable gateway, by name. */
export const endpoints = {
  whole: (wire) => wire.speak(),
  ...silences,
  ...brokenResponses,
  ...unexpectedAnswers,
  ...packedResponses,
  ...refusals,
} satisfies Record<string, import('./fault-wire.ts').Fault>;

export type EndpointName = keyof typeof endpoints;
