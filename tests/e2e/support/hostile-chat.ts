import { test as base, expect, type Page } from '@playwright/test';
import { type Patchbay, startPatchbay } from '../../support/patchbay-process.ts';
import { type HostileGateway, startHostileGateway } from './hostile-gateway.ts';
import { plugIn, watchForStrikes } from './hostile-page.ts';
import { panelIsThere } from './patchbay.ts';

/** A page in a chat with a hostile gateway. */
export const test = base.extend<{ patchbay: Patchbay; gateway: HostileGateway; chat: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
  patchbay: async ({}, use) => {
    const patchbay = await startPatchbay();
    await use(patchbay);
    await patchbay.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
  gateway: async ({}, use) => {
    const gateway = await startHostileGateway();
    await use(gateway);
    await gateway.close();
  },
  chat: async ({ page, patchbay, gateway }, use) => {
    await watchForStrikes(page);
    await plugIn(page, patchbay.address(), gateway.url, 'hostile');
    await use(page);
    await page.goto('about:blank');
  },
});

/** The newest reply of the open chat. */
export const answer = (page: Page) => page.getByRole('article', { name: /^Reply from/ }).last();

/** A reply with a tool call waits for its result; what comes next is said elsewhere. */
export const newChat = async (page: Page) => {
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page.getByRole('article', { name: /^Reply from/ })).toHaveCount(0);
};

/** Opens a panel from the rail. */
export const go = async (page: Page, name: string) => {
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('link', { name }).click();
  await panelIsThere(page, name);
};
