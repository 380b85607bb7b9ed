import type { Page } from '@playwright/test';

/** Controls that reach over an edge of the page and can not be scrolled to. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isScrolled = (element: Element | null, side: 'X' | 'Y'): boolean => {
      if (!element || element === document.body) return false;
      const style = getComputedStyle(element);
      const scrolls = /auto|scroll/.test(side === 'X' ? style.overflowX : style.overflowY);
      return scrolls || isScrolled(element.parentElement, side);
    };
    const clippedBy = (element: Element): Element | null => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
        const style = getComputedStyle(around);
        const frame = around.getBoundingClientRect();
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) return null;
        if (/hidden|clip/.test(style.overflowX) && (left > frame.right - 2 || right < frame.left + 2)) return around;
        if (/hidden|clip/.test(style.overflowY) && (top > frame.bottom - 2 || bottom < frame.top + 2)) return around;
      }
      return null;
    };
    return [...document.querySelectorAll('button, a, input, textarea, [role="tab"], [role="button"]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect();
        if (width === 0) return false;
        const beyondX = left < -1 || right > innerWidth + 1;
        const beyondY = top < -1 || bottom > innerHeight + 1;
        return (
          (beyondX && !isScrolled(element.parentElement, 'X')) ||
          (beyondY && !isScrolled(element.parentElement, 'Y')) ||
          clippedBy(element) !== null
        );
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? element.tagName);
  });

/** Controls of the page's bars that lie over one another. */
export const overlapping = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // What is scrolled out of its frame lies over nothing.
    const shownBox = (element: Element) => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
        if (getComputedStyle(around).overflow === 'visible') continue;
        const frame = around.getBoundingClientRect();
        left = Math.max(left, frame.left);
        right = Math.min(right, frame.right);
        top = Math.max(top, frame.top);
        bottom = Math.min(bottom, frame.bottom);
      }
      return { left, right, top, bottom };
    };
    const boxes = [...document.querySelectorAll('header button, footer button, nav a, [role="tab"]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({
        name: element.getAttribute('aria-label') ?? element.textContent,
        box: shownBox(element),
      }))
      .filter(({ box }) => box.right > box.left && box.bottom > box.top);
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

/** Whether the page itself has to be moved in two directions to be read. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth);

/** From now on, remembers everything that moves in the page; `whatMoved` tells it. */
export const watchMotion = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const memory = window as unknown as { moved?: Set<string> };
    if (memory.moved) return;
    const moved = new Set<string>();
    memory.moved = moved;
    const look = () => {
      for (const animation of document.getAnimations()) {
        const duration = animation.effect?.getComputedTiming().duration;
        if (animation.playState !== 'running' || typeof duration !== 'number' || duration <= 1) continue;
        const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
        moved.add(`${target?.className || target?.tagName}: ${duration} ms`);
      }
      requestAnimationFrame(look);
    };
    look();
  });

export const whatMoved = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...((window as unknown as { moved?: Set<string> }).moved ?? ['nobody watched'])]);
