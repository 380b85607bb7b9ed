import { readCases } from '../support/wire/case.ts';
import { type Played, playCase } from '../support/wire/play-case.ts';
import { openAt } from './support/open-at.ts';
import { test as base, expect } from './support/patchbay.ts';

/** A test with a gateway that sends a recording of the corpus. */
const test = base.extend<{ play: (file: string) => Promise<{ url: string; key: string }> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
  play: async ({}, use) => {
    const playing: Played[] = [];
    await use(async (file) => {
      const found = readCases().find((one) => one.file === file);
      if (!found) throw new Error(`no recording ${file}`);
      const played = await playCase(found.wire);
      playing.push(played);
      return { url: played.url, key: 'sk-wire-corpus-0123456789' };
    });
    for (const played of playing) await played.close();
  },
});

test('an interrupted reply quotes what the gateway said about it, also after a reload', async ({
  page,
  patchbay,
  play,
}) => {
  await openAt(page, patchbay, { model: 'm', gateway: await play('errors/stream-comment-sentence.json') });
  await page.getByRole('textbox', { name: 'Message' }).fill('hello');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  const reply = page.getByRole('article', { name: /^Reply from/ });
  await expect(reply.getByText('Reply interrupted')).toBeVisible();
  await expect(reply.locator('q')).toHaveText('error: the worker for m ran out of memory');
  await page.reload();
  await expect(reply.locator('q')).toHaveText('error: the worker for m ran out of memory');
});

test('a video beside the content is one press away', async ({ page, patchbay, play }) => {
  await openAt(page, patchbay, { model: 'm', gateway: await play('chat/video-beside-the-content.json') });
  await page.getByRole('textbox', { name: 'Message' }).fill('hello');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  const reply = page.getByRole('article', { name: /^Reply from/ });
  await expect(reply.getByRole('button', { name: 'https://clips.example/tide.mp4' })).toBeVisible();
});

test('an input without a vector says why in the words of the gateway', async ({ page, patchbay, play }) => {
  const gateway = await play('vectors/error-of-one-input.json');
  await openAt(page, patchbay, { panel: 'embeddings', model: 'e', gateway });
  await page.getByRole('textbox', { name: 'Texts', exact: true }).fill('one\ntwo');
  await page.getByRole('button', { name: /^Embed 2/ }).click();
  await expect(page.getByText('Input 1 has no vector: The text is too long')).toBeVisible();
});

test('a ranking that the gateway numbered from 1 is complete with warnings', async ({ page, patchbay, play }) => {
  const gateway = await play('rerank/numbered-from-1.json');
  await openAt(page, patchbay, { panel: 'rerank', model: 'r', gateway });
  await page.getByRole('button', { name: 'Paste or type…' }).click();
  await page.getByRole('textbox', { name: 'Documents', exact: true }).fill('an apple\na hammer\na cherry');
  await page.getByRole('button', { name: 'Add 3 documents' }).click();
  await page.getByRole('textbox', { name: 'Query' }).fill('red fruit');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Rerank 3/ })
    .click();
  await expect(page.getByText('3 of 3 returned')).toBeVisible();
  await expect(page.getByText('Completed with warnings', { exact: true })).toHaveCount(2);
});

test('a drawing without pixels is no missing image', async ({ page, patchbay, play }) => {
  const gateway = await play('images/drawing-as-the-body.json');
  await openAt(page, patchbay, { panel: 'images', model: 'painter', gateway });
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a hat');
  await expect(page.getByRole('main').getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await page.getByRole('textbox', { name: 'Prompt' }).press('Enter');
  const card = page.getByRole('listbox', { name: 'Gallery' }).getByRole('option');
  await expect(page.getByRole('article').getByText('Completed', { exact: true }).first()).toBeVisible();
  await expect(card).toHaveCount(1);
  await expect(card).not.toContainText('No image');
});
