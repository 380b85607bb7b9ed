// Makes the pictures of the README from the running product: npm run pictures
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findChromium } from '../tests/browser.ts';
import { startPatchbay } from '../tests/journeys/patchbay.ts';

const { executablePath, env } = await findChromium();
const browser = await chromium.launch({
  executablePath,
  ...(env ? { env: { ...(process.env as Record<string, string>), ...env } } : {}),
  args: ['--no-sandbox'],
});
const patchbay = await startPatchbay();
mkdirSync('docs', { recursive: true });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  await page.goto(patchbay.address());
  await page.getByRole('button', { name: /Start the demo gateway/ }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Compare server-sent events and WebSockets in a table');
  await message.press('Enter');
  await page.keyboard.press('Control+j');
  await page.getByRole('tab', { name: /Events/ }).click();
  await page.waitForTimeout(3500);
  await page.screenshot({ path: 'docs/chat.png' });
} finally {
  await browser.close();
  await patchbay.close();
}
