import { axeViolations } from './support/axe.ts';
import { sendParameter } from './support/parameters.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';
import { setDemo } from './support/set-demo.ts';

test('a reply shows the probabilities of its tokens, which the keyboard reaches', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await setDemo(patchbay, { pace: 0 });
  await sendParameter(page, 'logprobs');
  await sendParameter(page, 'top_logprobs');
  await page.getByRole('textbox', { name: 'Message' }).fill('Name a city.');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  const reply = page.getByRole('article', { name: /^Reply from/ });
  await reply.getByRole('button', { name: 'All details' }).click();
  const tokens = page.getByRole('region', { name: 'Token probabilities' });
  const buttons = tokens.getByRole('button');
  await expect(buttons.first()).toHaveAccessibleName(/ (?:\d{1,3}|<1)%$/);
  await buttons.first().focus();
  const alternatives = tokens.getByRole('listitem');
  await expect(alternatives).not.toHaveCount(0);
  const before = await alternatives.allTextContents();
  await page.keyboard.press('ArrowRight');
  await expect(buttons.nth(1)).toBeFocused();
  expect(await alternatives.allTextContents()).not.toEqual(before);
  await page.keyboard.press('End');
  await expect(buttons.last()).toBeFocused();
  expect(await axeViolations(page, { part: '[role="dialog"]' })).toEqual([]);
});
