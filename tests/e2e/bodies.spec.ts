import type { Page } from '@playwright/test';
import { openBodies } from './support/bodies.ts';
import { expect, test } from './support/patchbay.ts';
import { clipboard, detail, openTab, row } from './support/wire-acts.ts';

const strange = [
  'tab\there, trailing blanks   ',
  'carriage\r\nreturn and line feed\r\nalone \r in a line',
  'line \u2028 separator, paragraph \u2029 separator, next line \u0085',
  'bidi \u202eold\u202c, zero width \u200b and a joiner \u200d, no-break \u00a0',
  `a long line ${'0123456789 '.repeat(900)}end`,
  '',
  '  leading blanks, emoji 👩‍🚀, 中文',
  '',
].join('\n');
const json = `{"a":1.10,"big":12345678901234567890,"twice":1,"twice":2,"escaped":"\\u4f60\\u597d \\u00e9","lines":["x\\ty",null,{}],\r\n "long":"${'abc '.repeat(1500)}"}`;
const lines = Array.from({ length: 100_000 }, (_, at) => `${at}: ${'x'.repeat(60)}`).join('\n');

const body = (page: Page) => detail(page).getByRole('textbox', { name: 'Response body' });

async function copyAll(page: Page): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await body(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  await expect.poll(() => clipboard(page)).not.toBe('');
  return await clipboard(page);
}

test('copying a body, or a part of it, gives exactly what was sent', async ({ page, patchbay }) => {
  const bodies = await openBodies(page, patchbay, {
    '/strange': { type: 'text/plain', body: strange },
    '/json': { type: 'application/json', body: json },
    '/marked': { type: 'text/plain; charset=utf-8', body: `\ufeff${strange}` },
    '/lines': { type: 'text/plain', body: lines },
  });
  await row(page, /strange/).click();
  await openTab(page, 'Response');
  expect(await copyAll(page)).toBe(strange);

  await test.step('a selection by keyboard', async () => {
    await page.keyboard.press('ControlOrMeta+Home');
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+End');
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(() => clipboard(page)).toBe('tab\there, trailing blanks   ');
  });
  await test.step('what is invisible is drawn as a sign', async () => {
    const signs = await body(page)
      .locator('[data-sign]')
      .evaluateAll((all) => all.map((sign) => sign.dataset.sign));
    expect(signs).toEqual(
      expect.arrayContaining(['U+000D', 'U+2028', 'U+2029', 'U+0085', 'U+202E', 'U+202C', 'U+200B']),
    );
  });
  await test.step('a byte order mark belongs to the body', async () => {
    await row(page, /marked/).click();
    expect(await copyAll(page)).toBe(`\ufeff${strange}`);
  });
  await test.step('JSON that is drawn with other line breaks', async () => {
    await row(page, /json/).click();
    await expect(body(page)).toContainText('"big": 12345678901234567890,');
    await expect(body(page)).toContainText('"escaped": "你好 é"');
    await expect(body(page).getByRole('button', { name: /more characters/ })).toBeVisible();
    expect(await copyAll(page)).toBe(json);
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(() => clipboard(page)).toBe('"a":1.10,"big":12345678901234567890,"twice":1,');
  });
  await test.step('a body of which only the visible part is drawn', async () => {
    await row(page, /lines/).click();
    await expect(body(page)).toContainText('0: xxx');
    const read = detail(page).getByRole('button', { name: 'Show all' });
    await read.click();
    await expect(read).toHaveCount(0);
    expect(await body(page).locator('.cm-line').count()).toBeLessThan(500);
    expect(await copyAll(page)).toBe(lines);
  });
  await bodies.close();
});

test('a body is searched, folded, and its values are copied, all by keyboard', async ({ page, patchbay }) => {
  const bodies = await openBodies(page, patchbay, {
    '/json': {
      type: 'application/json',
      body: JSON.stringify({ list: Array.from({ length: 40 }, (_, at) => ({ id: `item-${at}` })), last: 'end' }),
    },
  });
  await row(page, /json/).click();
  await openTab(page, 'Response');
  await body(page).focus();
  await page.keyboard.press('ControlOrMeta+f');
  const find = detail(page).getByRole('textbox', { name: 'Find in the text' });
  await expect(find).toBeFocused();
  await page.keyboard.type('item-3');
  await page.keyboard.press('Enter');
  await expect(detail(page).getByText('1 of 11')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(detail(page).getByText('2 of 11')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(find).toHaveCount(0);
  await expect(body(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Shift+c');
  await expect.poll(() => clipboard(page)).toBe('$.list[30].id');

  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Shift+[');
  await expect(body(page).getByRole('button', { name: '40 items' })).toBeVisible();
  await body(page).getByRole('button', { name: '40 items' }).click();
  await expect(body(page)).toContainText('item-0');
  await body(page).getByText('"item-1"').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy value' }).click();
  await expect.poll(() => clipboard(page)).toBe('item-1');
  // Letters stay shortcuts of the page.
  await body(page).focus();
  await page.keyboard.press('p');
  await expect(row(page, /json/).getByLabel('pinned')).toBeVisible();
  await bodies.close();
});
