import { arrayReply } from '#demo/responses/reply.ts';
import { faultsOf } from '#demo/scenarios/fault.ts';
import { contentless, isFinal, mapCandidates, native } from '#demo/scenarios/native-faults.ts';

/** Refusals on every text route, and quirks of the native protocol. */
export const nativeFaults = faultsOf(
  `
  native-empty-content | native
  native-array | native
  native-null-finish | native
`,
  {
    'native-empty-content': native((reply) =>
      mapCandidates(contentless(reply), (candidate) => ({ ...candidate, content: {}, finishReason: 'SAFETY' })),
    ),
    'native-array': native((reply) => (reply.form === 'events' ? arrayReply(reply.steps, 'native') : reply)),
    'native-null-finish': native((reply) =>
      mapCandidates(reply, (candidate) =>
        isFinal(candidate) ? candidate : { ...candidate, finishReason: null, safetyRatings: null },
      ),
    ),
  },
);
