import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Every test file runs in its own process, and many start processes: all of them share this compile cache. Half of a
 * program's start time is spent compiling the sources to JavaScript.
 */
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'build/compiled');

/** Folders of the core whose tests leave nothing behind in their process. */
const sharing =
  'tests/unit/electron/core/{checks,connections,exchange,export,files,http,keys,library,limits,media,models,readers,redaction,verdict}/**/*.test.ts';

/** One process for many files; no mock of a test may outlive it. */
const shared = { isolate: false, unstubGlobals: true, setupFiles: ['tests/support/sharing.ts'] };

export default defineConfig({
  test: {
    // Core tests use real sockets: a slow machine needs time, a hang must still end.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Sockets, processes and disks of a busy machine; the test run names what passed only on the second attempt.
    retry: 1,
    // As on CI: a snapshot without a test, and a test without its snapshot, fail.
    update: 'none',
    // Most tests wait for sockets, timers and processes: one more worker than processors keeps these busy.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['tests/support/memory-folder.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'page',
          include: ['tests/unit/{renderer,shared}/**/*.test.{ts,tsx}'],
          // They end no process and count no sockets: loading the modules once instead of 140 times saves two thirds.
          ...shared,
          setupFiles: [...shared.setupFiles, 'tests/support/panel-strings.ts'],
          // Nothing here depends on the machine: a failure is a defect.
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
          include: ['tests/{unit,architecture,fault-matrix,wire}/**/*.test.ts'],
          exclude: ['tests/unit/{renderer,shared}/**', sharing],
        },
      },
    ],
  },
});
