import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { expect, test } from './support/patchbay.ts';

/** Stands in for a desktop shell whose keyring waits for its password: the page is connected, and gets no results. */
async function beforeKeyring(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<{ kind: string; id: number; name?: string }>) => {
      if (data.kind !== 'open' || data.name !== 'host.opening') return;
      const tell = (waitsFor: string) => port1.postMessage({ kind: 'values', id: data.id, values: [{ waitsFor }] });
      tell('keyring');
      Object.assign(window, { unlock: () => tell('data') });
    };
    const host = { connect: () => window.postMessage({ kind: 'host-port' }, location.origin, [port2]) };
    Object.assign(window, { host });
  });
}

for (const [locale, title, opening] of [
  ['en-US', 'Waiting for the system keychain', 'Opening Patchbay'],
  ['zh-CN', '正在等待系统凭据库', '正在打开 Patchbay'],
] as const)
  test.describe(locale, () => {
    test.use({ locale });

    test('a page whose host waits for the keyring says so', async ({ page, patchbay }) => {
      await beforeKeyring(page);
      await page.goto(patchbay.address());
      const status = page.getByRole('status');
      await expect(status.getByRole('heading', { name: title })).toBeVisible();
      // In both themes.
      expect(await axeViolations(page)).toEqual([]);
      // From then on it waits for Patchbay itself.
      await page.evaluate(() => (window as unknown as { unlock(): void }).unlock());
      await expect(status).toHaveText(opening);
    });
  });
