import type http from 'node:http';
import { fault, type NetworkFault } from './network-failure.ts';

/** Informational answers (1xx) before an answer; servers that send any send one or two. */
const interimLimit = 100;

/** Gives up a request whose server sends more informational answers than one has a use for: each costs this side time. */
export function boundInterim(request: http.ClientRequest, place: string, stop: (found: NetworkFault) => void): void {
  let count = 0;
  request.on('information', () => {
    count += 1;
    if (count === interimLimit + 1)
      stop(
        fault(
          'protocol',
          `${place} sent more than ${interimLimit} informational answers (1xx) and no answer.`,
          'The request may have been processed. Report this to the operator of the gateway.',
          'maybe-processed',
        ),
      );
  });
}
