import type { Page } from '@playwright/test';
import { countedUser } from './support/counted-acts.ts';
import { cards, gallery, isDrawn, openImages, pickModel, prompt, send, stage, stands } from './support/image-steps.ts';
import { leaveOut, parameter, sendParameter } from './support/parameters.ts';
import { expect, panelIsThere, test } from './support/patchbay.ts';

test('images are generated, measured and stored, and the gallery is searched and cleared', async ({
  page,
  patchbay,
}) => {
  await openImages(page, patchbay);
  await test.step('an image links to its exchange and back', () => generate(page));
  await test.step('URLs are downloaded, and the revised prompt is shown beside the original one', () =>
    generateByUrl(page));
  await test.step('the gallery is searched, starred and cleared, and restores what was deleted', () =>
    tidyGallery(page));
  await test.step('the legacy route for texts opens in Request, as a form', () => editText(page));
});

async function generate(page: Page): Promise<void> {
  await pickModel(page, 'demo-image');
  await send(page, 'A red fox in the snow');
  await stands(page, 'Completed');
  await isDrawn(stage(page).getByRole('img', { name: 'A red fox in the snow' }));
  await expect(stage(page)).toContainText('1024 × 1024');
  await stage(page).getByRole('button', { name: 'Details' }).click();
  await expect(stage(page).getByRole('row', { name: /^size/ })).toContainText('1024x1024 (auto)');
  await expect(stage(page)).toContainText('1.0 MP');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).locator('img')).toHaveAttribute('src', /\/files\//);
  await stage(page).getByRole('button', { name: 'View request', exact: true }).click();
  await expect(page.getByRole('tab', { name: /Response/ })).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await panelIsThere(page, 'Images');
  await stands(page, 'Completed');
  // Sent text leaves the box, so that Enter sends it once; it can be restored.
  await expect(prompt(page)).toHaveValue('');
  await prompt(page).press('Enter');
  await expect(page.getByRole('main').getByText('Enter a prompt.', { exact: true })).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await prompt(page).press('ArrowUp');
  await expect(prompt(page)).toHaveValue('A red fox in the snow');
}

async function generateByUrl(page: Page): Promise<void> {
  await pickModel(page, 'demo-image-url');
  await sendParameter(page, 'response_format');
  await page.getByRole('radio', { name: 'url', exact: true }).click();
  await send(page, 'A teapot');
  await stands(page, 'Completed');
  await isDrawn(stage(page).getByRole('img', { name: 'A teapot' }));
  await expect(stage(page).getByRole('region', { name: 'Revised prompt' })).toContainText('following scene');
}

async function tidyGallery(page: Page): Promise<void> {
  await send(page, 'A blue boat');
  await stands(page, 'Completed');
  await expect(cards(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Search gallery' }).click();
  await page.getByRole('textbox', { name: 'Search gallery' }).fill('boat');
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Search gallery' }).press('Escape');
  await viewWithKeys(page);
  await gallery(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('s');
  await expect(cards(page).first()).toHaveAccessibleName(/Starred/);
  await page.keyboard.press('Shift+End');
  await expect(page.getByRole('toolbar', { name: '3 selected' })).toBeVisible();
  await cards(page)
    .nth(1)
    .click({ modifiers: ['Control'] });
  await expect(page.getByRole('toolbar', { name: '2 selected' })).toBeVisible();
  await gallery(page).press(' ');
  await expect(page.getByRole('toolbar', { name: '3 selected' })).toBeVisible();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No images yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards(page)).toHaveCount(3);
}

/** Arrow keys lead through the gallery and the stage, and the focus stays where it was. */
async function viewWithKeys(page: Page): Promise<void> {
  await gallery(page).focus();
  await page.keyboard.press('Home');
  await expect(stage(page).getByRole('img', { name: 'A blue boat' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(stage(page).getByRole('img', { name: 'A teapot' })).toBeVisible();
  await expect(gallery(page)).toBeFocused();
  const viewer = stage(page).getByRole('application', { name: 'Image' });
  const image = viewer.getByRole('img');
  await viewer.focus();
  await page.keyboard.press('ArrowRight');
  await isDrawn(viewer.getByRole('img', { name: 'A red fox in the snow' }));
  await expect(viewer).toBeFocused();
  await page.keyboard.press('1');
  expect((await image.boundingBox())?.width).toBe(1024);
  const before = await image.boundingBox();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await image.boundingBox())?.x).toBeLessThan(before?.x ?? 0);
  await page.keyboard.press('0');
  await expect.poll(async () => (await image.boundingBox())?.width).toBeLessThan(1024);
  await page.keyboard.press('f');
  await expect(viewer).toHaveCSS('width', `${page.viewportSize()?.width}px`);
  await page.keyboard.press('Escape');
  await expect(viewer).not.toHaveCSS('width', `${page.viewportSize()?.width}px`);
}

async function editText(page: Page): Promise<void> {
  await expect(page.getByRole('radio', { name: 'Text edit' })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Search panels/ })).toBeFocused();
  await page.keyboard.type('edits');
  await page.getByRole('option', { name: /^POST \/v1\/edits/ }).click();
  await panelIsThere(page, 'Request');
  await page.getByRole('textbox', { name: 'model', exact: true }).fill('demo-edit');
  await page.getByRole('textbox', { name: 'input', exact: true }).fill('the boat is red');
  await page.getByRole('textbox', { name: 'instruction', exact: true }).fill('Make it upper case');
  await page.getByRole('button', { name: /^Send/ }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response.getByText('200', { exact: true })).toBeVisible();
  await expect(response).toContainText('THE BOAT IS RED');
}

test('parallel requests, a reload during a run, and a stream without its image', async ({ page, patchbay }) => {
  await openImages(page, patchbay);
  await test.step('three streamed images take three acts once previews are on', () => streamThree(page));
  await test.step('several images are requested one per request, in parallel', () => generateSeveral(page));
  await test.step('a reload during a run follows the same exchange to its end', () => reloadDuringRun(page));
  await leaveOut(page, 'size');
  await test.step('previews appear as they arrive, and stay when the stream ends without the image', () =>
    keepPreviews(page));
  await test.step('one prompt goes to several models, and a failing one hides none of the others', () =>
    sendToSeveral(page));
});

async function streamThree(page: Page): Promise<void> {
  await pickModel(page, 'demo-image');
  const user = countedUser(page);
  const count = page.getByRole('radiogroup', { name: 'Images', exact: true });
  await prompt(page).focus();
  await page.getByRole('group', { name: 'Aspect ratio' }).getByRole('button', { name: '3:2' }).click();
  await page.getByRole('button', { name: 'Previews', exact: true }).click();
  await user.click(count.getByRole('radio', { name: '3' }));
  await user.type('Three boats');
  await user.press('Enter');
  expect(user.acts()).toBe(3);
  await stands(page, 'Completed');
  // A busy page can get the final image before it has drawn a preview. That previews are drawn is tested below.
  await page.keyboard.press('Control+j');
  const drawer = page.getByRole('region', { name: 'Wire', exact: true });
  await drawer.getByRole('tab', { name: 'Request', exact: true }).click();
  await expect(drawer).toContainText('"partial_images": 2');
  await drawer.getByRole('tab', { name: 'Events' }).click();
  await expect(drawer).toContainText('image_generation.partial_image');
  await page.keyboard.press('Control+j');
  await expect(stage(page).getByRole('list', { name: 'All images' }).getByRole('button')).toHaveCount(3);
  await expect(stage(page)).toContainText('1536 × 1024');
  await count.getByRole('radio', { name: '1' }).click();
  await page.getByRole('button', { name: 'Previews', exact: true }).click();
  await page.getByRole('group', { name: 'Aspect ratio' }).getByRole('button', { name: 'auto' }).click();
  await page.getByRole('button', { name: 'Recent prompts' }).click();
  await page.getByRole('menuitem', { name: 'Three boats' }).click();
  await expect(prompt(page)).toHaveValue('Three boats');
  await expect(prompt(page)).toBeFocused();
}

async function generateSeveral(page: Page): Promise<void> {
  await pickModel(page, 'demo-image-small');
  await page.getByRole('radiogroup', { name: 'Images', exact: true }).getByRole('radio', { name: '3' }).click();
  await expect(page.getByRole('switch', { name: /separate requests/ })).toBeChecked();
  await send(page, 'A boat');
  await stands(page, 'Completed');
  await expect(stage(page).getByRole('list', { name: 'All images' }).getByRole('button')).toHaveCount(3);
  await page.getByRole('link', { name: 'Wire' }).click();
  await panelIsThere(page, 'Wire');
  await expect(page.getByText('/v1/images/generations')).toHaveCount(6);
  await page.getByRole('link', { name: 'Images' }).click();
  await page.getByRole('switch', { name: /separate requests/ }).uncheck();
  await leaveOut(page, 'n');
}

async function reloadDuringRun(page: Page): Promise<void> {
  await pickModel(page, 'demo-image-free');
  const size = page.getByRole('group', { name: 'size', exact: true });
  await size.getByRole('combobox').click();
  await page.getByRole('option', { name: '2560×1440' }).click();
  await send(page, 'A city skyline at night');
  await stands(page, 'Running');
  await expect(cards(page)).toHaveCount(3);
  await page.reload();
  await panelIsThere(page, 'Images');
  await expect(
    stage(page)
      .getByText(/^(Completed|Interrupted)$/)
      .first(),
  ).toBeVisible({ timeout: 40_000 });
  await stands(page, 'Completed');
  await expect(cards(page)).toHaveCount(3);
}

async function keepPreviews(page: Page): Promise<void> {
  await pickModel(page, 'faulty/images-no-final');
  await sendParameter(page, 'stream');
  await expect(parameter(page, 'partial_images').getByRole('textbox')).toHaveValue('2');
  const before = await cards(page).count();
  await send(page, 'A lighthouse');
  await stands(page, 'Interrupted');
  await isDrawn(stage(page).getByRole('img', { name: 'Preview 2' }));
  await expect(stage(page)).toContainText('no final image arrived');
  await stage(page).getByRole('button', { name: 'Retry' }).first().click();
  await expect(cards(page)).toHaveCount(before + 2);
}

async function sendToSeveral(page: Page): Promise<void> {
  const jack = page.getByRole('button', { name: /^Model/ });
  await pickModel(page, 'demo-image');
  await jack.click();
  const search = page.getByRole('combobox', { name: /model/i });
  for (const model of ['demo-image-small', 'faulty/images-moderated']) {
    await search.fill(model);
    await search.press('Control+Enter');
  }
  await search.press('Enter');
  await expect(jack).toContainText('demo-image+2');
  await expect(prompt(page)).toBeFocused();
  const before = await cards(page).count();
  const user = countedUser(page);
  await user.type('A boat for three');
  await user.press('Enter');
  expect(user.acts()).toBe(2);
  const board = page.getByRole('region', { name: 'Comparing 3 models' });
  const pane = (model: string) => board.getByRole('figure', { name: model, exact: true });
  for (const model of ['demo-image', 'demo-image-small']) {
    await expect(pane(model)).toContainText('Completed', { timeout: 30_000 });
    await isDrawn(pane(model).getByRole('img'));
  }
  await expect(pane('faulty/images-moderated')).toContainText('Blocked by the content filter');
  await expect(cards(page)).toHaveCount(before + 3);
  await page.reload();
  await expect(board.getByRole('figure')).toHaveCount(3);
  await pane('demo-image').getByRole('button', { name: 'Open the result of demo-image' }).click();
  await stage(page).getByRole('button', { name: 'Compare 3 models' }).click();
  await expect(board.getByRole('figure')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(board).toBeHidden();
}
