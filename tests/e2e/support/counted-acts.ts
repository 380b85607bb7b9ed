import type { Locator, Page } from '@playwright/test';

/** A user whose clicks and keys are counted. Typed text counts once, however long it is. */
export interface CountedUser {
  click(target: Locator): Promise<void>;
  press(keys: string): Promise<void>;
  /** Types where the focus is, as a user does: nothing puts it there first. */
  type(text: string): Promise<void>;
  /** Returns how many acts there were since the last call. */
  acts(): number;
}

/** Counts what a user does in a page. */
export function countedUser(page: Page): CountedUser {
  let acts = 0;
  return {
    async click(target) {
      acts += 1;
      await target.click();
    },
    async press(keys) {
      acts += 1;
      await page.keyboard.press(keys);
    },
    async type(text) {
      acts += 1;
      await page.keyboard.type(text);
    },
    acts() {
      const counted = acts;
      acts = 0;
      return counted;
    },
  };
}
