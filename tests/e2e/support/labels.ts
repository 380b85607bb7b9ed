import type { Page } from '@playwright/test';

const labelled = 'button, a, [role="tab"], [role="radio"], label, dt, th, h1, h2, h3';

/** Labels of which the end is cut off. */
const clippedLabels = (page: Page): Promise<string[]> =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => element.checkVisibility() && !element.classList.contains('sr-only'))
        .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
        .filter((element) => getComputedStyle(element).overflowX !== 'visible' && /\p{L}/u.test(element.textContent))
        .map((element) => element.textContent.trim()),
    labelled,
  );

/** Labels of controls that take more than one line; longer texts, as on cards, may. */
const wrappedLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lines = (text: Text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const texts = (element: Element): Text[] =>
      [...element.childNodes].flatMap((node) =>
        node instanceof Text ? (node.data.trim() ? [node] : []) : node instanceof Element ? texts(node) : [],
      );
    return [...document.querySelectorAll('button, [role="tab"], [role="radio"], th')]
      .filter((element) => element.checkVisibility() && !element.classList.contains('sr-only'))
      .filter((element) => texts(element).some((text) => text.data.length <= 24 && lines(text) > 1))
      .map((element) => element.textContent.trim());
  });

/** Labels that are clipped or wrapped in the usual window and in a small one, each with the reason. */
export async function labelsThatDoNotFit(page: Page): Promise<string[]> {
  const usual = page.viewportSize();
  const found: string[] = [];
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 700 },
  ]) {
    await page.setViewportSize(size);
    found.push(...(await clippedLabels(page)).map((label) => `clipped at ${size.width}: ${label}`));
    found.push(...(await wrappedLabels(page)).map((label) => `wrapped at ${size.width}: ${label}`));
  }
  if (usual) await page.setViewportSize(usual);
  return found;
}
