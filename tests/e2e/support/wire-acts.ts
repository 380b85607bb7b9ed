import type { Locator, Page } from '@playwright/test';
import { expect } from './patchbay.ts';

export const list = (page: Page) => page.getByRole('listbox', { name: 'Requests' });
export const row = (page: Page, words: RegExp) => list(page).getByRole('option', { name: words }).first();
export const detail = (page: Page) => page.getByRole('region', { name: 'Selected request' });
export const section = (page: Page, name: RegExp) =>
  page.getByRole('tablist', { name: 'Sections' }).getByRole('tab', { name }).first();
/** Selects a route in its filter. */
export async function pickRoute(page: Page, route: string): Promise<void> {
  await page.getByRole('button', { name: /^Route:/ }).click();
  await page.getByRole('menuitemradio', { name: route }).click();
}
export const openTab = (page: Page, name: string) =>
  detail(page)
    .getByRole('tab', { name: new RegExp(`^${name}`) })
    .click();
/** Shows the request in the drawer as it would be sent now, or as it was sent. */
export async function showRequest(page: Page, view: 'Preview' | 'Sent'): Promise<void> {
  await page.getByRole('tab', { name: 'Request', exact: true }).click();
  await page.getByRole('radio', { name: view, exact: true }).click();
}

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Types a model id into the model socket. */
export async function pickModel(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: /^Model/ }).click();
  await page.getByRole('combobox', { name: /model/i }).fill(id);
  await page.getByRole('combobox', { name: /model/i }).press('Enter');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText(id);
}

/** Sends a message in the chat and waits for the end of its reply. */
export async function say(page: Page, model: string, text: string): Promise<void> {
  const before = await page.getByRole('article', { name: /^Reply from/ }).count();
  await pickModel(page, model);
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(page.getByRole('article', { name: /^Reply from/ })).toHaveCount(before + 1);
  await expect(page.getByRole('article', { name: /^Reply from/ }).last()).toHaveAttribute('aria-busy', 'false', {
    timeout: 20_000,
  });
}

/** The Wire panel, with a successful exchange and one whose model is unknown. */
export async function openWire(page: Page): Promise<void> {
  await say(page, 'demo-chat', 'Count to 5 please');
  await say(page, 'no-such-model', 'ping');
  await page.getByRole('link', { name: 'Wire' }).click();
  await expect(row(page, /Model not found/)).toBeVisible();
}

/** Presses a key of the table, with the focus where a click on a row leaves it. */
export async function press(page: Page, chosen: Locator, key: string): Promise<void> {
  await chosen.click();
  await page.keyboard.press(key);
}
