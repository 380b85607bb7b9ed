import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/support/browser.ts';

const { executablePath, env } = await findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'build/journeys',
  fullyParallel: true,
  // A journey computes for 5 s and takes twice that: two for each processor keep them busy.
  workers: availableParallelism() * 2,
  // Room for a slow machine; what hangs must still end. How fast things are is a matter for the benchmarks.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // A journey that passes only at the second try is named at the end of the run.
  retries: 1,
  reporter: [['line'], ['json', { outputFile: 'build/journeys.json' }]],
  use: {
    trace: 'on-first-retry',
    permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
    launchOptions: {
      executablePath,
      ...(env ? { env: { ...(process.env as Record<string, string>), ...env } } : {}),
      args: [
        // The packed browser runs without its own sandbox where the machine offers none (containers, root).
        '--no-sandbox',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
});
