import type { Page } from '@playwright/test';
import type { DemoGateway } from '#demo/gateway.ts';
import { gatewayKey, test } from './support/gateway.ts';
import { expect, panelIsThere } from './support/patchbay.ts';

const field = (page: Page) => page.getByRole('textbox', { name: /^Base URL, API key/ });
const save = (page: Page) => page.getByRole('button', { name: 'Save and connect' });
const heldKey = (page: Page) => page.getByText(`API key, ${gatewayKey.length} characters`);

/** Pastes as a user does: how a paste is parsed depends on the event. */
async function paste(page: Page, text: string): Promise<void> {
  await field(page).focus();
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await page.keyboard.press('Control+v');
}

/** Saves what was found and waits for the chat; the gateway has then been asked for its models. */
async function connect(page: Page): Promise<void> {
  await save(page).click();
  await page.getByRole('button', { name: 'Open Chat' }).click();
  await panelIsThere(page, 'Chat');
}

async function expectNoKeyInPage(page: Page): Promise<void> {
  const shown = await page.evaluate(() => document.documentElement.outerHTML);
  expect(shown).not.toContain(gatewayKey);
}

test('entering a URL, then a key shows both protocols; the key goes to the gateway and not into the page', async ({
  page,
  patchbay,
  gateway,
}) => {
  await page.goto(patchbay.address());
  await paste(page, `${gateway.url}/v1`);
  const joined = page.getByRole('status').filter({ hasText: 'Removed' });
  await expect(joined).toContainText('Removed /v1 because each route adds its own path');
  await expect(joined).toContainText(`${gateway.url}/v1/chat/completions`);
  await expect(joined).toContainText(`${gateway.url}/v1beta/models/{model}:generateContent`);
  await paste(page, gatewayKey);
  await expect(heldKey(page)).toBeVisible();
  await expect(field(page)).toHaveValue(`${gateway.url}/v1`);
  await expectNoKeyInPage(page);
  await connect(page);
  await expect(page.getByTestId('status-connection')).toContainText(/Connected, models listed in \d/);
  // Listings run automatically: none of them is the last thing the user did.
  await expect(page.getByRole('region', { name: 'Wire' })).not.toContainText('/models');
  expect(gateway.requestLog()[0]?.headers.authorization).toBe(`Bearer ${gatewayKey}`);
  await page.getByRole('button', { name: /^Model/ }).click();
  await expect(page.getByRole('option', { name: /demo-chat/ }).first()).toBeVisible();
  await expectNoKeyInPage(page);
});

test('a URL and a key on one line are separated; a missing key field gets the focus', async ({
  page,
  patchbay,
  gateway,
}) => {
  await page.goto(patchbay.address());
  await test.step('a URL with an invalid scheme is flagged and goes no further', () => enterInvalidSchemes(page));
  await field(page).fill('');
  await paste(page, gateway.url);
  await field(page).press('Enter');
  await expect(page.getByLabel('API key', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(field(page)).toBeFocused();
  await paste(page, `${gateway.url}/v1 ${gatewayKey}`);
  await expect(field(page)).toHaveValue(`${gateway.url}/v1`);
  await expect(heldKey(page)).toBeVisible();
  await expect(page.getByText('Base URL and key', { exact: true })).toBeVisible();
  await expectNoKeyInPage(page);
  await field(page).press('Enter');
  await expect(page.getByRole('textbox', { name: 'First message' })).toBeFocused();
  await page.keyboard.press('Enter');
  await panelIsThere(page, 'Chat');
  expect(gateway.requestLog()[0]?.headers.authorization).toBe(`Bearer ${gatewayKey}`);
});

async function enterInvalidSchemes(page: Page): Promise<void> {
  await field(page).fill('https://gateway.example');
  await expect(save(page)).not.toHaveAttribute('aria-disabled', 'true');
  for (const wrong of ['htp://gateway.example', 'ftp://gateway.example/v1', 'wss://gateway.example/v1']) {
    await field(page).fill(wrong);
    await expect(save(page)).toBeHidden();
    await expect(page.getByText(/The base URL must begin with https:/)).toBeVisible();
    await field(page).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Connect a gateway' })).toBeVisible();
  }
}

test('a cURL command fills in URL, key, model and headers', async ({ page, patchbay, gateway }) => {
  await page.goto(patchbay.address());
  await paste(
    page,
    `curl ${gateway.url}/v1/chat/completions \\\n  -H "Authorization: Bearer ${gatewayKey}" \\\n  -H 'X-Team: journeys' \\\n` +
      `  -d '{"model": "demo-reasoner", "messages": [{"role": "user", "content": "hi"}]}'`,
  );
  await expect(page.getByText('cURL command', { exact: true })).toBeVisible();
  await expect(heldKey(page)).toBeVisible();
  await expect(page.getByText('Model demo-reasoner')).toBeVisible();
  await expect(page.getByText('1 extra header')).toBeVisible();
  await connect(page);
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText('demo-reasoner');
  expect(gateway.requestLog()[0]?.headers['x-team']).toBe('journeys');
});

test('a plain http URL of another machine is saved only after confirmation, and stays flagged', async ({
  page,
  patchbay,
}) => {
  await page.goto(patchbay.address());
  await field(page).fill('http://gateway.example');
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox', { name: /over HTTP$/ }).check();
  await save(page).click();
  await page.getByRole('button', { name: 'Open Chat anyway' }).click();
  await panelIsThere(page, 'Chat');
  await expect(page.getByRole('button', { name: /^Connection:/ })).toContainText('Gateway');
  await expect(page.getByRole('contentinfo')).toContainText('Not encrypted');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('Not encrypted');
});

test('a rejected key is reported at once, and a second try updates what the first one saved: one connection, one key', async ({
  page,
  patchbay,
  gateway,
}) => {
  await page.goto(patchbay.address());
  await paste(page, gateway.url);
  await paste(page, 'sk-this-is-not-the-key-0123456789');
  await page.setViewportSize({ width: 1024, height: 640 });
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText(/key/i);
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(save(page)).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByText(/^The key is saved/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open Chat anyway' })).toBeVisible();
  await test.step('the lines of an .env file fill in URL and key', () => pasteEnv(page, gateway));
  await connect(page);
  await expect(page.getByTestId('status-connection')).toContainText('Connected');
  await page.getByRole('link', { name: 'Connections' }).click();
  await expect(page.getByRole('navigation', { name: 'Connections' }).locator('[aria-current]')).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: 'default' })).toHaveCount(1);
});

async function pasteEnv(page: Page, gateway: DemoGateway): Promise<void> {
  await paste(page, `# my gateway\nexport OPENAI_BASE_URL="${gateway.url}/v1"\nOPENAI_API_KEY=${gatewayKey}\n`);
  await expect(page.getByText('Environment variables')).toBeVisible();
  await expect(heldKey(page)).toBeVisible();
  await expectNoKeyInPage(page);
}

test('starting the demo gateway puts a model into every panel, ready to send', async ({ page, patchbay }) => {
  await page.goto(patchbay.address());
  await page.getByRole('button', { name: /Start demo gateway/ }).click();
  await panelIsThere(page, 'Chat');
  const rail = page.getByRole('navigation').first();
  for (const panel of ['Audio', 'Realtime', 'Video', 'Embeddings', 'Rerank', 'Images']) {
    await rail.getByRole('link', { name: panel, exact: true }).click();
    await panelIsThere(page, panel);
    await expect(page.getByRole('button', { name: /^Model: demo-/ }), panel).toBeVisible();
  }
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A lighthouse at dusk');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').getByText('Completed', { exact: true }).first()).toBeVisible();
});

test('four steps lead to the first reply: paste, Enter, write, Enter', async ({ page, patchbay, gateway }) => {
  await page.goto(patchbay.address());
  const steps = [
    () => paste(page, `${gateway.url}/v1 ${gatewayKey}`),
    () => page.keyboard.press('Enter'),
    () => page.keyboard.type('Hello there'),
    () => page.keyboard.press('Enter'),
  ];
  for (const step of steps.slice(0, 2)) await step();
  await test.step('the rack and the rows show what was listed', async () => {
    await expect(page.getByRole('img', { name: /21 routes as sockets, \d+ of them lit/ })).toBeVisible();
    await expect(page.getByText('Compatible routes', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Check this key' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'First message' })).toBeFocused();
  });
  for (const step of steps.slice(2)) await step();
  await panelIsThere(page, 'Chat');
  await expect(page.getByRole('article', { name: /^Reply from/ })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  const sent = gateway.requestLog().filter(({ path }) => path.startsWith('/v1/chat/completions'));
  expect(sent).toHaveLength(1);
  await expectNoKeyInPage(page);
});

test('a message with a URL and several keys saves each key under its name there', async ({
  page,
  patchbay,
  gateway,
}) => {
  await page.goto(patchbay.address());
  await paste(page, 'hello\nthere');
  await expect(page.getByText('Not recognized')).toBeVisible();
  await paste(page, `Hi, use ${gateway.url}/v1 with\n- chat: ${gatewayKey}\n- media: sk-media0123456789abcdef`);
  await expect(page.getByText('2 API keys')).toBeVisible();
  await expectNoKeyInPage(page);
  await connect(page);
  await page.getByRole('button', { name: /^Key/ }).click();
  for (const name of ['chat', 'media']) await expect(page.getByRole('menuitemradio', { name })).toBeVisible();
});

test('the page of a connected gateway leads to the check of its key', async ({ page, patchbay, gateway }) => {
  await page.goto(patchbay.address());
  await paste(page, `${gateway.url} ${gatewayKey}`);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Check this key' }).click();
  await panelIsThere(page, 'Checks');
});
