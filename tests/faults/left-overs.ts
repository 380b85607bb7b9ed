import { setTimeout as pause } from 'node:timers/promises';

const counted = ['TCPSocketWrap', 'TCPServerWrap', 'TLSWrap', 'Timeout', 'Immediate', 'FSReqCallback', 'FSReqPromise'];

function count(): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo())
    if (counted.includes(name)) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

/**
 * What keeps this process alive now: sockets, servers, timers, file work. Afterwards `gone` resolves once nothing of it is
 * more than it was; it does not when something was left behind, and the test's own time limit tells that.
 */
export function watchLeftOvers(): { gone(): Promise<void> } {
  const before = count();
  return {
    async gone() {
      while ([...count()].some(([name, now]) => now > (before.get(name) ?? 0))) await pause(5);
    },
  };
}
