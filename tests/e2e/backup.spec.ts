import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Patchbay } from '../support/patchbay-process.ts';
import { expect, openDemoChat, panelIsThere, test, unsentIsKept } from './support/patchbay.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await panelIsThere(page, 'Settings');
}

async function openChat(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await panelIsThere(page, 'Chat');
}

async function write(page: Page, patchbay: Patchbay, text: string): Promise<void> {
  await message(page).fill(text);
  await unsentIsKept(page, patchbay);
}

async function startAgain(page: Page, patchbay: Patchbay): Promise<void> {
  await page.goto('about:blank');
  await patchbay.kill();
  await patchbay.start();
  await page.goto(patchbay.address());
}

test('a full backup is saved, restored after a restart, and the previous state can be recovered', async ({
  page,
  patchbay,
}) => {
  await openDemoChat(page, patchbay);
  await openSettings(page);
  await test.step('a file that is not a backup is rejected, and nothing changes', () =>
    restoreOtherFile(page, patchbay));
  await openChat(page);
  await write(page, patchbay, 'written before the backup');
  await openSettings(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Back up everything' }).click();
  const file = await (await download).path();
  await expect(page.getByText(/^Saved patchbay-backup-.*\.tar$/)).toBeVisible();
  expect(readFileSync(file).includes('written before the backup')).toBe(true);

  await openChat(page);
  await write(page, patchbay, 'written after the backup');
  await openSettings(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Restore from file…' }).click();
  await (await chooser).setFiles(file);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText(/will be restored the next time Patchbay starts/)).toBeVisible();

  await startAgain(page, patchbay);
  await expect(page.getByText(/^The backup of .* was restored\./)).toBeVisible();
  await openChat(page);
  await expect(message(page)).toHaveValue('written before the backup');

  await openSettings(page);
  const aside = page.getByRole('list', { name: 'Archived data' });
  await aside.getByRole('button', { name: /^Restore the backup from/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText(/will be restored the next time Patchbay starts/)).toBeVisible();
  await startAgain(page, patchbay);
  await openChat(page);
  await expect(message(page)).toHaveValue('written after the backup');

  await openSettings(page);
  const removals = aside.getByRole('button', { name: /^Delete the data archived/ });
  await removals.first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(removals).toHaveCount(1);
  expect(readdirSync(patchbay.dataFolder).filter((name) => /before-restore.*\.db$/.test(name))).toHaveLength(1);
});

async function restoreOtherFile(page: Page, patchbay: Patchbay): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Restore from file…' }).click();
  await (await chooser).setFiles({
    name: 'holiday.tar',
    mimeType: 'application/x-tar',
    buffer: Buffer.alloc(4096, 'x'),
  });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText("The backup isn't a Patchbay backup.")).toBeVisible();
  await expect(page.getByText(/lies ready/)).toHaveCount(0);
  expect(readdirSync(path.join(patchbay.dataFolder, 'files'))).toEqual([]);
}
