import type { Page } from '@playwright/test';
import type { Patchbay } from '../support/patchbay-process.ts';
import { axeViolations } from './support/axe.ts';
import { countedUser } from './support/counted-acts.ts';
import {
  embed,
  embedSample,
  map,
  mapIsThere,
  openEmbeddings,
  patchState,
  source,
  vectors,
} from './support/embeddings-lab.ts';
import { expect, test } from './support/patchbay.ts';
import { setDemo } from './support/set-demo.ts';
import { showRequest } from './support/wire-acts.ts';

test('the sample becomes a map, and nothing of it is shown while other texts are embedded', async ({
  page,
  patchbay,
}) => {
  await openEmbeddings(page, patchbay);
  await test.step('facts of each vector, batches on the wire, and the way back from there', () => readFacts(page));
  await test.step('while other texts are embedded, nothing of the previous ones is shown', () =>
    embedOthers(page, patchbay));
});

async function readFacts(page: Page): Promise<void> {
  await embedSample(page);
  await expect(patchState(page, '60 of 60')).toBeVisible();
  await expect(page.getByText('Normalized', { exact: true })).toBeVisible();
  await expect(page.getByText(/^256 dimensions, float, norm 1\.0000\. No zero or duplicate vectors\./)).toBeVisible();
  const first = vectors(page).first();
  await expect(first).toContainText('Where is the refund');
  // Dimensions, norm and time are the same for all texts: they are shown once, above the table.
  await expect(first).not.toContainText('1.0000');
  await expect(first).not.toContainText(/\d m?s/);

  const user = countedUser(page);
  await user.click(first);
  await expect(page.getByRole('region', { name: 'Selected text' })).toBeVisible();
  await expect(page.getByText(/^Neighbors of: Where is the refund/)).toBeVisible();
  expect(user.acts(), 'to see the neighbors of a text').toBe(1);
  await page.getByRole('button', { name: /^1 to 60 Completed .* View request/ }).click();
  await expect(page.getByRole('tab', { name: 'Response' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('POST').last()).toBeVisible();
  await showRequest(page, 'Preview');
  await expect(
    page
      .getByText('"demo-embed-small"')
      .or(page.getByText(/"model":"demo-embed-small"/))
      .first(),
  ).toBeVisible();
}

async function embedOthers(page: Page, patchbay: Patchbay): Promise<void> {
  await page.getByRole('button', { name: 'New texts' }).click();
  await source(page).fill('alpha\nbeta\ngamma');
  await expect(page.getByText('3 texts · Plain lines')).toBeVisible();
  await setDemo(patchbay, { scenario: 'hang-before-headers' });
  await embed(page).click();
  await expect(page.getByText('The map appears when embedding finishes.')).toBeVisible();
  await expect(map(page)).toHaveCount(0);
  await expect(vectors(page)).toHaveCount(3);
  await expect(vectors(page).first()).not.toContainText('0.');
  await page.getByRole('main').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/^Stopped\. 3 texts without a vector/)).toBeVisible();
}

test('texts are parsed from what is typed and from files, and axe reports no violations', async ({
  page,
  patchbay,
}) => {
  await openEmbeddings(page, patchbay);
  await test.step('files that are not text are rejected with a reason, and the existing texts stay', () =>
    rejectFiles(page));
  await page.getByRole('button', { name: 'New texts' }).click();
  await test.step('axe reports no violations in the text input', () => lookAtInput(page));
  await test.step('lines, a table with a selected column and JSONL are parsed, with errors by line number', () =>
    parseTexts(page));
});

async function lookAtInput(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  await source(page).fill('id,text\n1,one\n2,\n3,three');
  await expect(page.getByText('2 texts · CSV')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
}

async function parseTexts(page: Page): Promise<void> {
  await source(page).fill('one text\n\nanother text');
  await expect(page.getByText('2 texts · Plain lines')).toBeVisible();

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Browse…' }).click();
  const csv = 'id,title,body\n1,Refund,My refund is late\n2,Parcel,"The parcel,\nit is torn"\n3,Empty,\n';
  await (await chooser).setFiles({ name: 'mail.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByText('2 texts · CSV')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Line 5/ })).toContainText('is empty here');
  await page.getByRole('combobox', { name: 'Text column' }).click();
  await page.getByRole('option', { name: 'title' }).click();
  await expect(page.getByText('3 texts · CSV')).toBeVisible();
  const user = countedUser(page);
  await user.press('ControlOrMeta+Enter');
  await expect(vectors(page)).toHaveCount(3);
  await expect(vectors(page).nth(1)).toContainText('Parcel');
  await expect(patchState(page, '3 of 3')).toBeVisible();
  // With the file dropped before, these are two acts.
  expect(user.acts(), 'from a file to its map').toBe(1);
  await test.step('the points are colored by a column', () => colorPoints(page));

  await page.getByRole('button', { name: 'New texts' }).click();
  await source(page).fill('{"text":"first","n":1}\nnot json\n"second"');
  await expect(page.getByText('2 texts · JSONL')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Line 2/ })).toContainText('Invalid JSON');
}

async function colorPoints(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Color by' }).click();
  await page.getByRole('option', { name: 'body' }).click();
  await expect(map(page)).toHaveAccessibleName('Map of 3 texts, colored by body');
  await expect(page.getByRole('group', { name: 'Legend' }).getByRole('button', { name: /No value 1/ })).toBeVisible();
}

async function rejectFiles(page: Page): Promise<void> {
  await source(page).fill('kept text');
  const take = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Browse…' }).click();
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer });
  };
  await take('picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe]));
  await expect(page.getByRole('alert')).toContainText('picture.png isn’t a text file');
  await take('empty.csv', Buffer.alloc(0));
  await expect(page.getByRole('alert')).toContainText('empty.csv is empty (0 bytes)');

  // A folder arrives as a file whose bytes cannot be read.
  await page.getByRole('main').evaluate((main) => {
    const folder = new File(['x'], 'my folder');
    Object.defineProperty(folder, 'arrayBuffer', { value: () => Promise.reject(new Error('NotFoundError')) });
    const drop = new Event('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(drop, 'dataTransfer', { value: { types: ['Files'], files: [folder] } });
    main.querySelector('textarea')?.dispatchEvent(drop);
  });
  await expect(page.getByRole('alert')).toContainText('my folder can’t be read: it is a folder');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(source(page)).toHaveValue('kept text');

  // An accepted file is its own corpus: what was typed is among the earlier texts.
  await take('mail.csv', Buffer.from('id;text\n1;"never closed\n2;another, text\n'));
  await expect(page.getByText('2 texts · CSV')).toBeVisible();
  await page.getByRole('button', { name: 'Saved texts' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^kept text/ }).click();
  await expect(source(page)).toHaveValue('kept text');
}

test('a stopped run requests no text twice, and a rejected text does not stop the others', async ({
  page,
  patchbay,
}) => {
  await openEmbeddings(page, patchbay);
  await test.step('a run is stopped and resumed, and requests no text twice', () => stopAndResume(page));
  await page.getByRole('link', { name: 'Embeddings' }).click();
  await page.getByRole('button', { name: 'New texts' }).click();
  await test.step('a rejected text is found by splitting its batch, and all others get their vectors', () =>
    splitBatch(page));
});

async function stopAndResume(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load sample data' }).click();
  const perRequest = page.getByLabel('Batch size');
  await perRequest.fill('1');
  await page.getByLabel('Concurrency').fill('1');
  await embed(page).click();
  await expect(page.getByText(/^[1-9]\d? of 60 embedded$/)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Stop' }).click();
  const stopped = page.getByText(/^Stopped\. \d+ texts? without a vector/);
  await expect(stopped).toBeVisible();
  const missing = Number(/\d+/.exec((await stopped.textContent()) ?? '')?.[0]);
  expect(missing).toBeGreaterThan(0);
  await perRequest.fill('64');
  await page
    .getByRole('main')
    .getByRole('button', { name: `Resume: ${missing} left` })
    .click();
  await expect(patchState(page, '60 of 60')).toBeVisible();
  await page.getByRole('link', { name: 'Wire' }).click();
  const asked = page.getByRole('option').filter({ hasText: '/v1/embeddings' });
  // One for each text until the stop (whether or not the last of them was cut off), and one for the rest.
  await expect(asked.first()).toBeVisible();
  const requests = await asked.count();
  expect([60 - missing + 1, 60 - missing + 2]).toContain(requests);
}

async function splitBatch(page: Page): Promise<void> {
  const texts = ['good one', 'good two', 'long '.repeat(9000).trim(), 'good three', 'good four'];
  await source(page).fill(texts.join('\n'));
  await expect(page.getByText('5 texts · Plain lines')).toBeVisible();
  await embed(page).click();
  await expect(patchState(page, '4 of 5')).toBeVisible();
  await expect(page.getByText(/^1 text rejected\. .* 4 embedded\.$/)).toBeVisible();
  await expect(vectors(page).nth(2)).not.toContainText('0.');
  await expect(vectors(page).nth(3)).toContainText(/0\.\d{3}/);
  await page
    .getByRole('button', { name: /Rejected, split/ })
    .first()
    .click();
  await expect(page.getByText(/maximum context length/).first()).toBeVisible();
}

test('received vectors are restored after a reload, and kept when a gateway fails midway', async ({
  page,
  patchbay,
}) => {
  await openEmbeddings(page, patchbay);
  await test.step('a reload restores texts, vectors and map without another request', () => reload(page));
  await page.getByRole('link', { name: 'Embeddings' }).click();
  await test.step('when a gateway fails midway, the rest is resumed, also after a reload', () =>
    failAndResume(page, patchbay));
});

async function reload(page: Page): Promise<void> {
  await embedSample(page);
  await page.getByRole('radio', { name: 'UMAP' }).click();
  await page.getByRole('button', { name: 'Sort by Cosine' }).click();
  const usage = page.getByText(/^\d+ tokens · request time/);
  const before = await usage.textContent();
  const first = await vectors(page).first().textContent();
  await page.reload();
  await mapIsThere(page);
  await expect(patchState(page, '60 of 60')).toBeVisible();
  expect(await usage.textContent()).toBe(before);
  await expect(page.getByRole('radio', { name: 'UMAP' })).toBeChecked();
  await expect.poll(() => vectors(page).first().textContent()).toBe(first);
  await page.getByRole('link', { name: 'Wire' }).click();
  await expect(page.getByRole('option').filter({ hasText: '/v1/embeddings' })).toHaveCount(1);
}

async function failAndResume(page: Page, patchbay: Patchbay): Promise<void> {
  await page.getByRole('button', { name: 'Edit texts' }).click();
  await source(page).press('ControlOrMeta+End');
  await source(page).pressSequentially('\nweather,A new text about the weather\nweather,Another one about rain');
  await expect(page.getByText('62 texts · CSV')).toBeVisible();
  await setDemo(patchbay, { scenario: '401' });
  await page.getByRole('button', { name: 'Resume: 2 left' }).first().click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(patchState(page, '60 of 62')).toBeVisible();
  await setDemo(patchbay, { scenario: null });

  await page.reload();
  await expect(patchState(page, '60 of 62')).toBeVisible();
  await page.getByRole('button', { name: 'Resume: 2 left' }).first().click();
  await expect(patchState(page, '62 of 62')).toBeVisible();
  await mapIsThere(page);
  await expect(vectors(page)).not.toHaveCount(0);
}

test('a file in another encoding is previewed, and imported in the encoding that the user selects', async ({
  page,
  patchbay,
}) => {
  await openEmbeddings(page, patchbay);
  const pick = async (bytes: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Browse…' }).click();
    await (await chooser).setFiles([{ name: 'reviews.csv', mimeType: 'text/csv', buffer: bytes }]);
  };
  await pick(Buffer.from('id,text\n1,Grüße aus Köln\n2,Le café est fermé\n', 'latin1'));
  const dialog = page.getByRole('dialog', { name: 'Encoding of reviews.csv' });
  await expect(dialog.getByText('Best guess: Western (Latin-1, Windows-1252).')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('1,Grüße aus Köln');
  expect(await axeViolations(page), 'the question').toEqual([]);
  await dialog.getByRole('combobox', { name: 'Encoding' }).click();
  await page.getByRole('option', { name: 'Cyrillic (Windows-1251)' }).click();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('GrьЯe');
  await dialog.getByRole('button', { name: 'Cancel' }).first().click();
  await expect(dialog).toHaveCount(0);
  await expect(source(page)).toHaveValue('');

  await pick(Buffer.from('id,text\n1,Größe\n2,Maße\n', 'utf16le'));
  await expect(dialog.getByText('Best guess: UTF-16 LE.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('2 texts · CSV')).toBeVisible();
  await expect(source(page)).toHaveValue('id,text\n1,Größe\n2,Maße\n');
});
