import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { openAt } from './support/open-at.ts';
import { expect, test } from './support/patchbay.ts';

const lane = (page: Page, letter: string) => page.getByRole('article', { name: new RegExp(`^Lane ${letter}:`) });
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt for all lanes' });
const done = (page: Page) => expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();

test('an image draft goes to Compare, and its images are shown side by side and in full', async ({
  page,
  patchbay,
}) => {
  await openAt(page, patchbay, { panel: 'images', model: 'demo-image' });
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('A lighthouse at dusk');
  await page.getByRole('button', { name: 'Compare with…' }).press('Enter');
  await expect(prompt(page)).toHaveValue('A lighthouse at dusk');
  await expect(lane(page, 'A').getByText('Images', { exact: true })).toBeVisible();
  // One lane alone is no comparison: the models are open.
  await page.getByRole('combobox', { name: 'Search models or enter an ID' }).fill('demo-image-url');
  await page.keyboard.press('Enter');
  await expect(lane(page, 'B').getByText('Images', { exact: true })).toBeVisible();
  await prompt(page).press('Enter');
  for (const letter of ['A', 'B'])
    await expect(lane(page, letter).getByRole('img', { name: 'Image' })).toHaveJSProperty('complete', true);
  await done(page);
  expect(await axeViolations(page), 'images side by side').toEqual([]);

  const figures = page.getByRole('table', { name: 'Figures by lane' });
  await expect(figures.getByRole('columnheader', { name: 'Total' })).toBeVisible();
  await expect(figures.getByRole('columnheader', { name: 'TTFT' })).toHaveCount(0);
  await lane(page, 'A').getByRole('button', { name: 'Image', exact: true }).press('Enter');
  const viewer = page.getByRole('application', { name: 'demo-image, image 1 of 2' });
  await expect(viewer).toBeVisible();
  await viewer.press('ArrowRight');
  await expect(page.getByRole('application', { name: 'demo-image-url, image 2 of 2' })).toBeVisible();
  expect(await axeViolations(page), 'the viewer').toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('application')).toHaveCount(0);

  // The run belongs to the core.
  await page.reload();
  await expect(lane(page, 'B').getByRole('img', { name: 'Image' })).toBeVisible();
});

test('a speech draft goes to Compare with its voice, and each lane has a player', async ({ page, patchbay }) => {
  await openAt(page, patchbay, { panel: 'audio', model: 'demo-whisper' });
  await page.getByRole('radio', { name: 'Speech', exact: true }).click();
  await page.getByRole('button', { name: 'Select a model' }).click();
  await page.getByRole('combobox', { name: 'Search models or enter an ID' }).fill('demo-tts');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Good morning');
  await page.getByRole('button', { name: 'Compare with…' }).press('Enter');
  await expect(prompt(page)).toHaveValue('Good morning');
  await expect(page.getByRole('combobox', { name: 'Search models or enter an ID' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions of lane A' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Duplicate lane' }).press('Enter');
  await lane(page, 'B')
    .getByRole('button', { name: /^Edit lane B/ })
    .press('Enter');
  await page.getByRole('switch', { name: 'Own parameters' }).press('Space');
  await page.getByRole('textbox', { name: 'voice' }).fill('coral');
  await page.getByRole('button', { name: 'Close' }).last().press('Enter');
  await prompt(page).press('Enter');
  await expect(lane(page, 'A').locator('audio')).toBeVisible();
  await expect(lane(page, 'B').locator('audio')).toBeVisible();
  await done(page);
  expect(await axeViolations(page), 'players').toEqual([]);
  await lane(page, 'B').getByRole('button', { name: 'View request' }).press('Enter');
  await page.getByRole('tab', { name: 'Request', exact: true }).click();
  await expect(page.getByRole('tabpanel').getByText('coral')).toBeVisible();
});
