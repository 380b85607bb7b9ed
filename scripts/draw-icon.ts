// Draws build-resources/icon.png, 1024 pixels square, from mark.svg. Run it after changing the mark; the other sizes
// and formats are created from it when the app is packaged.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../tests/support/browser.ts';

const folder = path.join(import.meta.dirname, '../build-resources');
const mark = readFileSync(path.join(folder, 'mark.svg'), 'utf8').replace(
  / width="28" height="28"/,
  ' width="1024" height="1024"',
);
const found = await findChromium();
const browser = await chromium.launch({
  ...found,
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1024, height: 1024 } });
await page.setContent(`<style>body{margin:0}svg{display:block}</style>${mark}`);
await page.screenshot({ omitBackground: true, path: path.join(folder, 'icon.png') });
await browser.close();
