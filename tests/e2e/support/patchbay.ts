import { test as base, expect, type Page } from '@playwright/test';
import { type Patchbay, startPatchbay } from '../../support/patchbay-process.ts';
import { openAt } from './open-at.ts';

/** A test with its own host, on a page whose console must stay free of errors. */
export const test = base.extend<{ patchbay: Patchbay; consoleErrors: string[] }>({
  patchbay: async ({ page }, use) => {
    const patchbay = await startPatchbay();
    await use(patchbay);
    // A page that outlives its host would report the lost connection as an error.
    await page.goto('about:blank');
    await patchbay.close();
  },
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Waits until a panel is loaded: the frame shows its name and its heading at once, its content loads with its code. */
export async function panelIsThere(page: Page, name: string): Promise<void> {
  const panel = page.getByRole('main', { name, exact: true });
  await expect(panel).toBeVisible();
  await expect(panel).not.toHaveAttribute('aria-busy', 'true');
  await expect(panel.getByRole('heading', { level: 1 })).toHaveCount(1);
}

/** Waits until the core has stored what was done in a page: another tab, newly opened, shows it. */
export async function isKept(page: Page, patchbay: Patchbay, look: (tab: Page) => Promise<void>): Promise<void> {
  const other = await page.context().newPage();
  await expect(async () => {
    // The URL differs from the last one only in its hash, which alone would load nothing.
    await other.goto('about:blank');
    await other.goto(patchbay.address());
    await look(other);
  }).toPass();
  await other.close();
}

/** Waits until the core has stored the composer text. */
export async function unsentIsKept(page: Page, patchbay: Patchbay): Promise<void> {
  const message = (tab: Page) => tab.getByRole('textbox', { name: 'Message' });
  const text = await message(page).inputValue();
  await isKept(page, patchbay, async (tab) => {
    await expect(message(tab)).toBeVisible();
    expect(await message(tab).inputValue()).toBe(text);
  });
}

/** Opens the page where the demo gateway is already running, in an empty chat. How a user starts it: see the first run. */
export async function openDemoChat(page: Page, patchbay: Patchbay): Promise<void> {
  await openAt(page, patchbay);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
}

export { expect };
