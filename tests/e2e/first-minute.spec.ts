import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, panelIsThere, test } from './support/patchbay.ts';

const guide = readFileSync(path.join(import.meta.dirname, '../../docs/guide/first-minute.md'), 'utf8');
/** The numbered steps under "Try it", one line each. */
const steps = (/## Try it\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? '')
  .split(/\n(?=\d\. )/)
  .map((step) => step.replace(/\s+/g, ' ').trim())
  .filter((step) => step !== '');

test('the first minute described in the guide works for a new user', async ({ page, patchbay }) => {
  // Whoever changes the steps of the guide updates this test.
  expect(steps.map((step) => step.slice(0, 43))).toEqual([
    '1. Press **Start demo gateway** on the firs',
    '2. Write something and press Enter. Press *',
    '3. Press the model in the line at the top, ',
    '4. Press **Checks** in the rail, then **Wha',
    '5. **Ctrl K** finds panels, models, request',
  ]);
  await page.goto(patchbay.address());
  await page.getByRole('button', { name: /Start demo gateway/ }).click();
  await panelIsThere(page, 'Chat');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('demo-');

  await page.getByRole('textbox', { name: 'Message' }).fill('Tell me about patch bays');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+j');
  const wire = page.getByRole('region', { name: 'Wire', exact: true });
  for (const tab of ['Reply', 'Request', 'Response', 'Events', 'Timing'])
    await expect(wire.getByRole('tab', { name: tab })).toBeVisible();
  const answers = page.getByRole('article', { name: /^Reply from/ });
  await expect(answers.first().getByText('TTFT')).toBeVisible();

  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('combobox', { name: /model/i }).fill('faulty/cut-mid-stream');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Message' }).fill('And once more');
  await page.keyboard.press('Enter');
  await expect(answers).toHaveCount(2);
  await expect(answers.last().getByRole('button', { name: 'Keep partial reply' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name: 'Checks', exact: true }).click();
  await page.getByRole('button', { name: /What can this key access/ }).click();
  await page.getByRole('button', { name: /^Check \d+ cells?, \d+ calls?$/ }).click();
  await expect(
    page
      .getByRole('gridcell')
      .filter({ hasText: /exists|ms$/ })
      .first(),
  ).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Guide' }).getByRole('article', { name: 'Checks' })).toBeVisible();
});
