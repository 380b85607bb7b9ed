import type { Locator, Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { countedUser } from './support/counted-acts.ts';
import {
  addInput,
  bmpOf,
  cards,
  isDrawn,
  openImages,
  pickModel,
  pngOf,
  prompt,
  send,
  setNumber,
  stage,
  stands,
} from './support/image-steps.ts';
import { expect, panelIsThere, test } from './support/patchbay.ts';

test('only the painted area changes', async ({ page, patchbay }) => {
  await openImages(page, patchbay);
  await pickModel(page, 'demo-image');
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await addInput(page, 'plain.png', pngOf(512, 384));
  const canvas = page.getByRole('application', { name: /Mask over plain.png, 512 by 384/ });
  await expect(canvas).toBeVisible();
  await isDrawn(canvas.locator('img'));
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the painter has no place');
  await page.mouse.move(box.x + box.width / 2 - 100, box.y + box.height / 2 - 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByText(/^Mask [1-9]/)).toBeVisible();
  await send(page, 'A red balloon in the sky');
  await stands(page, 'Completed');
  await expect(stage(page)).toContainText('0.0% changed outside the mask');
  await stage(page).getByRole('button', { name: 'Before and after' }).click();
  await expect(stage(page)).toContainText(/0 of [\d,]+ pixels differ/);
  const slider = stage(page).getByRole('slider', { name: 'Divider between before and after' });
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', '0% before, 100% after');
  await slider.press('PageUp');
  await slider.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '11% before, 89% after');
  await slider.press('End');
  await slider.press('ArrowLeft');
  await expect(slider).toHaveAttribute('aria-valuetext', '99% before, 1% after');
  const images = await stage(page).getByRole('img', { name: 'After' }).boundingBox();
  if (!images) throw new Error('the images have no place');
  await page.mouse.move(images.x + images.width / 4, images.y + images.height / 2);
  await page.mouse.down();
  await page.mouse.move(images.x + images.width * 0.3, images.y + images.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(slider).toHaveAttribute('aria-valuetext', /^(?:29|30|31)% before/);
  await stage(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Use as input with its mask' }).click();
  await expect(page.getByRole('list', { name: 'Images to edit' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText(/^Mask [1-9]/)).toBeVisible();
  await send(page, 'Sepia');
  await stands(page, 'Completed');
  await stage(page).getByRole('button', { name: 'Details' }).click();
  await expect(stage(page).getByRole('region', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2);
});

test('an image is masked by keyboard alone, and sent under the field name that its gateway expects', async ({
  page,
  patchbay,
}) => {
  await openImages(page, patchbay);
  await test.step('the mask is painted, undone, inverted and sent by keyboard alone', () => maskByKeyboard(page));
  await test.step('a gateway that expects the other field name gets it', () => sendOtherField(page));
});

async function maskByKeyboard(page: Page): Promise<void> {
  await pickModel(page, 'demo-image');
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await addInput(page, 'plain.png', pngOf(256, 256));
  const canvas = page.getByRole('application', { name: /^Mask over/ });
  const share = page.getByText(/^Mask \d/);
  await canvas.focus();
  await expect(share).toHaveText('Mask 0.0%');
  await canvas.press('Enter');
  await expect(share).not.toHaveText('Mask 0.0%');
  const once = await share.textContent();
  await canvas.press('Shift+ArrowRight');
  await expect(share).not.toHaveText(once ?? '');
  await canvas.press('Control+z');
  await expect(share).toHaveText(once ?? '');
  await canvas.press('Control+Shift+z');
  await expect(share).not.toHaveText(once ?? '');
  await canvas.press('i');
  await expect(share).toHaveText(/^Mask [89]\d/);
  await canvas.press('Delete');
  await drawAreas(canvas, share);
  await canvas.press('Delete');
  await canvas.press('b');
  await canvas.press('Enter');
  await canvas.press('i');
  await expect(share).toHaveText(/^Mask [89]\d/);
  // The painted mask is stored with what is typed.
  await prompt(page).fill('Green hills');
  await expect(async () => {
    await page.reload();
    await panelIsThere(page, 'Images');
    await expect(share).toHaveText(/^Mask [89]\d/, { timeout: 3000 });
    await expect(prompt(page)).toHaveValue('Green hills', { timeout: 1000 });
  }).toPass();
  await prompt(page).focus();
  await page.keyboard.press('Enter');
  await stands(page, 'Completed');
}

/** A rectangle with two corners, a part of it taken away by a lasso, and a fill by color; all of it undone. */
async function drawAreas(canvas: Locator, share: Locator): Promise<void> {
  const move = async (keys: string) => {
    for (const key of keys)
      await canvas.press({ u: 'ArrowUp', d: 'ArrowDown', l: 'ArrowLeft', r: 'ArrowRight' }[key] ?? '');
  };
  await canvas.press('r');
  await move('uuuullll');
  await canvas.press('Enter');
  await move('ddddrrrr');
  await canvas.press('Enter');
  await expect(share).toHaveText('Mask 6.3%');
  await canvas.press('l');
  await canvas.press('Enter');
  await move('uuuu');
  await canvas.press('Enter');
  await move('llll');
  await canvas.press('Enter');
  await canvas.press('Alt+Enter');
  await expect(share).toHaveText(/^Mask 3\.[0-3]%/);
  await canvas.press('g');
  await canvas.press('Enter');
  await expect(share).toHaveText('Mask 100%');
  await canvas.press('Control+z');
  await expect(share).toHaveText(/^Mask 3\.[0-3]%/);
  await canvas.press('Control+z');
  await expect(share).toHaveText('Mask 6.3%');
}

async function sendOtherField(page: Page): Promise<void> {
  await pickModel(page, 'faulty/images-only-list-field');
  const before = await cards(page).count();
  await send(page, 'Darker');
  await stands(page, 'Failed');
  await stage(page).getByRole('button', { name: 'Send as image[]' }).click();
  await stands(page, 'Completed');
  await expect(page.getByRole('combobox', { name: 'Send images as' })).toContainText('image[]');
  await expect(cards(page)).toHaveCount(before + 2);
}

test('unusable files are rejected with a reason, and axe reports no violations in any mode', async ({
  page,
  patchbay,
}) => {
  await openImages(page, patchbay);
  await test.step('axe reports no violations in an empty panel and a result', () => lookAtModes(page));
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await test.step('a file that is not an image is rejected with its reason', () => rejectInputs(page));
  await test.step('a format that the gateway rejects is converted and sent again in one act', () => convert(page));
  await test.step('a mask of another size is rejected with a reason, and can be resized to fit', () => fitMask(page));
  await test.step('axe reports no violations in the mask editor and a failure', () => lookAtFailure(page));
});

async function lookAtModes(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  await pickModel(page, 'demo-image-small');
  await setNumber(page, 'n', 2);
  await send(page, 'A red fox');
  await stands(page, 'Completed');
  await expect(cards(page).locator('img')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
}

async function rejectInputs(page: Page): Promise<void> {
  await addInput(page, 'page.png', Buffer.from('<!doctype html><title>Sign in</title>'));
  await expect(page.getByRole('alert')).toContainText('page.png is a web page, not an image');
  await addInput(page, 'empty.png', Buffer.alloc(0));
  await expect(page.getByRole('alert')).toContainText('empty.png is empty');
  await addInput(page, 'notes.txt', Buffer.from('hello'), 'text/plain');
  await expect(page.getByRole('alert')).toContainText('notes.txt isn’t an image');
  await expect(page.getByRole('list', { name: 'Images to edit' }).getByRole('listitem')).toHaveCount(0);
}

async function convert(page: Page): Promise<void> {
  await pickModel(page, 'demo-image');
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await addInput(page, 'photo.bmp', bmpOf(256, 192), 'image/bmp');
  await page.getByRole('button', { name: 'Add anyway' }).click();
  const canvas = page.getByRole('application', { name: /^Mask over photo.bmp/ });
  await canvas.focus();
  await canvas.press('Enter');
  await send(page, 'A red balloon');
  await stands(page, 'Failed');
  await expect(stage(page).getByRole('alert')).toContainText('This gateway rejected the format of the input image');
  const user = countedUser(page);
  await user.click(stage(page).getByRole('button', { name: 'Convert and send again' }));
  await stands(page, 'Completed');
  expect(user.acts()).toBe(1);
  await expect(stage(page)).toContainText('0.0% changed outside the mask');
  await expect(page.getByRole('main').getByText('1 image + mask')).toBeVisible();
  await page.getByRole('button', { name: 'Remove photo.png' }).click();
}

async function fitMask(page: Page): Promise<void> {
  await addInput(page, 'plain.png', pngOf(256, 256));
  const load = async (buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Load mask', exact: true }).click();
    await page.getByRole('menuitem', { name: 'From file…' }).click();
    await (await chooser).setFiles({ name: 'mask.png', mimeType: 'image/png', buffer });
  };
  await load(pngOf(128, 64, 0));
  await expect(page.getByRole('alert')).toContainText('mask.png is 128 × 64, but the image is 256 × 256');
  await page.getByRole('button', { name: 'Resize to 256 × 256' }).click();
  await expect(page.getByText('Mask 100%')).toBeVisible();
  await load(Buffer.from('not a picture'));
  await expect(page.getByRole('alert')).toContainText('can’t be read as a mask');
  await expect(page.getByText('Mask 100%')).toBeVisible();
}

async function lookAtFailure(page: Page): Promise<void> {
  await page.getByRole('application').focus();
  await page.keyboard.press('Enter');
  expect(await axeViolations(page)).toEqual([]);
  await pickModel(page, 'faulty/images-moderated');
  await send(page, 'A red fox');
  await stands(page, 'Failed');
  expect(await axeViolations(page)).toEqual([]);
}
