// Updates the animation of the README: the first minute with the demo gateway. npm run animation. It needs ffmpeg.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../tests/support/browser.ts';
import { startPatchbay } from '../tests/support/patchbay-process.ts';

const target = 'docs/guide/first-minute.gif';
const framesPerSecond = 6;
const size = { width: 1200, height: 750 };

if (spawnSync('ffmpeg', ['-version']).status !== 0)
  throw new Error('ffmpeg is missing: install it, and run this again.');

/** Plays what a new user does; each pause is long enough to read what is shown. */
async function play(page: Page): Promise<void> {
  const main = (name: string) => page.getByRole('main', { name, exact: true });
  await page.waitForTimeout(1_500);
  await page.getByRole('button', { name: /Start demo gateway/ }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.waitFor();
  await message.pressSequentially('Compare apples and pears in a table', { delay: 45 });
  await page.waitForTimeout(300);
  await message.press('Enter');
  await page.getByRole('article').getByRole('table').waitFor();
  await page.waitForTimeout(1_500);
  await page.keyboard.press('Control+j');
  await page.getByRole('tab', { name: /Events/ }).click();
  await page.waitForTimeout(2_500);
  await page.keyboard.press('Control+j');
  await page.getByRole('link', { name: 'Checks', exact: true }).click();
  await main('Checks').waitFor();
  await page.waitForTimeout(600);
  await page.getByRole('button', { name: /What can this key access/ }).click();
  await page.waitForTimeout(1_200);
  await page.getByRole('button', { name: /^Check \d+ cells?, \d+ calls?$/ }).click();
  await page.getByText('Completed', { exact: true }).first().waitFor();
  await page.waitForTimeout(600);
  await page.getByRole('gridcell').first().click();
  await page.waitForTimeout(2_500);
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-film-'));
const found = await findChromium();
const browser = await chromium.launch({
  ...found,
  args: ['--no-sandbox'],
});
const patchbay = await startPatchbay();
try {
  const page = await browser.newPage({ viewport: size, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(patchbay.address());
  await page.getByRole('button', { name: /Start demo gateway/ }).waitFor();
  const playing = { now: true };
  const played = play(page).finally(() => Object.assign(playing, { now: false }));
  const started = performance.now();
  for (let frame = 0; playing.now; frame += 1) {
    await page.screenshot({ path: path.join(folder, `${String(frame).padStart(4, '0')}.png`) });
    await page.waitForTimeout(Math.max(0, ((frame + 1) * 1000) / framesPerSecond - (performance.now() - started)));
  }
  await played;
  const filter =
    'scale=900:-1:flags=lanczos,mpdecimate,split[a][b];[a]palettegen=max_colors=96:stats_mode=diff[p];[b][p]paletteuse=dither=none:diff_mode=rectangle';
  const frames = ['-framerate', String(framesPerSecond), '-i', path.join(folder, '%04d.png')];
  const { status, stderr } = spawnSync('ffmpeg', ['-y', '-v', 'error', ...frames, '-vf', filter, target]);
  if (status !== 0) throw new Error(`ffmpeg failed: ${stderr}`);
} finally {
  await patchbay.close();
  await browser.close();
  rmSync(folder, { recursive: true });
}
