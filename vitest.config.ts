import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Core tests talk over real sockets: a slow machine needs room, a hang must still end.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests wait for sockets, timers and processes: one worker more than there are processors keeps these busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'page',
          include: ['tests/unit/{renderer,shared}/**/*.test.{ts,tsx}'],
          // They hold no sockets and end nothing: loading the page's modules once instead of 140 times saves two thirds.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'core',
          include: ['tests/unit/**/*.test.ts', 'tests/house/**/*.test.ts'],
          exclude: ['tests/unit/{renderer,shared}/**'],
        },
      },
    ],
  },
});
