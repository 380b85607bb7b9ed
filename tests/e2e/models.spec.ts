import { createServer, type Server } from 'node:http';
import type { Page } from '@playwright/test';
import type { Patchbay } from '../support/patchbay-process.ts';
import { axeViolations } from './support/axe.ts';
import { expect, isKept, openDemoChat, test } from './support/patchbay.ts';

/** A gateway whose listings return exactly what it is given. */
async function listingGateway(listing: { status: number; ids: readonly string[] }): Promise<Server & { base: string }> {
  const server = createServer((request, response) => {
    const isNative = request.url?.startsWith('/v1beta');
    const list = isNative
      ? { models: listing.ids.map((name) => ({ name })) }
      : { object: 'list', data: listing.ids.map((id) => ({ id, object: 'model', owned_by: 'vendor' })) };
    const body = listing.status === 200 ? list : { error: { message: 'no such page', type: 'invalid_request_error' } };
    response.writeHead(listing.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const found = server.address();
  return Object.assign(server, { base: `http://127.0.0.1:${typeof found === 'object' && found ? found.port : 0}` });
}

/** Connects the page to a gateway from the first screen and opens the catalog. */
async function openModelsOf(page: Page, patchbay: Patchbay, base: string): Promise<void> {
  await page.goto(patchbay.address());
  await page.getByRole('textbox', { name: /^Base URL/ }).fill(base);
  await page.getByLabel('API key', { exact: true }).fill('sk-some-11112222');
  await page.getByRole('button', { name: 'Save and connect' }).click();
  await expect(page.getByRole('textbox', { name: 'First message' }).or(page.getByRole('alert')).first()).toBeVisible();
  await page.getByRole('link', { name: 'Models' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible();
}

const options = (page: Page) => page.getByRole('listbox', { name: 'Models' }).getByRole('option');

test('the catalog is read by pointer and keyboard, and axe reports no violations', async ({ page, patchbay }) => {
  await openDemoChat(page, patchbay);
  await test.step('axe reports no violations in the catalog and the picker', () => lookAtBoth(page));
  await test.step('the code sample for a route matches the request of that route', () => readSample(page));
  await page.getByRole('searchbox', { name: 'Find a model' }).fill('');
  await page.getByRole('link', { name: 'Chat' }).click();
  await test.step('the catalog is searched, filtered and navigated by keyboard, and a model opens in the chat', () =>
    searchByKeyboard(page));
});

async function lookAtBoth(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Model/ }).click();
  await expect(page.getByRole('combobox', { name: /Search models/ })).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Models' }).click();
  await options(page).first().click();
  await expect(page.getByText('PATCHBAY_API_KEY').first()).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Find a model' }).fill('zzzzzz');
  await expect(page.getByText('No models match these filters.')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
}

async function readSample(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Models' }).click();
  await page.getByRole('searchbox', { name: 'Find a model' }).fill('demo-rerank');
  await options(page).first().click();
  const detail = page.getByRole('region', { name: 'demo-rerank' });
  await expect(detail).toContainText('/v1/rerank');
  await expect(detail).toContainText('documents');
  await detail.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Python requests' }).click();
  await expect(detail).toContainText('import requests');
}

async function searchByKeyboard(page: Page): Promise<void> {
  await page.getByRole('main').click();
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible();
  await expect(options(page).first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'embeddings' }).click();
  await expect(options(page).filter({ hasNotText: 'embeddings' })).toHaveCount(0);
  await expect(options(page).first()).toContainText('demo-embed');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type('reasoner');
  await expect(options(page).first()).toContainText('demo-reasoner');
  await page.getByRole('listbox', { name: 'Models' }).focus();
  await page.keyboard.press('ArrowDown');
  const detail = page.getByRole('region', { name: 'demo-reasoner' });
  await expect(detail).toContainText('PATCHBAY_API_KEY');
  await expect(detail).toContainText('"id": "demo-reasoner"');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('demo-reasoner');
}

test('the picker lists models for the route first, remembers choices, and accepts any typed id', async ({
  page,
  patchbay,
}) => {
  await openDemoChat(page, patchbay);
  const jack = page.getByRole('button', { name: /^Model/ });
  await jack.click();
  const field = page.getByRole('combobox', { name: /Search models/ });
  await field.fill('demo');
  await expect(page.getByText('For this route')).toBeVisible();
  await field.fill('my-own/model');
  await expect(page.getByText('Use “my-own/model”')).toBeVisible();
  await field.press('Enter');
  await expect(jack).toContainText('my-own/model');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await jack.click();
  await field.press('Escape');
  await expect(jack).toBeFocused();
  await jack.click();
  await field.fill('demo-js');
  await field.press('Enter');
  await expect(jack).toContainText('demo-json');
  await isKept(page, patchbay, async (tab) => {
    await expect(tab.getByRole('button', { name: /^Model/ })).toContainText('demo-json', { timeout: 2000 });
  });
  await page.reload();
  await expect(jack).toContainText('demo-json');
  await jack.click();
  await expect(page.getByText('Recent', { exact: true })).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(jack).toContainText('my-own/model');
});

test('what is typed right behind the press that opens the picker is searched, and entered', async ({
  page,
  patchbay,
}) => {
  await openDemoChat(page, patchbay);
  const jack = page.getByRole('button', { name: /^Model/ });
  await jack.click();
  await page.keyboard.type('demo-json');
  const field = page.getByRole('combobox', { name: /Search models/ });
  await expect(field).toHaveValue('demo-json');
  await field.press('Enter');
  await expect(jack).toContainText('demo-json');
  await jack.press('Enter');
  await page.keyboard.type('demo-long');
  await page.keyboard.press('Enter');
  await expect(jack).toContainText('demo-long');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
});

test('an empty list, a failed list and a list of 5,000 models look different', async ({ page, patchbay }) => {
  const listing = { status: 200, ids: [] as string[] };
  const gateway = await listingGateway(listing);
  await openModelsOf(page, patchbay, gateway.base);
  await expect(page.getByRole('heading', { name: 'No models' })).toBeVisible();
  await expect(page.getByText(/accepted the key but returned an empty list/)).toBeVisible();

  listing.status = 404;
  await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Couldn’t load models (404)')).toBeVisible();
  await page.getByRole('textbox', { name: 'Model ID' }).fill('typed/by-hand');
  await page.getByRole('button', { name: 'Open in chat' }).click();
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('typed/by-hand');

  listing.status = 200;
  listing.ids = Array.from({ length: 5000 }, (_, at) => `vendor/model-${at}`);
  await page.getByRole('link', { name: 'Models' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^5,000 models, updated/)).toBeVisible();
  expect(await options(page).count()).toBeLessThan(100);
  await page.getByRole('listbox', { name: 'Models' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('region', { name: 'vendor/model-999' })).toBeVisible();

  listing.status = 500;
  await page.getByRole('main').getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/Showing models from/)).toBeVisible();
  expect(await options(page).count()).toBeGreaterThan(0);
  await page.goto('about:blank');
  await new Promise((resolve) => gateway.close(resolve));
});

test('a changed list shows new, removed and changed models until it is accepted', async ({ page, patchbay }) => {
  const listing = { status: 200, ids: ['a-stays', 'b-goes'] };
  const gateway = await listingGateway(listing);
  await openModelsOf(page, patchbay, gateway.base);
  await expect(options(page)).toHaveCount(2);
  listing.ids = ['a-stays', 'c-comes'];
  await page.getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  const card = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Models changed' }).last();
  await expect(card).toContainText('c-comes');
  await expect(card).toContainText('b-goes');
  await page.getByRole('button', { name: 'Open models' }).click();
  await page.getByRole('checkbox', { name: 'changed' }).click();
  await expect(options(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Models changed')).toHaveCount(0);
  await page.goto('about:blank');
  await new Promise((resolve) => gateway.close(resolve));
});
