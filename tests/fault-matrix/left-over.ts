import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'vitest';
import { canariesIn } from '../support/exchange/canary.ts';

/** What keeps a program from exiting: sockets, servers, files and timers, by kind. Timers of the test runner included. */
export const active = (): number =>
  process.getActiveResourcesInfo().filter((kind) => /^(?:TCPSocketWrap|TLSWrap|Timeout|FSReqPromise)$/.test(kind))
    .length;

/** Fails unless no more than `before` is active after everything in flight has ended. */
export async function expectNothingMore(before: number): Promise<void> {
  const began = performance.now();
  while (active() > before && performance.now() - began < 5000) await nextTurn();
  expect(active(), process.getActiveResourcesInfo().join()).toBeLessThanOrEqual(before);
}

/** Fails when the canary key is in any file of a folder, in any spelling. */
export function expectNoCanary(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (statSync(file).isFile()) expect([name, canariesIn(readFileSync(file))]).toEqual([name, []]);
  }
}
