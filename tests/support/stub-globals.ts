import { afterAll, beforeAll, expect, vi } from 'vitest';

/** Puts stand-ins in the place of globals, for this test alone: before the next one they are gone. */
export function stubGlobals(standIns: Record<string, unknown>): void {
  for (const [name, standIn] of Object.entries(standIns)) vi.stubGlobal(name, standIn);
}

/** For files that share one process: what a file leaves among the globals would change what the next one sees. */
export function watchGlobals(): void {
  let before: string[];
  beforeAll(() => {
    before = Object.getOwnPropertyNames(globalThis);
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    const left = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
    expect(left, 'globals that this file left behind: use stubGlobals').toEqual([]);
  });
}
