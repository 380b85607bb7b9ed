import type { Locator, Page } from '@playwright/test';
import { spoken } from './audio-steps.ts';
import { pngOf } from './image-steps.ts';
import { tabTo, typeModel } from './keys-alone.ts';
import { expect } from './patchbay.ts';

/** The main action of a panel, done by keyboard alone. It begins in the panel and ends when its result is shown. */
export interface PanelAct {
  panel: string;
  act: (page: Page) => Promise<void>;
  /** What its drawings show is also there as text. */
  told?: (page: Page) => Promise<void>;
}

const main = (page: Page) => page.getByRole('main');
/** The last announcement to screen readers. */
const heard = (page: Page) => page.locator('#root [aria-live="polite"]').filter({ hasText: /\w/ });
const slow = { timeout: 30_000 };

async function press(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** A file selected in the system's own dialog, which a key on the button opens. */
async function choose(page: Page, button: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser');
  await press(page, button);
  await (await chooser).setFiles(file);
}

/** One of a few: arrow keys move in a radio group. */
async function turnTo(page: Page, group: RegExp, name: string): Promise<void> {
  const radios = page.getByRole('radiogroup', { name: group }).getByRole('radio');
  const wanted = page.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });
  await tabTo(page, radios.and(page.locator('[aria-checked="true"], :checked')));
  for (let presses = 0; presses < 4 && !(await wanted.isChecked()); presses += 1)
    await page.keyboard.press('ArrowRight');
  await expect(wanted).toBeChecked();
}

export const making: readonly PanelAct[] = [
  {
    panel: 'Chat',
    async act(page) {
      await type(page, page.getByRole('textbox', { name: 'Message' }), 'Explain tables, code and math');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('article', { name: /^Reply from/ })).toHaveAttribute('aria-busy', 'false', slow);
    },
  },
  {
    panel: 'Images',
    async act(page) {
      await typeModel(page, 'demo-image');
      await turnTo(page, /^Mode/, 'Edit');
      await choose(page, page.getByRole('button', { name: 'Add images' }), {
        name: 'plain.png',
        mimeType: 'image/png',
        buffer: pngOf(256, 256),
      });
      const painter = page.getByRole('application', { name: 'Mask over plain.png, 256 by 256 pixels' });
      await expect(painter).toHaveAccessibleDescription(/^Arrow keys move the brush/);
      await press(page, painter);
      await expect(page.getByText(/^Mask \d/)).not.toHaveText('Mask 0.0%');
      await type(page, page.getByRole('textbox', { name: 'Prompt' }), 'Green hills');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('article').getByText('Completed', { exact: true }).first()).toBeVisible(slow);
    },
  },
  {
    panel: 'Audio',
    async act(page) {
      await choose(page, page.getByRole('button', { name: 'Choose file' }), {
        name: 'call.wav',
        mimeType: 'audio/wav',
        buffer: spoken('The quick brown fox'),
      });
      await expect(page.getByRole('heading', { name: 'call.wav' })).toBeVisible(slow);
      await typeModel(page, 'demo-whisper');
      await press(page, page.getByRole('button', { name: /^Transcribe/ }));
      await expect(page.getByRole('region', { name: 'Transcript' })).toContainText('quick', slow);
    },
    async told(page) {
      const wave = page.getByRole('slider', { name: 'Playback position' });
      await expect(wave).toHaveAttribute('aria-valuetext', /^0:00(?:\.0)? \/ 0:0\d(?:\.\d)?$/);
      await expect(page.getByRole('button', { name: /^Play from 0:0\d/ }).first()).toBeAttached();
    },
  },
  {
    panel: 'Realtime',
    async act(page) {
      await typeModel(page, 'demo-realtime');
      await press(page, page.getByRole('button', { name: 'Start text session' }));
      const box = page.getByRole('textbox', { name: 'Message to the model' });
      await expect(page.getByText(/^(?:listening|ready)$/).first()).toBeVisible(slow);
      await type(page, box, 'Hello');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('article').filter({ hasText: 'I heard you say: Hello' })).toBeVisible(slow);
      await press(page, page.getByRole('button', { name: 'End session' }));
      await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible(slow);
    },
    async told(page) {
      const bars = page.getByRole('region', { name: 'Timeline' }).getByRole('img');
      await expect(bars.first()).toHaveAccessibleName(/^You, .+ to .+: Hello/);
      await expect(bars.nth(1)).toHaveAccessibleName(/^Model, .+ to .+: .*I heard you say/);
    },
  },
  {
    panel: 'Video',
    async act(page) {
      await typeModel(page, 'demo-video');
      await type(page, page.getByRole('textbox', { name: 'Prompt' }), 'A paper boat');
      await press(page, page.getByRole('button', { name: 'Generate', exact: true }));
      const video = page.getByRole('article', { name: 'A paper boat' });
      await expect(video.getByText('Saved', { exact: true })).toBeVisible(slow);
      await press(page, video.getByRole('button', { name: 'Play A paper boat' }));
      await expect(page.getByRole('dialog').locator('video')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(video.getByRole('button', { name: 'Play A paper boat' })).toBeFocused();
    },
    told: (page) => expect(heard(page)).toContainText('A paper boat: Saved.'),
  },
  {
    panel: 'Embeddings',
    async act(page) {
      await typeModel(page, 'demo-embed-small');
      await press(page, page.getByRole('button', { name: 'Load sample data' }));
      await press(page, page.getByRole('button', { name: 'Embed 60 texts' }));
      const map = page.getByRole('application', { name: /^Map of .* colored by topic$/ });
      await expect(map).toBeVisible(slow);
      await tabTo(page, map);
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('region', { name: 'Selected text' })).toBeVisible();
      await expect(
        main(page)
          .getByRole('status')
          .filter({ hasText: /^Text \d+: \w/ }),
      ).toBeAttached();
      await page.keyboard.press('Escape');
    },
    async told(page) {
      await expect(heard(page)).toContainText('Embedded 60 texts.');
      // The points of the map are rows of a table: each with its topic, its nearest text and their cosine.
      const rows = page.getByRole('listbox', { name: 'Vectors' }).getByRole('option');
      await expect(rows.first()).toHaveAttribute('aria-setsize', '60');
      await expect(rows.first()).toContainText(/refund.*\d\.\d{3}/s);
      const cosines = page.getByRole('application', { name: /^Cosine similarity of 60 texts/ });
      await expect(page.getByText(/^0\.\d{3} closest pair · mean 0\.\d{3}/)).toBeAttached();
      await tabTo(page, cosines);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect(
        main(page)
          .getByRole('status')
          .filter({ hasText: /^0\.\d{3} cosine of texts \d+ and \d+/ }),
      ).toBeAttached();
    },
  },
  {
    panel: 'Rerank',
    async act(page) {
      await typeModel(page, 'demo-rerank');
      await press(page, page.getByRole('button', { name: 'Load sample data' }));
      await press(page, main(page).getByRole('button', { name: 'Rerank 9 documents' }));
      await expect(page.getByText('9 of 9 returned')).toBeVisible(slow);
    },
    async told(page) {
      const rows = page.getByRole('list', { name: 'Ranking' }).getByRole('listitem');
      await expect(rows.filter({ has: page.getByText(/^up \d+ places?$/) }).first()).toBeAttached();
    },
  },
  {
    panel: 'Request',
    async act(page) {
      await press(page, page.getByRole('button', { name: /^Send/ }));
      await expect(page.getByRole('region', { name: 'Response', exact: true }).getByText('200')).toBeVisible(slow);
    },
  },
];

export const examining: readonly PanelAct[] = [
  {
    panel: 'Checks',
    async act(page) {
      await press(page, page.getByRole('button', { name: /What can this key access/ }));
      await press(page, page.getByRole('button', { name: /^Check \d+ cells?, \d+ calls?$/ }));
      await expect(page.getByText('Completed', { exact: true })).toBeVisible(slow);
      await tabTo(page, page.getByRole('grid', { name: /^Verdicts/ }).locator('[tabindex="0"]'));
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('/v1beta/');
      await page.keyboard.press('Escape');
    },
    async told(page) {
      await turnTo(page, /^Cells/, 'Latency');
      await expect(page.getByRole('gridcell', { name: /\d m?s/ }).first()).toBeAttached();
    },
  },
  {
    panel: 'Wire',
    async act(page) {
      await tabTo(page, page.getByRole('listbox', { name: 'Requests' }));
      await page.keyboard.press('ArrowDown');
      const detail = page.getByRole('region', { name: 'Selected request' });
      await expect(detail.getByRole('tab').first()).toBeVisible();
      const selected = detail.getByRole('tab', { selected: true });
      await tabTo(page, selected);
      const before = (await selected.textContent()) ?? '';
      await page.keyboard.press('ArrowRight');
      await expect(selected).not.toHaveText(before);
    },
    async told(page) {
      const detail = page.getByRole('region', { name: 'Selected request' });
      await tabTo(page, detail.getByRole('tab', { selected: true }));
      const timeline = detail.getByRole('tab', { name: /^Timing/ });
      for (let presses = 0; presses < 9 && (await timeline.getAttribute('aria-selected')) !== 'true'; presses += 1)
        await page.keyboard.press('ArrowRight');
      await expect(timeline).toHaveAttribute('aria-selected', 'true');
      // Each bar of the chart is in a row with its name and its length.
      await expect(detail.getByRole('region', { name: 'Timing' })).toContainText(/waiting.*\d m?s/is);
    },
  },
  {
    panel: 'Models',
    async act(page) {
      await type(page, page.getByRole('searchbox'), 'reasoner');
      const list = page.getByRole('listbox', { name: 'Models' });
      await expect(list.getByRole('option').first()).toContainText('demo-reasoner');
      await tabTo(page, list);
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('region', { name: 'demo-reasoner' })).toContainText('demo-reasoner');
    },
  },
  {
    panel: 'Connections',
    async act(page) {
      await press(page, page.getByRole('button', { name: 'Add key' }));
      await type(page, page.getByRole('textbox', { name: 'Key name' }), 'second');
      await type(page, page.getByLabel('API key', { exact: true }), 'sk-second-0123456789');
      await press(page, page.getByRole('button', { name: 'Save key' }));
      await expect(page.getByRole('button', { name: 'Save key' })).toHaveCount(0);
      // It is tried at once, and is not this gateway's key: the message moves what is below.
      await expect(main(page)).toContainText('Key rejected', slow);
    },
  },
  {
    panel: 'Settings',
    async act(page) {
      const dark = page.getByRole('radio', { name: 'Dark' });
      await tabTo(page, page.getByRole('radiogroup', { name: 'Theme' }).locator('[aria-checked="true"], :checked'));
      for (let presses = 0; presses < 3 && !(await dark.isChecked()); presses += 1)
        await page.keyboard.press('ArrowRight');
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    },
  },
];
