import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Files start in a process of their own, and many start processes: what was compiled once, all of them take from here.
 * Half of the time of a program's start goes into making JavaScript of the sources.
 */
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'build/compiled');

/** Rooms of the core whose tests leave nothing behind in their process. */
const sharing =
  'tests/unit/electron/core/{checks,connections,exchange,export,files,http,keys,library,limits,media,models,readers,redaction,verdict}/**/*.test.ts';

/** One process for many files; no stand-in of a test may outlive it. */
const shared = { isolate: false, unstubGlobals: true, setupFiles: ['tests/support/sharing.ts'] };

export default defineConfig({
  test: {
    // Core tests talk over real sockets: a slow machine needs room, a hang must still end.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Sockets, processes and disks of a busy machine; the test run names what passed only at the second try.
    retry: 1,
    // Most tests wait for sockets, timers and processes: one worker more than there are processors keeps these busy.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['tests/support/memory-folder.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'page',
          include: ['tests/unit/{renderer,shared}/**/*.test.{ts,tsx}'],
          // They end no process and count no socket: loading the modules once instead of 140 times saves two thirds.
          ...shared,
          // Nothing here waits for the machine: a failure is a defect.
          retry: 0,
        },
      },
      {
        extends: true,
        test: { name: 'core', include: [sharing], ...shared },
      },
      {
        extends: true,
        test: {
          name: 'hosts',
          include: ['tests/{unit,architecture,fault-matrix}/**/*.test.ts'],
          exclude: ['tests/unit/{renderer,shared}/**', sharing],
        },
      },
    ],
  },
});
