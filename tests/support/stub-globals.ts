import { afterAll, beforeAll, expect, vi } from 'vitest';

/** Stubs globals for this test alone: they are restored before the next one. */
export function stubGlobals(standIns: Record<string, unknown>): void {
  for (const [name, standIn] of Object.entries(standIns)) vi.stubGlobal(name, standIn);
}

/** For files that share one process: a stub left by one file would change what the next one sees. */
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
