import type { Locator, Page } from '@playwright/test';
import type { Patchbay } from '../../support/patchbay-process.ts';
import { expect, panelIsThere } from './patchbay.ts';

/** Presses Tab (or Shift+Tab) until the wanted control has the focus; fails after a full round without it. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await wanted.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) return;
    await page.keyboard.press(key);
  }
  await expect(wanted, 'reached by Tab').toBeFocused();
}

/** The focus is on something: a keyboard user is not thrown back to the top of the page. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
}

/** From the first screen into an empty chat, without a pointer. */
export async function startDemo(page: Page, patchbay: Patchbay): Promise<void> {
  await page.goto(patchbay.address());
  await expect(page.getByRole('textbox', { name: /^Base URL, API key/ })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: /Start demo gateway/ }));
  await page.keyboard.press('Enter');
  await panelIsThere(page, 'Chat');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
}

/** Opens a panel by its name, as the palette finds it. */
export async function openByPalette(page: Page, panel: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
  await page.keyboard.type(`Open ${panel}`);
  await expect(page.getByRole('option', { selected: true })).toContainText(new RegExp(`Open ${panel}`, 'i'));
  await page.keyboard.press('Enter');
  await panelIsThere(page, panel);
}

/** Selects a model in the model socket, by its name. */
export async function typeModel(page: Page, id: string): Promise<void> {
  const socket = page.getByRole('button', { name: /^Model/ });
  await tabTo(page, socket);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /model/i })).toBeFocused();
  await page.keyboard.type(id);
  await page.keyboard.press('Enter');
  await expect(socket).toContainText(id);
  await expectFocusKept(page);
}

interface Stop {
  name: string;
  /** Problem description; empty when the focus is visible. */
  fault: string;
  /** It was visited before: the round is complete. */
  isKnown: boolean;
  /** The round passed through the rail and through the panel. */
  isWhole: boolean;
}

/**
 * Walks the page once by Tab. Returns the problems: a stop without a visible focus, one that is covered or outside of the
 * window, and a place that Tab cannot leave.
 */
export async function walkRound(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (let stops = 0; stops < 200; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus, stops === 0);
    if (!stop) continue;
    if (stop.isKnown) return stop.isWhole ? faults : [...faults, `${stop.name}: Tab goes round in a part of the page`];
    if (stop.fault) faults.push(`${stop.name}: ${stop.fault}`);
  }
  return [...faults, 'Tab never comes round'];
}

/** Runs in the page. */
function lookAtFocus(begin: boolean): Stop | null {
  const memory = window as unknown as { stops: Element[] };
  if (begin) memory.stops = [];
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const isStuck = memory.stops.at(-1) === element;
  const isKnown = memory.stops.includes(element);
  const isWhole = ['nav', 'main'].every((part) => memory.stops.some((stop) => stop.closest(part)));
  memory.stops.push(element);
  const name = `${element.tagName.toLowerCase()} ${element.getAttribute('role') ?? ''} “${
    element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
  }”`;
  const outlined = (other: Element | null) => {
    if (!other) return false;
    return ['', '::before', '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(other, part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    });
  };
  const near = [
    element,
    element.parentElement,
    element.parentElement?.parentElement ?? null,
    element.nextElementSibling,
  ];
  // A slider's ring is around its thumb, which no style of the page shows.
  const isSlider = element.matches('input[type="range"]');
  const isSeen = isSlider || near.some(outlined) || [...element.querySelectorAll('*')].slice(0, 60).some(outlined);
  // A control that is drawn by its container has no box of its own.
  const drawn = element.getBoundingClientRect().width > 2 ? element : (element.parentElement ?? element);
  const whole = drawn.getBoundingClientRect();
  let [left, top, right, bottom] = [whole.left, whole.top, whole.right, whole.bottom];
  // Of a text that scrolls, the part in view is looked at.
  for (let frame = drawn.parentElement; frame && frame !== document.body; frame = frame.parentElement) {
    if (getComputedStyle(frame).overflow === 'visible') continue;
    const part = frame.getBoundingClientRect();
    [left, top] = [Math.max(left, part.left), Math.max(top, part.top)];
    [right, bottom] = [Math.min(right, part.right), Math.min(bottom, part.bottom)];
  }
  const box = { left, top, width: right - left, height: bottom - top };
  const points = [
    [0.5, 0.5],
    [0.15, 0.5],
    [0.85, 0.5],
    [0.5, 0.15],
    [0.5, 0.85],
  ].map(([x = 0, y = 0]) => [box.left + box.width * x, box.top + box.height * y] as const);
  const isUncovered = points.some(([x, y]) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (drawn.contains(top) || top.contains(drawn) || top.closest('label')?.contains(drawn));
  });
  const fault = isStuck
    ? 'Tab does not lead out'
    : !isSeen
      ? 'no ring'
      : !isUncovered
        ? `covered or outside at ${Math.round(box.left)}, ${Math.round(box.top)}`
        : '';
  return { name, fault, isKnown: isKnown && !isStuck, isWhole };
}

/** Opens each menu, list and popover of the page by Enter and closes it by Escape; returns where the focus was lost. */
export async function openAndEscape(page: Page): Promise<string[]> {
  const openers = page.locator('button[aria-haspopup]:visible, [role="combobox"][aria-haspopup]:visible');
  const faults: string[] = [];
  for (let at = 0; at < (await openers.count()); at += 1) {
    const opener = openers.nth(at);
    if ((await opener.isDisabled()) || (await opener.evaluate((element) => element.tagName === 'INPUT'))) continue;
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent()) ?? '';
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(opener, name).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(opener, name).toHaveAttribute('aria-expanded', 'false');
    const isBack = await expect(opener)
      .toBeFocused({ timeout: 2000 })
      .then(
        () => true,
        () => false,
      );
    if (!isBack) faults.push(`${name}: the focus does not come back`);
  }
  return faults;
}
