import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from './desktop.ts';

test('a start without a display serves a working playground, and says so in one line', async ({ page }) => {
  test.skip(process.platform !== 'linux', 'other systems always have a display');
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATCHBAY_DATA_DIR: await mkdtemp(path.join(os.tmpdir(), 'patchbay-')),
  };
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'PATCHBAY_HOST']) delete env[name];
  const child = spawn(process.execPath, ['scripts/start.mjs', '--no-open', '--port', '0'], { cwd: root, env });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  try {
    await expect
      .poll(() => said.stdout, { timeout: 30_000 })
      .toMatch(/^Patchbay is running at http:\/\/127\.0\.0\.1:\d+\/#token=\S+\n$/);
    expect(said.stderr).toContain('Patchbay opens in the browser: this machine has no display.');
    await page.goto(said.stdout.trim().split(' ').at(-1) ?? '');
    await expect(page).toHaveTitle(/Patchbay/);
    await expect(page.locator('#root > *').first()).toBeVisible();
  } finally {
    child.kill('SIGINT');
  }
  const [status] = await once(child, 'close');
  expect(status).toBe(0);
  expect(said.stdout.split('\n')).toHaveLength(2);
});
