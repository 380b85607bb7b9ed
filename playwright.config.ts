import { defineConfig } from '@playwright/test';
import { findChromium } from './tests/browser.ts';

const { executablePath, env } = await findChromium();

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'build/journeys',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  reporter: [['line'], ['json', { outputFile: 'build/journeys.json' }]],
  use: {
    trace: 'retain-on-failure',
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
