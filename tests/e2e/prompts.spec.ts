import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { openAt } from './support/open-at.ts';
import { sendParameter } from './support/parameters.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const search = (page: Page) => page.getByRole('combobox', { name: 'Search prompts' });
const active = (page: Page) => page.getByRole('option', { selected: true });

/** Saves the text of the composer as a prompt. */
async function saveAs(page: Page, name: string) {
  await page.getByRole('button', { name: 'Prompts', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Save as prompt…' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
}

test('a prompt is saved, inserted with / and filled, and managed, by keyboard alone', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await message(page).fill('Translate to {{language}}: {{text}}');
  await saveAs(page, 'Translate');
  await page.getByRole('textbox', { name: 'language', exact: true }).fill('German');
  expect(await axeViolations(page), 'the editor').toEqual([]);
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(message(page)).toBeFocused();
  await message(page).fill('Find bugs');
  await saveAs(page, 'Review');
  await page.keyboard.press('Enter');
  await expect(message(page)).toBeFocused();

  await message(page).fill('');
  await page.keyboard.type('/');
  await expect(search(page)).toBeFocused();
  await expect(active(page)).toContainText('Review');
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toContainText('Translate');
  await expect(search(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id')) ?? '');
  expect(await axeViolations(page), 'the list').toEqual([]);
  await page.keyboard.type('bugs');
  await expect(page.getByRole('option')).toHaveText([/Review/]);
  await page.keyboard.press('Enter');
  await expect(message(page)).toHaveValue('Find bugs');
  await expect(message(page)).toBeFocused();

  // A prompt with variables asks for their values; an empty field leaves its variable.
  await message(page).fill('');
  await page.keyboard.type('/trans');
  await expect(active(page)).toContainText('Translate');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'language' })).toHaveValue('German');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Good morning');
  expect(await axeViolations(page), 'the values').toEqual([]);
  await page.keyboard.press('Enter');
  await expect(message(page)).toHaveValue('Translate to German: Good morning');
  await expect(message(page)).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('manage saved');
  await page.keyboard.press('Enter');
  const library = page.getByRole('dialog', { name: 'Saved' });
  await expect(library.getByText('2 entries', { exact: true })).toBeVisible();
  expect(await axeViolations(page), 'the library').toEqual([]);
  await library.getByRole('button', { name: 'More actions for Review' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(library.getByText('1 entry', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(library.getByText('2 entries', { exact: true })).toBeVisible();
});

test('what is typed behind a slash at once is searched, and sends nothing', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await message(page).fill('Find bugs');
  await saveAs(page, 'Review');
  await page.keyboard.press('Enter');
  await expect(message(page)).toBeFocused();
  await page.reload();
  await expect(message(page)).toBeFocused();
  await message(page).fill('');
  await page.getByRole('button', { name: 'Prompts', exact: true }).waitFor();
  await page.keyboard.type('/revx');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(message(page)).toHaveValue('Find bugs');
  await expect(message(page)).toBeFocused();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('// and Escape type a slash, and nothing else opens the list', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await message(page).fill('');
  await page.keyboard.type('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('/');
  await expect(message(page)).toBeFocused();
  await expect(message(page)).toHaveValue('/');
  await message(page).fill('');
  await page.keyboard.type('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.type('etc');
  await page.keyboard.press('Escape');
  await expect(message(page)).toHaveValue('/etc');
  await page.keyboard.type('/hosts');
  await expect(message(page)).toHaveValue('/etc/hosts');
});

test('prompts leave as a file and are imported with a choice for names that are taken', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await message(page).fill('One');
  await saveAs(page, 'First');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Manage saved' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export all' }).click();
  const file = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  expect(file.prompts).toEqual([{ name: 'First', text: 'One' }]);

  const take = async (content: unknown) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import…' }).click();
    const buffer = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
    await (await choosing).setFiles({ name: 'prompts.json', mimeType: 'application/json', buffer });
  };
  await take('not a file of prompts');
  await expect(page.getByRole('alert')).toContainText('not JSON with prompts');
  await take({
    ...file,
    prompts: [
      { name: 'First', text: 'Changed' },
      { name: 'Second', text: 'Two' },
    ],
  });
  const dialog = page.getByRole('dialog', { name: 'Import' });
  await expect(dialog.getByText('Name is taken', { exact: true })).toBeVisible();
  expect(await axeViolations(page), 'the import').toEqual([]);
  await dialog.getByRole('radio', { name: 'Keep both' }).click();
  await dialog.getByRole('button', { name: 'Import 2 entries' }).click();
  await expect(page.getByText('3 entries', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^First 2/ })).toBeVisible();
});

test('every composer has the list, and the palette inserts into the open one', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await message(page).fill('A lighthouse at dawn');
  await saveAs(page, 'Lighthouse');
  await page.keyboard.press('Enter');
  await expect(message(page)).toBeFocused();
  const composers = {
    compare: 'Prompt for all lanes',
    images: 'Prompt',
    video: 'Prompt',
    audio: 'Text',
    realtime: 'instructions',
  };
  for (const [panel, name] of Object.entries(composers)) {
    await openAt(page, patchbay, { panel });
    if (panel === 'audio') await page.getByRole('radio', { name: 'Speech', exact: true }).click();
    if (panel === 'realtime') await sendParameter(page, 'instructions');
    const box = page.getByRole('textbox', { name, exact: true });
    await box.fill('');
    await box.press('/');
    await expect(search(page), panel).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(box, panel).toHaveValue('A lighthouse at dawn');
    await expect(box, panel).toBeFocused();
  }
  await openAt(page, patchbay, { panel: 'video' });
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true });
  await prompt.fill('');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('lighthouse');
  await page.getByRole('option', { name: /^Lighthouse/ }).click();
  await expect(prompt).toHaveValue('A lighthouse at dawn');
});
