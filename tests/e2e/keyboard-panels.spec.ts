import { openAndEscape, openByPalette, startDemo, walkRound } from './support/keys-alone.ts';
import { openAt } from './support/open-at.ts';
import { examining, making, type PanelAct } from './support/panel-acts.ts';
import { expect, test } from './support/patchbay.ts';
import {
  cutOff,
  lostInForcedColors,
  overlapping,
  scrollsSideways,
  spilt,
  watchMotion,
  whatMoved,
} from './support/seen.ts';

/** Panels visited by one start of the program. */
const visits: readonly (readonly PanelAct[])[] = [making.slice(0, 3), making.slice(3, 5), making.slice(5), examining];

// What a user sees of 1440 x 900 at 200% zoom, with reduced motion and without a mouse.
test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2, contextOptions: { reducedMotion: 'reduce' } });

for (const panels of visits) {
  const names = panels.map(({ panel }) => panel).join(', ');
  test(`works by keyboard alone, at 200% zoom, with reduced motion: ${names}`, async ({ page, patchbay }) => {
    test.setTimeout(180_000);
    const look = async (where: string) => {
      expect.soft(await cutOff(page), `${where}: nothing is out of reach`).toEqual([]);
      expect.soft(await overlapping(page), `${where}: nothing lies over another`).toEqual([]);
      expect.soft(await spilt(page), `${where}: words stay in their control`).toEqual([]);
      expect.soft(await scrollsSideways(page), `${where}: the page does not scroll sideways`).toBe(false);
    };
    await startDemo(page, patchbay);
    await watchMotion(page);
    for (const { panel, act, told } of panels)
      await test.step(panel, async () => {
        if (panel !== 'Chat') await openByPalette(page, panel);
        await look(`${panel}, at first`);
        expect.soft(await walkRound(page), `${panel}, at first: the focus is seen, and Tab comes round`).toEqual([]);
        await act(page);
        await look(`${panel}, with a result`);
        expect.soft(await walkRound(page), `${panel}, with a result: the same`).toEqual([]);
        await told?.(page);
        expect.soft(await openAndEscape(page), `${panel}: Escape leads back`).toEqual([]);
        expect.soft(await whatMoved(page), `${panel}: nothing moves`).toEqual([]);
        await page.emulateMedia({ forcedColors: 'active' });
        expect.soft(await lostInForcedColors(page), `${panel}: forced colours`).toEqual([]);
        await page.emulateMedia({ forcedColors: 'none' });
      });
  });
}

test('the actions of the wire drawer stay in the window, however long the facts beside them become', async ({
  page,
  patchbay,
}) => {
  await openAt(page, patchbay, { panel: 'rerank', model: 'demo-rerank' });
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Rerank 9 documents' }).click();
  const drawer = page.getByRole('region', { name: 'Wire', exact: true });
  const status = drawer.getByText('200', { exact: true });
  await expect(status).toBeVisible();
  const more = drawer.getByRole('button', { name: 'More actions' });
  await more.focus();
  await status.evaluate((badge) => badge.append(', Completed with warnings'));
  await expect(more).toBeInViewport({ ratio: 1 });
});
