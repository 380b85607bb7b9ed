import type { Page } from '@playwright/test';
import { sendParameter } from './support/parameters.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';
import { detail, list, openTab, openWire, pickModel, pickRoute, row, section } from './support/wire-acts.ts';

test('exchanges are found, and each shows its meaning, its raw content and what its rejection taught', async ({
  page,
  patchbay,
}) => {
  await openDemoChat(page, patchbay);
  await openWire(page);
  await test.step('arrow keys move through the list, and the way back leads to the reply', () => moveByKeys(page));
  await page.getByRole('link', { name: 'Wire' }).click();
  await test.step('typed filters find an exchange, and the sections narrow it', () => filterExchanges(page));
  await page.getByRole('link', { name: 'Chat' }).click();
  await test.step('what was learned is a hint beside the field, and can be deleted', () => learnAndForget(page));
  await test.step('a selected exchange shows its meaning and its raw content, in every tab', () => readTabs(page));
});

async function moveByKeys(page: Page): Promise<void> {
  // The keys named in the footer work without a click on the list.
  await expect(list(page)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(detail(page)).toContainText('Model not found');
  await page.keyboard.press('ArrowDown');
  await expect(detail(page)).not.toContainText('Model not found');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(page.getByText('2 selected')).toBeVisible();
  await row(page, /Model not found/).click();
  await detail(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show where it was sent' }).click();
  await expect(page.getByRole('article', { name: /^Reply from/ }).last()).toContainText(/not found/i);
}

async function filterExchanges(page: Page): Promise<void> {
  const filter = page.getByRole('textbox', { name: 'Filter requests' });
  await filter.fill('status:5xx');
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await expect(row(page, /503/)).toBeVisible();
  await filter.fill('verdict:completed route:chat');
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await expect(row(page, /200.*Completed/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove verdict:completed' }).click();
  await expect(list(page).getByRole('option')).toHaveCount(2);
  await filter.fill('status:nonsense');
  await expect(page.getByText('status:nonsense is invalid')).toBeVisible();
  await filter.fill('nothing-holds-this-word');
  await expect(page.getByRole('heading', { name: 'No matching requests' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await section(page, /^Failed/).click();
  await expect(list(page).getByRole('option')).toHaveCount(1);
  await section(page, /^All/).click();
  await pickRoute(page, 'chat.completions');
  await expect(list(page).getByRole('option')).toHaveCount(2);
  await filter.fill('');
}

async function learnAndForget(page: Page): Promise<void> {
  await pickModel(page, 'demo-reasoner');
  await sendParameter(page, 'temperature');
  await page.getByRole('textbox', { name: 'temperature' }).fill('0.5');
  await page.getByRole('textbox', { name: 'Message' }).fill('Think about it');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(page.getByText(/Learned .*temperature isn’t supported/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('complementary', { name: 'Parameters' }).getByRole('button', { name: 'View request' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('unsupported_parameter');
  await page.getByRole('link', { name: 'Wire' }).click();
  await row(page, /Invalid parameter/).click();
  await expect(detail(page)).toContainText('temperature isn’t supported, seen 1 time');
  await detail(page).getByRole('button', { name: 'Remove this limit' }).click();
  await expect(detail(page)).not.toContainText('seen 1 time');
}

async function readTabs(page: Page): Promise<void> {
  await row(page, /Model not found/).click();
  await expect(detail(page).getByRole('heading', { level: 2 })).toHaveText('Model not found');
  await expect(detail(page)).toContainText('503');
  await openTab(page, 'Response');
  await expect(detail(page).getByRole('textbox', { name: 'Response body' })).toContainText('model_not_found');
  await expect(detail(page)).toContainText(/HTTP\/1\.1 503/);
  await detail(page)
    .getByText(/^\d+ headers$/)
    .click();
  await expect(detail(page).getByText(/^content-type$/i)).toBeVisible();
  await openTab(page, 'Request');
  await expect(detail(page)).toContainText('1 masked');
  await expect(detail(page)).toContainText('[redacted key]');
  await expect(detail(page)).toContainText('no-such-model');
  await expect(detail(page)).toContainText(/content-type/i);
  await openTab(page, 'Timing');
  await expect(detail(page)).toContainText('Timeouts');
  await expect(detail(page)).toContainText('without a proxy');
  await row(page, /200.*Completed/).click();
  await row(page, /chat\/completions.*200/).click();
  await openTab(page, 'Reply');
  const reply = detail(page).getByRole('region', { name: 'Prompt and reply' });
  await expect(reply).toContainText('Count to 5 please');
  await expect(reply.getByRole('article').last()).toContainText(/1.*2.*3.*4.*5/s);
  await openTab(page, 'Events');
  await expect(detail(page).getByRole('listbox', { name: 'Events' })).toContainText('text-delta');
  await openTab(page, 'Timing');
  await expect(detail(page)).toContainText('tokens per second');
  await page.getByRole('radio', { name: 'Waterfall' }).click();
  await expect(list(page)).toContainText('/v1/chat/completions');
  await expect(page.getByText('Receive')).toBeVisible();
}
