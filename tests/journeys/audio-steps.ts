import type { Page } from '@playwright/test';
import type { DemoGateway } from '#demo/gateway.ts';
import { gatewayKey } from './gateway.ts';
import { expect, type Patchbay, panelIsThere } from './patchbay.ts';

/** Adds the gateway and opens the audio panel. */
export async function openAudio(page: Page, patchbay: Patchbay, gateway: DemoGateway): Promise<void> {
  await page.goto(patchbay.address());
  await page.getByRole('textbox', { name: /^Base address/ }).fill(gateway.url);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Key', { exact: true }).fill(gatewayKey);
  await page.getByRole('button', { name: 'Save and list models' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await page.getByRole('link', { name: 'Audio' }).click();
  await panelIsThere(page, 'Audio');
}

export async function pickModel(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: /^Model/ }).click();
  const box = page.getByRole('combobox', { name: /model/i });
  await box.fill(id);
  await box.press('Enter');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText(id);
}
