import type { Page } from '@playwright/test';

/** Holds every answer to a request whose address `matches`, until the returned function is called. */
export async function holdFiles(page: Page, matches: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(matches, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
