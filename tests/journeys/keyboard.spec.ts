import type { Locator, Page } from '@playwright/test';
import { expect, openDemoChat, type Patchbay, panelIsThere, test } from './patchbay.ts';

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const answers = (page: Page) => page.getByRole('article', { name: /^Answer of/ });

/** Presses Tab (or Shift+Tab) until the wanted control has the focus; fails when a whole round does not lead there. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await wanted.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) return;
    await page.keyboard.press(key);
  }
  await expect(wanted, 'reached by Tab').toBeFocused();
}

/** The focus is on something: whoever has no pointer is not thrown back to the top of the page. */
async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
}

/** From the first screen into an empty chat, without a pointer. */
async function startDemo(page: Page, patchbay: Patchbay): Promise<void> {
  await page.goto(patchbay.address());
  await expect(page.getByRole('textbox', { name: /^Base address, key/ })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: /Start the demo gateway/ }));
  await page.keyboard.press('Enter');
  await panelIsThere(page, 'Chat');
  await expect(message(page)).toBeFocused();
}

test('a model is chosen, a turn is sent and stopped by keyboard alone', async ({ page, patchbay }) => {
  await startDemo(page, patchbay);

  // Out of a list that is typed into.
  await tabTo(page, page.getByRole('button', { name: /^Model/ }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /model/i })).toBeFocused();
  await page.keyboard.type('demo-long');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('demo-long');
  await expectFocusKept(page);

  // Sent, and stopped in the middle, without leaving the field.
  await tabTo(page, message(page));
  await page.keyboard.type('Write a long story');
  await page.keyboard.press('Enter');
  await expect(answers(page)).toContainText(/(\w+\W+){5}/);
  await page.keyboard.press('Escape');
  await expect(answers(page)).toContainText('Stopped by you');
  await expect(message(page)).toBeFocused();
});

test('parameters are set by keyboard alone', async ({ page, patchbay }) => {
  await startDemo(page, patchbay);

  // Ticked with Space, moved with an arrow.
  const temperature = page.getByRole('group', { name: 'temperature', exact: true });
  await tabTo(page, temperature.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await expect(temperature.getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(temperature.getByRole('slider')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(temperature.getByRole('textbox')).toHaveValue('0.95');

  // A choice out of a list, and one of a few.
  const effort = page.getByRole('combobox', { name: 'reasoning_effort' });
  await tabTo(page, effort);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(effort).toContainText('high');
  await expect(effort).toBeFocused();
});

/** A chat with one answer, ended, and the focus in the composer. */
async function askOnce(page: Page, patchbay: Patchbay): Promise<void> {
  await startDemo(page, patchbay);
  await page.keyboard.type('Count to 2');
  await page.keyboard.press('Enter');
  await expect(answers(page)).toHaveAttribute('aria-busy', 'false', { timeout: 20_000 });
}

test('a turn is edited and its versions are looked at by keyboard alone', async ({ page, patchbay }) => {
  await askOnce(page, patchbay);

  // Saving brings a new version, and the focus to where the next turn is written.
  await tabTo(page, page.getByRole('button', { name: 'Edit' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Edit message' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Count to 3');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('article', { name: 'You' })).toContainText('2/2');
  await expect(answers(page).first()).toContainText(/\w{3,}/);
  await expect(message(page)).toBeFocused();
  const older = page.getByRole('button', { name: 'Older version' });
  await tabTo(page, older, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'You' })).toContainText('1/2');
  await expect(older).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Newer version' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'You' })).toContainText('2/2');
});

test('a conversation is renamed and its wire read by keyboard alone', async ({ page, patchbay }) => {
  await askOnce(page, patchbay);

  // The conversation is renamed by its menu; the focus comes back to where it was.
  const more = page.getByRole('button', { name: 'More actions' }).first();
  await tabTo(page, more, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('By keyboard');
  await expectFocusKept(page);

  // The wire behind the answer.
  await page.keyboard.press('Control+j');
  await tabTo(page, page.getByRole('tab', { selected: true }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Sent' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel')).toContainText('demo-chat');
});

test('hints are shown on focus, told apart from names, and put away with Escape', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  const attach = page.getByRole('button', { name: 'Attach files' });
  const hint = page.getByText('Attach files', { exact: true });
  await tabTo(page, attach);
  await expect(hint).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint).toBeHidden();
  // A press is refused for a reason, and the reason can be read.
  const send = page.getByRole('button', { name: 'Send' });
  await tabTo(page, send);
  await expect(send).toHaveAttribute('aria-description', 'Write something or attach a file');
  await page.keyboard.press('Enter');
  await expect(answers(page)).toHaveCount(0);
});

test.describe('for those who want no motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves while an answer streams', async ({ page, patchbay }) => {
    await openDemoChat(page, patchbay);
    const moving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await message(page).fill('Explain tables, code and math');
    await message(page).press('Enter');
    await expect(answers(page)).toContainText(/(\w+\W+){3}/);
    expect(await moving()).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(moving).toBe(0);
    await expect(answers(page)).toHaveAttribute('aria-busy', 'true');
  });
});

test.describe('at twice the size on a small screen', () => {
  test.use({ viewport: { width: 512, height: 350 }, deviceScaleFactor: 2 });

  /** Controls that reach over an edge of the page and can not be scrolled to. */
  const cutOff = (page: Page) =>
    page.evaluate(() => {
      const isScrolled = (element: Element | null, side: 'X' | 'Y'): boolean => {
        if (!element || element === document.body) return false;
        const style = getComputedStyle(element);
        const scrolls = /auto|scroll/.test(side === 'X' ? style.overflowX : style.overflowY);
        return scrolls || isScrolled(element.parentElement, side);
      };
      return [...document.querySelectorAll('button, a, input, textarea, [role="tab"], [role="button"]')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((element) => {
          const { left, right, top, bottom, width } = element.getBoundingClientRect();
          if (width === 0) return false;
          const beyondX = left < -1 || right > innerWidth + 1;
          const beyondY = top < -1 || bottom > innerHeight + 1;
          return (
            (beyondX && !isScrolled(element.parentElement, 'X')) || (beyondY && !isScrolled(element.parentElement, 'Y'))
          );
        })
        .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? element.tagName);
    });

  /** Controls of the page's bars that lie over one another. */
  const overlapping = (page: Page) =>
    page.evaluate(() => {
      const boxes = [...document.querySelectorAll('header button, footer button, [role="tab"]')]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({
          name: element.getAttribute('aria-label') ?? element.textContent,
          box: element.getBoundingClientRect(),
        }));
      return boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter(
            ({ box }) =>
              box.left < one.box.right - 1 &&
              one.box.left < box.right - 1 &&
              box.top < one.box.bottom - 1 &&
              one.box.top < box.bottom - 1,
          )
          .map((other) => `${one.name} and ${other.name}`),
      );
    });

  test('no control is cut off', async ({ page, patchbay }) => {
    await page.goto(patchbay.address());
    await expect(page.getByRole('button', { name: /Start the demo gateway/ })).toBeVisible();
    expect(await cutOff(page)).toEqual([]);
    await openDemoChat(page, patchbay);
    expect(await cutOff(page)).toEqual([]);
    await message(page).fill('Explain tables, code and math');
    await message(page).press('Enter');
    await expect(answers(page)).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
    expect(await cutOff(page)).toEqual([]);
    expect(await overlapping(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show or hide the parameters' }).click();
    expect(await cutOff(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Settings' }).click();
    await panelIsThere(page, 'Settings');
    expect(await cutOff(page)).toEqual([]);
  });
});
