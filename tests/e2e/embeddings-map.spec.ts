import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { embedSample, map, openEmbeddings, vectors } from './support/embeddings-lab.ts';
import { expect, test } from './support/patchbay.ts';

test('vectors are exported, compared in pairs, and accessible to screen readers', async ({ page, patchbay }) => {
  await openEmbeddings(page, patchbay);
  await embedSample(page);
  await test.step('exports contain what the page shows: CSV, JSONL and NPY', () => exportAll(page));
  await test.step('the matrix describes its pairs by pointer and by arrow keys', () => readMatrix(page));
  await test.step('two chosen texts have one cosine, with the lengths of their vectors', () => comparePair(page));
  await test.step('axe reports no violations beside the map', () => lookAtVector(page));
});

async function comparePair(page: Page): Promise<void> {
  const texts = page.getByRole('listbox', { name: 'Texts' }).getByRole('option');
  const side = page.getByRole('region', { name: 'Similarity' });
  await side.getByRole('radio', { name: 'Pair' }).click();
  await side.getByRole('button', { name: /^First text/ }).click();
  await texts.nth(0).click();
  await side.getByRole('button', { name: /^Second text/ }).click();
  await texts.nth(0).click();
  await expect(side.getByRole('status')).toContainText('1.0000 cosine similarity');
  await texts.nth(1).click();
  await expect(side.getByRole('status')).toContainText(/^0\.\d{4} cosine similarity/);
  await expect(side.getByRole('status')).toContainText('Vector lengths1.0000 · 1.0000');
  expect(await axeViolations(page), 'the pair').toEqual([]);
}

async function exported(page: Page, kind: RegExp): Promise<{ name: string; bytes: Buffer }> {
  const waiting: Promise<Download> = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

async function exportAll(page: Page): Promise<void> {
  const csv = await exported(page, /^CSV/);
  const lines = csv.bytes.toString('utf8').split('\r\n');
  expect(csv.name).toMatch(/\.csv$/);
  expect(lines[0]).toBe('index,line,text,model,dimensions,norm,tokens,tokens_are_share,ms,x,y,embedding');
  expect(lines).toHaveLength(62);

  const jsonl = await exported(page, /^JSONL/);
  const records = jsonl.bytes
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { text: string; embedding: number[] });
  expect(records).toHaveLength(60);
  expect(records[0]?.embedding).toHaveLength(256);

  const { bytes } = await exported(page, /^NPY/);
  expect(bytes.subarray(0, 6).toString('latin1')).toBe('\x93NUMPY');
  const head = 10 + bytes.readUInt16LE(8);
  expect(bytes.subarray(10, head).toString('latin1')).toContain("'shape': (60, 256)");
  expect(bytes).toHaveLength(head + 60 * 256 * 4);
  expect(bytes.readFloatLE(head)).toBeCloseTo(records[0]?.embedding[0] ?? Number.NaN, 6);
}

async function readMatrix(page: Page): Promise<void> {
  const matrix = page.getByRole('application', { name: /^Cosine similarity of 60 texts/ });
  const headline = page.getByRole('region', { name: 'Similarity' }).getByRole('status');
  await expect(headline).toContainText(/^0\.\d{3} closest pair · mean 0\.\d{3}/);
  await matrix.hover();
  await expect(headline).toContainText(/^-?\d\.\d{3} cosine of texts \d+ and \d+/);
  await page.mouse.move(2, 2);
  await matrix.focus();
  await page.keyboard.press('ArrowDown');
  await expect(headline).toContainText(/^1\.000 cosine of texts/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Selected text' })).toBeVisible();
}

async function lookAtVector(page: Page): Promise<void> {
  await vectors(page).nth(2).click();
  await expect(page.getByRole('region', { name: 'Selected text' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
}

test('the map is searched and selected from, by mouse and by keyboard', async ({ page, patchbay }) => {
  await openEmbeddings(page, patchbay);
  await embedSample(page);
  await test.step('the map supports hover, search and lasso by mouse, and navigation by keyboard', () => useMap(page));
  await test.step('UMAP is computed in the background', async () => {
    await page.getByRole('radio', { name: 'UMAP' }).click();
    await expect(page.getByText(/^UMAP keeps neighborhoods/)).toBeVisible();
  });
});

async function useMap(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search the map' }).fill('courier');
  await expect(vectors(page).first()).toContainText('courier');
  await expect(vectors(page).first()).toHaveAttribute('aria-setsize', '10');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Nearest to “courier”/ })).toBeVisible();
  await expect(vectors(page).first()).toHaveAttribute('aria-setsize', '20');
  await page
    .getByRole('button', { name: 'Clear search' })
    .or(page.getByRole('button', { name: /Nearest to/ }))
    .first()
    .click();
  await expect(vectors(page).first()).toHaveAttribute('aria-setsize', '60');

  await map(page).focus();
  await page.keyboard.press('ArrowRight');
  const card = page.getByRole('region', { name: 'Selected text' });
  const first = await card.locator('b').textContent();
  await page.keyboard.press('ArrowRight');
  await expect(card.locator('b')).not.toHaveText(first ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '1 of 60 selected' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);

  const box = await map(page).boundingBox();
  if (!box) throw new Error('the map has no place');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.12, 0.02));
  await page.mouse.down();
  for (const [x, y] of [
    [0.98, 0.02],
    [0.98, 0.98],
    [0.12, 0.98],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 6 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: /^\d+ of 60 selected$/ })).toBeVisible();
  await page.keyboard.press('Escape');

  // Some point is eventually under the pointer: the tooltip shows its text.
  const tip = page.locator('[class*=tip]').filter({ hasText: /\w/ });
  for (let step = 0; step < 60 && (await tip.count()) === 0; step++)
    await page.mouse.move(...at(0.12 + (step % 12) * 0.07, 0.1 + Math.floor(step / 12) * 0.18), { steps: 8 });
  await expect(tip.first()).toBeVisible();

  await page
    .getByRole('group', { name: 'Legend' })
    .getByRole('button', { name: /courier/ })
    .click();
  await expect(page.getByRole('button', { name: '10 of 60 selected' })).toBeVisible();
  await expect(page.getByRole('application', { name: /^Cosine similarity of 10 texts/ })).toBeVisible();
}
