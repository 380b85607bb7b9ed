import { crc32, deflateSync } from 'node:zlib';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, openDemoChat, type Patchbay, panelIsThere, test } from './patchbay.ts';

const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });
const gallery = (page: Page) => page.getByRole('listbox', { name: 'Gallery' });
const cards = (page: Page) => gallery(page).getByRole('option');
const stage = (page: Page) => page.getByRole('article');

async function openImages(page: Page, patchbay: Patchbay): Promise<void> {
  await openDemoChat(page, patchbay);
  await page.getByRole('link', { name: 'Images' }).click();
  await panelIsThere(page, 'Images');
}

async function pickModel(page: Page, id: string): Promise<void> {
  const jack = page.getByRole('button', { name: /^Model/ });
  await jack.click();
  await page.getByRole('combobox', { name: /model/i }).fill(id);
  await page.getByRole('combobox', { name: /model/i }).press('Enter');
  await expect(jack).toContainText(id);
}

async function send(page: Page, text: string): Promise<void> {
  await prompt(page).fill(text);
  await prompt(page).press('Enter');
}

const hasEnded = (page: Page, state: string) =>
  expect(stage(page).getByText(state, { exact: true }).first()).toBeVisible({ timeout: 30_000 });

const isDrawn = (picture: Locator) =>
  expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

/** A parameter of the column at the right: ticked, with the value given. */
async function setNumber(page: Page, name: string, value: number): Promise<void> {
  const row = page.getByRole('group', { name, exact: true });
  await row.getByRole('checkbox').check();
  await row.getByRole('textbox', { name }).fill(String(value));
  await row.getByRole('textbox', { name }).press('Tab');
}

/** A PNG of one colour; with `alpha` below 255 it is transparent throughout. */
function pngOf(width: number, height: number, alpha = 255): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 4, Buffer.from([40, 90, 160, alpha]))]);
  const chunk = (name: string, bytes: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(bytes.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function addInput(page: Page, name: string, buffer: Buffer, mimeType = 'image/png'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add pictures' }).click();
  await (await chooser).setFiles({ name, mimeType, buffer });
}

test('a picture is made, measured and kept, and leads to its exchange and back', async ({ page, patchbay }) => {
  await openImages(page, patchbay);
  await pickModel(page, 'demo-image');
  await send(page, 'A red fox in the snow');
  await hasEnded(page, 'done');
  await isDrawn(stage(page).getByRole('img', { name: 'A red fox in the snow' }));
  await expect(stage(page).getByRole('row', { name: /^size/ })).toContainText('chose 1024x1024');
  await expect(stage(page)).toContainText('1.0 MP');
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).getByRole('presentation').or(cards(page).locator('img'))).toHaveAttribute(
    'src',
    /\/files\//,
  );
  await stage(page).getByRole('button', { name: 'Wire', exact: true }).click();
  await expect(page.getByRole('tab', { name: /Response/ })).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await panelIsThere(page, 'Images');
  await hasEnded(page, 'done');
  await expect(prompt(page)).toHaveValue('A red fox in the snow');
});

test('several pictures are asked for one by one, side by side', async ({ page, patchbay }) => {
  await openImages(page, patchbay);
  await pickModel(page, 'demo-image-small');
  await setNumber(page, 'n', 3);
  await page.getByRole('switch', { name: /single calls/ }).check();
  await send(page, 'A boat');
  await hasEnded(page, 'done');
  await expect(stage(page).getByRole('list', { name: 'All pictures' }).getByRole('button')).toHaveCount(3);
  await page.getByRole('link', { name: 'Wire' }).click();
  await panelIsThere(page, 'Wire');
  await expect(page.getByText('/v1/images/generations')).toHaveCount(3);
});

test('addresses are fetched, and the revised prompt stands beside the own one', async ({ page, patchbay }) => {
  await openImages(page, patchbay);
  await pickModel(page, 'demo-image-url');
  await page.getByRole('group', { name: 'response_format' }).getByRole('checkbox').check();
  await page.getByRole('radio', { name: 'url', exact: true }).click();
  await send(page, 'A teapot');
  await hasEnded(page, 'done');
  await isDrawn(stage(page).getByRole('img', { name: 'A teapot' }));
  await expect(stage(page).getByRole('region', { name: 'Prompt as the service revised it' })).toContainText(
    'following scene',
  );
});

test('previews come as they are drawn, and stay when the stream ends without the picture', async ({
  page,
  patchbay,
}) => {
  await openImages(page, patchbay);
  await pickModel(page, 'faulty/images-no-final');
  await page.getByRole('group', { name: 'stream', exact: true }).getByRole('checkbox').check();
  await setNumber(page, 'partial_images', 2);
  await send(page, 'A lighthouse');
  await hasEnded(page, 'broke off');
  const previews = stage(page).getByRole('list', { name: 'Previews' });
  await isDrawn(previews.getByRole('img'));
  await expect(previews).toContainText('the picture never came');
  await stage(page).getByRole('button', { name: 'Try again' }).first().click();
  await expect(cards(page)).toHaveCount(2);
});

test('only what was painted changes', async ({ page, patchbay }) => {
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
  await expect(page.getByText(/^mask [1-9]/)).toBeVisible();
  await send(page, 'A red balloon in the sky');
  await hasEnded(page, 'done');
  await stage(page).getByRole('button', { name: 'Before and after' }).click();
  await expect(stage(page).getByText('0.0% changed outside the mask')).toBeVisible();
  const slider = stage(page).getByRole('slider', { name: 'Line between before and after' });
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', '0% before, 100% after');
  await stage(page).getByRole('button', { name: 'Use as input' }).click();
  await expect(page.getByRole('list', { name: 'Pictures to edit' }).getByRole('listitem')).toHaveCount(2);
  await send(page, 'Sepia');
  await hasEnded(page, 'done');
  await expect(stage(page).getByRole('region', { name: 'Made from each other' }).getByRole('listitem')).toHaveCount(2);
});

test('the mask is painted, taken back, turned over and sent by keys alone', async ({ page, patchbay }) => {
  await openImages(page, patchbay);
  await pickModel(page, 'demo-image');
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await addInput(page, 'plain.png', pngOf(256, 256));
  const canvas = page.getByRole('application', { name: /^Mask over/ });
  const share = page.getByText(/^mask \d/);
  await canvas.focus();
  await expect(share).toHaveText('mask 0.0%');
  await canvas.press('Enter');
  await expect(share).not.toHaveText('mask 0.0%');
  const once = await share.textContent();
  await canvas.press('Shift+ArrowRight');
  await expect(share).not.toHaveText(once ?? '');
  await canvas.press('Control+z');
  await expect(share).toHaveText(once ?? '');
  await canvas.press('Control+Shift+z');
  await expect(share).not.toHaveText(once ?? '');
  await canvas.press('i');
  await expect(share).toHaveText(/^mask [89]\d/);
  // What is painted is kept with what is typed.
  await prompt(page).fill('Green hills');
  await expect(async () => {
    await page.reload();
    await panelIsThere(page, 'Images');
    await expect(share).toHaveText(/^mask [89]\d/, { timeout: 3000 });
    await expect(prompt(page)).toHaveValue('Green hills', { timeout: 1000 });
  }).toPass();
  await prompt(page).focus();
  await page.keyboard.press('Enter');
  await hasEnded(page, 'done');
});

test('a gateway that wants the other field name is given it', async ({ page, patchbay }) => {
  await openImages(page, patchbay);
  await pickModel(page, 'faulty/images-only-list-field');
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await addInput(page, 'plain.png', pngOf(64, 64));
  await send(page, 'Darker');
  await hasEnded(page, 'failed');
  await stage(page).getByRole('button', { name: 'Send as image[]' }).click();
  await hasEnded(page, 'done');
  await expect(page.getByRole('combobox', { name: 'Pictures go as' })).toContainText('image[]');
  await expect(cards(page)).toHaveCount(2);
});

test('a mask of another size is refused in words, and can be made to fit', async ({ page, patchbay }) => {
  await openImages(page, patchbay);
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await addInput(page, 'plain.png', pngOf(256, 256));
  const load = async (buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Load a mask from a file' }).click();
    await (await chooser).setFiles({ name: 'mask.png', mimeType: 'image/png', buffer });
  };
  await load(pngOf(128, 64, 0));
  await expect(page.getByRole('alert')).toContainText('mask.png has 128 × 64 pixels and the picture 256 × 256');
  await page.getByRole('button', { name: 'Resize it to 256 × 256' }).click();
  await expect(page.getByText('mask 100%')).toBeVisible();
  await load(Buffer.from('not a picture'));
  await expect(page.getByRole('alert')).toContainText('can be read as a mask');
  await expect(page.getByText('mask 100%')).toBeVisible();
});

test('what is no picture is held back with its reason', async ({ page, patchbay }) => {
  await openImages(page, patchbay);
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await addInput(page, 'page.png', Buffer.from('<!doctype html><title>Sign in</title>'));
  await expect(page.getByRole('alert')).toContainText('page.png is a web page and not a picture');
  await addInput(page, 'empty.png', Buffer.alloc(0));
  await expect(page.getByRole('alert')).toContainText('empty.png is empty');
  await addInput(page, 'notes.txt', Buffer.from('hello'), 'text/plain');
  await expect(page.getByRole('alert')).toContainText('notes.txt is not a picture');
  await expect(page.getByRole('list', { name: 'Pictures to edit' }).getByRole('listitem')).toHaveCount(0);
});

test('the gallery is searched, starred, compared and cleared, and gives back what was deleted', async ({
  page,
  patchbay,
}) => {
  await openImages(page, patchbay);
  await pickModel(page, 'demo-image-small');
  for (const text of ['A red fox', 'A blue boat', 'A green tree']) {
    await send(page, text);
    await hasEnded(page, 'done');
  }
  await expect(cards(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Search the gallery' }).click();
  await page.getByRole('textbox', { name: 'Search the gallery' }).fill('boat');
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Search the gallery' }).press('Escape');
  await gallery(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('s');
  await expect(cards(page).first()).toHaveAccessibleName(/starred/);
  await page.keyboard.press('Shift+End');
  await expect(page.getByRole('toolbar', { name: '3 chosen' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare side by side' }).click();
  await expect(page.getByRole('region', { name: '3 side by side' }).getByRole('img')).toHaveCount(3);
  await page.getByRole('button', { name: 'End comparing' }).click();
  await page.getByRole('button', { name: 'Contact sheet' }).click();
  const sheet = await page.waitForEvent('download');
  expect(sheet.suggestedFilename()).toBe('contact-sheet-3.png');
  await gallery(page).focus();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Nothing made yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards(page)).toHaveCount(3);
});

test('a reload while it runs follows the same exchange to its end', async ({ page, patchbay }) => {
  await openImages(page, patchbay);
  await pickModel(page, 'demo-image-free');
  const size = page.getByRole('group', { name: 'size', exact: true });
  await size.getByRole('combobox').click();
  await page.getByRole('option', { name: '2560×1440' }).click();
  await send(page, 'A city skyline at night');
  await expect(page.getByTestId('wire-summary').or(page.getByText('running').first())).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await page.reload();
  await panelIsThere(page, 'Images');
  await expect(
    stage(page)
      .getByText(/^(done|broke off)$/)
      .first(),
  ).toBeVisible({ timeout: 40_000 });
  await hasEnded(page, 'done');
  await expect(cards(page)).toHaveCount(1);
});

test('a text is edited on the legacy route, and its usual refusal is explained', async ({ page, patchbay }) => {
  await openImages(page, patchbay);
  await page.getByRole('radio', { name: 'Text edit' }).click();
  await pickModel(page, 'demo-edit');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('the boat is red');
  await page.getByRole('textbox', { name: 'Instruction' }).fill('Make it upper case');
  await page.getByRole('textbox', { name: 'Instruction' }).press('Enter');
  await hasEnded(page, 'done');
  await expect(stage(page).getByRole('region', { name: 'After' })).toContainText('THE BOAT IS RED');
  await pickModel(page, 'faulty/edits-refused');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await hasEnded(page, 'failed');
  await expect(stage(page)).toContainText('This is the usual answer');
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe has nothing to object to', async ({ page, patchbay }) => {
      const complaints = async () => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
      };
      await openImages(page, patchbay);
      expect(await complaints()).toEqual([]);
      await pickModel(page, 'demo-image-small');
      await setNumber(page, 'n', 2);
      await send(page, 'A red fox');
      await hasEnded(page, 'done');
      await expect(cards(page).locator('img')).toBeVisible();
      expect(await complaints()).toEqual([]);
      await stage(page).getByRole('button', { name: 'Use as input' }).click();
      await page.getByRole('application').focus();
      await page.keyboard.press('Enter');
      expect(await complaints()).toEqual([]);
      await pickModel(page, 'faulty/images-moderated');
      await send(page, 'A red fox');
      await hasEnded(page, 'failed');
      expect(await complaints()).toEqual([]);
      await page.getByRole('radio', { name: 'Text edit' }).click();
      expect(await complaints()).toEqual([]);
    });
  });
