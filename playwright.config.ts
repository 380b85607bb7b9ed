import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/support/browser.ts';

const found = await findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'build/journeys',
  globalSetup: './tests/support/memory-folder.ts',
  fullyParallel: true,
  // A test computes for 5 s and takes twice that: two workers per processor keep them busy.
  workers: availableParallelism() * 2,
  // Allows for a slow machine; a hang must still end. Speed is measured by the benchmarks.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // A test that passes only on the second attempt is named at the end of the run.
  retries: 1,
  reporter: [['line'], ['json', { outputFile: 'build/journeys.json' }]],
  use: {
    trace: 'on-first-retry',
    permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
    launchOptions: {
      ...found,
      args: [
        // The bundled browser runs without its own sandbox where the machine offers none (containers, root).
        '--no-sandbox',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
});
