import type http from 'node:http';
import { fault, type NetworkFault } from './network-failure.ts';

/** Maximum informational responses (1xx) before a response; servers that send any send one or two. */
const interimLimit = 100;

/** Ends a request whose server sends an unreasonable number of informational responses: each costs this side time. */
export function boundInterim(request: http.ClientRequest, endpoint: string, stop: (found: NetworkFault) => void): void {
  let count = 0;
  request.on('information', () => {
    count += 1;
    if (count === interimLimit + 1)
      stop(
        fault(
          'protocol',
          `${endpoint} sent more than ${interimLimit} informational responses (1xx) and no final response.`,
          "The request may have been processed. Report this to the gateway's operator.",
          'maybe-processed',
        ),
      );
  });
}
