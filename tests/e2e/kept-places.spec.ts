import type { Page } from '@playwright/test';
import { addInput, cards, isDrawn, openImages, pickModel, pngOf, prompt, send, stands } from './support/image-steps.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';
import { setDemo } from './support/set-demo.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const answers = (page: Page) => page.getByRole('article', { name: /^Reply from/ });

/** How far the parameters column is scrolled, in CSS pixels. */
const scrolledBy = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Parameters' })
    .evaluate((column) => Math.max(...[column, ...column.querySelectorAll('*')].map(({ scrollTop }) => scrollTop)));

test('a chat keeps its scroll position, and its editors belong to it alone', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await setDemo(patchbay, { pace: 0 });
  await test.step('the parameters of another chat start at the top', () => scrollParameters(page));
  await test.step('the thread is scrolled back, and another chat shows none of its editors', () => leaveLongChat(page));
  await test.step('a reload shows placeholders until the chat is loaded', () => reloadChat(page));
});

async function scrollParameters(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 500 });
  const column = page.getByRole('complementary', { name: 'Parameters' });
  await column.hover();
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => scrolledBy(page)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect.poll(() => scrolledBy(page)).toBe(0);
}

async function leaveLongChat(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1024, height: 700 });
  const say = async (text: string) => {
    const before = await answers(page).count();
    await message(page).fill(text);
    await message(page).press('Enter');
    await expect(answers(page)).toHaveCount(before + 1);
    await expect(answers(page).last()).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
  };
  await say('Count to 120 please, one number on each line');
  await say('And once more, count to 120');

  const latest = page.getByRole('button', { name: 'Jump to latest' });
  await expect(latest).toHaveCount(0);
  await answers(page).last().hover();
  await page.mouse.wheel(0, -4000);
  await expect(latest).toBeVisible();
  await latest.click();
  await expect(latest).toHaveCount(0);
  await expect(answers(page).last()).toBeInViewport();

  // The rejection of an empty message disappears with its cause.
  const refusal = page.getByRole('main').getByText('Write a message or attach a file');
  await message(page).press('Enter');
  await expect(refusal).toBeVisible();
  await message(page).blur();
  await expect(refusal).toHaveCount(0);

  const system = page.getByRole('textbox', { name: 'System prompt' });
  await page.getByRole('button', { name: 'System prompt' }).click();
  await system.fill('Speak like a captain');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(message(page)).toBeFocused();
  await expect(system).toHaveCount(0);

  // A starter is sent by Enter alone.
  await page.getByRole('button', { name: 'Compare in a table' }).click();
  await expect(message(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(answers(page).getByRole('table')).toBeVisible();
}

async function reloadChat(page: Page): Promise<void> {
  await expect(answers(page).last()).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
  await page.addInitScript(() => {
    const seen = window as unknown as { wasEmpty?: boolean };
    new MutationObserver(() => {
      const thread = document.querySelector('main textarea')?.closest('main');
      if (thread && !thread.querySelector('article, [aria-busy="true"]')) seen.wasEmpty = true;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(answers(page)).toHaveCount(1);
  expect(await page.evaluate(() => (window as unknown as { wasEmpty?: boolean }).wasEmpty ?? false)).toBe(false);
}

test('changing the input brings the mask editor back, and the details of an image can be read in full', async ({
  page,
  patchbay,
}) => {
  await openImages(page, patchbay);
  await pickModel(page, 'demo-image');
  await send(page, 'A red fox');
  await stands(page, 'Completed');
  await isDrawn(page.getByRole('article').getByRole('img').first());
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.getByRole('article').getByRole('button', { name: 'Details', exact: true }).click();
  const facts = page
    .getByRole('article')
    .getByText(/^Connection/)
    .last();
  await facts.scrollIntoViewIfNeeded();
  const [ofFacts, ofBox] = await Promise.all([facts.boundingBox(), prompt(page).boundingBox()]);
  expect((ofFacts?.y ?? 0) + (ofFacts?.height ?? 0)).toBeLessThanOrEqual(ofBox?.y ?? 0);
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await cards(page).first().click();
  await stands(page, 'Completed');
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await addInput(page, 'own.png', pngOf(64, 64));
  await expect(page.getByRole('application', { name: /^Mask over own.png/ })).toBeVisible();
});
