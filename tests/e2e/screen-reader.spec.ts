import type { Page } from '@playwright/test';
import type { Patchbay } from '../support/patchbay-process.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';
import { pickModel } from './support/wire-acts.ts';

interface Said {
  how: string;
  text: string;
  atMs: number;
}

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const answer = (page: Page) => page.getByRole('article', { name: /^Reply from/ });

/** Records what a screen reader is told to announce, and when. */
async function listen(page: Page, patchbay: Patchbay): Promise<void> {
  await openDemoChat(page, patchbay);
  await page.evaluate(() => {
    const said: Said[] = [];
    (window as unknown as { said: Said[] }).said = said;
    for (const region of document.querySelectorAll('[aria-live]'))
      new MutationObserver(() => {
        const text = region.textContent ?? '';
        if (text) said.push({ how: region.getAttribute('aria-live') ?? '', text, atMs: performance.now() });
      }).observe(region, { childList: true, characterData: true, subtree: true });
  });
}

const announcements = (page: Page, how: string): Promise<Said[]> =>
  page.evaluate((wanted) => (window as unknown as { said: Said[] }).said.filter((said) => said.how === wanted), how);

test('a reply is announced while it streams: whole sentences, no faster than they can be read, and a closing announcement', async ({
  page,
  patchbay,
}) => {
  await listen(page, patchbay);
  await message(page).fill('Explain tables, code and math');
  await message(page).press('Enter');
  await expect(answer(page)).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  await expect.poll(async () => (await announcements(page, 'polite')).at(-1)?.text).toMatch(/\bCompleted$/);
  const said = await announcements(page, 'polite');
  expect(said.length).toBeGreaterThan(1);
  const spoken = said.slice(0, -1);
  for (const { text } of spoken) expect(text, 'a sentence, a heading or a line, to its end').not.toMatch(/[,\s]$/);
  // Between two of them is the reading time of the first one, and two and a half seconds at least.
  const tookMs = (spoken.at(-1)?.atMs ?? 0) - (spoken[0]?.atMs ?? 0);
  expect((spoken.length - 1) * 2500, 'as much as can be followed').toBeLessThanOrEqual(tookMs + 1000);
  const all = said.map(({ text }) => text).join(' ');
  expect(all, 'the shape of a text is not read out').not.toMatch(/\*\*\w|```|\|-/);
  // Nothing is announced twice, and nothing is left out.
  const words = (text: string) => text.match(/\b[a-z]{6,}\b/gi) ?? [];
  // The source of the reply is not read out with it.
  const paragraphs = answer(page).locator('p').filter({ hasNotText: 'Chat completions' });
  const shown = words((await paragraphs.allInnerTexts()).join(' '));
  expect(shown.length).toBeGreaterThan(5);
  for (const word of shown) expect(all.toLowerCase()).toContain(word.toLowerCase());
  expect(await announcements(page, 'assertive')).toEqual([]);
});

test('failures are announced at once', async ({ page, patchbay }) => {
  await listen(page, patchbay);
  await pickModel(page, 'faulty/cut-mid-stream');
  await message(page).fill('Explain what a stream is');
  await message(page).press('Enter');
  await expect(answer(page)).toContainText('Reply interrupted', { timeout: 20_000 });
  await expect
    .poll(async () => (await announcements(page, 'assertive')).map(({ text }) => text))
    .toEqual(['Reply interrupted']);
  await pickModel(page, 'no-such-model');
  await message(page).fill('ping');
  await message(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('no-such-model');
});
