import type { Page } from '@playwright/test';

/** Controls that extend over an edge of the page and cannot be scrolled to. */
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

/** Options of a segmented control whose labels overlap. */
export const spilt = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, [role="radio"], [role="tab"], [role="checkbox"]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 2)
      .filter(
        (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'visible',
      )
      .map((element) => element.textContent ?? ''),
  );

/** Controls of the page's bars that overlap. */
export const overlapping = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Content scrolled out of its frame covers nothing.
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

/** Whether the page itself must be scrolled in two directions to be read. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth);

/** From now on, records everything that moves in the page; `whatMoved` returns it. */
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

/**
 * What cannot be distinguished where the system sets the colors (forced colors, as in high contrast themes): a control whose
 * icon has the color of its background, a box without an edge, and a selected item that looks like its neighbors.
 */
export const lostInForcedColors = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const clear = /^(rgba\(.*, 0\)|transparent)$/;
    const groundOf = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!clear.test(backgroundColor)) return backgroundColor;
      }
      return 'none';
    };
    const hasEdge = (element: Element) => {
      const { borderTopWidth, borderTopStyle, appearance } = getComputedStyle(element);
      return appearance !== 'none' || (borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0);
    };
    const nameOf = (element: Element) =>
      `${element.getAttribute('role') ?? element.tagName.toLowerCase()} “${
        element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
      }”`;
    const looks = (element: Element) =>
      ['', '::before', '::after']
        .map((part) => {
          const style = getComputedStyle(element, part);
          return [
            style.color,
            style.backgroundColor,
            style.borderTopColor,
            style.borderTopWidth,
            style.outlineStyle,
            style.content,
            style.opacity,
          ].join(' ');
        })
        .join('|');
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          element.getBoundingClientRect().width > 2,
      );
    const unseen = shown('button, a[href]').filter((element) =>
      [element, ...element.querySelectorAll('svg')].some(
        (part) => part.getBoundingClientRect().width > 0 && getComputedStyle(part).color === groundOf(part),
      ),
    );
    const edgeless = shown('input:not([type="hidden"]), textarea, [role="combobox"]').filter(
      (element) =>
        !hasEdge(element) &&
        !(
          element.parentElement && [element.parentElement, element.parentElement.parentElement as Element].some(hasEdge)
        ),
    );
    const chosen = shown(
      '[aria-checked="true"], [aria-pressed="true"], [role="tab"][aria-selected="true"], nav a[aria-current]',
    );
    const alike = chosen.filter((element) => {
      const others = [...(element.parentElement?.children ?? [])].filter(
        (other) => other !== element && other.tagName === element.tagName && !other.matches('[aria-current]'),
      );
      return others.length > 0 && others.every((other) => looks(other) === looks(element));
    });
    return [
      ...unseen.map((element) => `${nameOf(element)} has the colour of its ground`),
      ...edgeless.map((element) => `${nameOf(element)} has no edge`),
      ...alike.map((element) => `${nameOf(element)} is chosen and looks like its neighbors`),
    ];
  });
