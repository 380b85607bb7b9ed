import type { Locator, Page } from '@playwright/test';
import { expect } from './patchbay.ts';

/** The row of a parameter that is sent. */
export const parameter = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });

/** Finds a parameter that is not sent and sends it. */
export async function sendParameter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add parameter' }).click();
  const search = page.getByRole('combobox', { name: 'Search parameters' });
  await search.fill(name);
  await page.getByRole('option', { name, exact: true }).click();
  await expect(parameter(page, name).getByRole('checkbox', { name })).toBeChecked();
}

/** Leaves a parameter out of the request. */
export const leaveOut = (page: Page, name: string): Promise<void> =>
  parameter(page, name).getByRole('checkbox', { name }).uncheck();
