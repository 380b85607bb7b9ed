import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test as base, chromium, expect } from '@playwright/test';
import { canariesIn, canaryKey } from '../support/exchange/canary.ts';
import { filesBelow } from '../support/files-below.ts';
import { startPatchbay } from '../support/patchbay-process.ts';
import { openDemoChat } from './support/patchbay.ts';

base('the profile of a browser in which a key was entered contains nothing of it', async ({ launchOptions }) => {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'patchbay-profile-'));
  const patchbay = await startPatchbay();
  const context = await chromium.launchPersistentContext(profile, launchOptions);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await openDemoChat(page, patchbay);
    await page.getByRole('link', { name: 'Connections' }).click();
    await page.getByRole('button', { name: 'Add key' }).click();
    await page.getByLabel('API key', { exact: true }).focus();
    await page.keyboard.insertText(canaryKey);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row').filter({ hasText: 'default' })).toContainText('Key rejected');
    // A closed browser has written everything to disk: storage, caches, history, form entries.
    await context.close();
    const files = filesBelow(profile);
    const visited = new URL(patchbay.address()).host;
    expect(files.some(({ bytes }) => bytes.includes(visited))).toBe(true);
    expect(files.flatMap(({ name, bytes }) => (canariesIn(bytes).length > 0 ? [name] : []))).toEqual([]);
  } finally {
    await context.close();
    await patchbay.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
