import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/house/**/*.test.ts'],
    // Core tests talk over real sockets: a slow machine needs room, a hang must still end.
    testTimeout: 30_000,
    // Most tests wait for sockets, timers and processes: one worker more than there are processors keeps these busy.
    maxWorkers: availableParallelism() + 1,
  },
});
