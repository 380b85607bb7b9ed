import type { Page } from '@playwright/test';
import type { DemoGateway } from '#demo/gateway.ts';
import type { Patchbay } from '../support/patchbay-process.ts';
import { axeViolations } from './support/axe.ts';
import { gatewayKey, test } from './support/gateway.ts';
import { openAt } from './support/open-at.ts';
import { expect, panelIsThere } from './support/patchbay.ts';

const path = (page: Page) => page.getByRole('textbox', { name: 'Path', exact: true });
const answer = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });

async function openRequest(page: Page, patchbay: Patchbay, gateway: DemoGateway): Promise<void> {
  await openAt(page, patchbay, { gateway: { url: gateway.url, key: gatewayKey } });
  // Both lists of models, so that later ones are not counted as requests of the panel.
  await expect.poll(() => gateway.requests()).toBe(2);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  // It is not in the rail before a connection has paths of its own.
  await expect(page.getByRole('link', { name: 'Request', exact: true })).toHaveCount(0);
  await page.goto(`${new URL(patchbay.address()).origin}/#/request`);
  await panelIsThere(page, 'Request');
}

async function writeVendorTask(page: Page): Promise<void> {
  await path(page).fill('/vendor/tasks');
  await page.getByRole('combobox', { name: 'Method' }).click();
  await page.getByRole('option', { name: 'POST' }).click();
  await page.getByRole('radio', { name: 'JSON' }).click();
  await page.getByRole('textbox', { name: 'JSON body' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('{"recipe": "{{what}}"}');
}

test('a path is sent after the user confirms it, and its response is shown', async ({ page, patchbay, gateway }) => {
  await openRequest(page, patchbay, gateway);
  await test.step('a path that leads elsewhere is rejected with a reason, and the key is not sent', () =>
    rejectPaths(page, gateway));
  await path(page).fill('/v1/models');
  await expect(page.getByText('/v1 is not enabled for this connection')).toBeVisible();
  const before = gateway.requests();
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(answer(page).getByRole('alert')).toBeVisible();
  expect(gateway.requests()).toBe(before);
  await page.getByRole('button', { name: 'Enable path' }).click();
  await expect(page.getByRole('link', { name: 'Request', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(answer(page).getByText('200', { exact: true })).toBeVisible();
  await expect(answer(page)).toContainText('"demo-chat"');
  const drawer = page.getByRole('region', { name: 'Wire', exact: true });
  await expect(drawer).toContainText('GET/v1/models200');

  // It is restored after a reload, and marked as soon as the request differs.
  await page.reload();
  await panelIsThere(page, 'Request');
  await expect(answer(page)).toContainText('"demo-chat"');
  await expect(drawer).toContainText('GET/v1/models200');
  const mark = answer(page).getByText('The request has changed since this response.');
  await expect(mark).toHaveCount(0);
  await path(page).fill('/v1/other');
  await expect(mark).toBeVisible();

  // Another panel's drawer does not offer to replay it.
  await page.getByRole('link', { name: 'Rerank', exact: true }).click();
  await panelIsThere(page, 'Rerank');
  await expect(drawer.getByRole('tab', { name: 'Request', exact: true })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Replay' })).toHaveCount(0);
});

async function rejectPaths(page: Page, gateway: DemoGateway): Promise<void> {
  const before = gateway.requests();
  for (const [typed, said] of [
    ['//evil.example/x', 'double slash'],
    ['https://evil.example', 'full URL'],
    ['/v1/../../admin', 'dot segment'],
    ['/v1/x?key=1', 'question mark'],
  ] as const) {
    await path(page).fill(typed);
    await expect(page.getByRole('button', { name: /^Send/ })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText(new RegExp(said)).first()).toBeVisible();
  }
  expect(gateway.requests()).toBe(before);
}

test('a request is saved as a form, filled in, and tracked as a task; axe reports no violations', async ({
  page,
  patchbay,
  gateway,
}) => {
  await openRequest(page, patchbay, gateway);
  await test.step('axe reports no violations before and after a response', () => lookAtResponse(page));
  await test.step('a pasted cURL command is sent with the saved key', () => pasteCommand(page, gateway));
  await test.step('a request is saved as a form, filled in, and tracked as a task', () => saveForm(page, gateway));
});

async function lookAtResponse(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Enable path' }).click();
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(answer(page).getByText('200', { exact: true })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
}

/** A vendor's path with JSON takes two acts: paste the cURL command, send. */
async function pasteCommand(page: Page, gateway: DemoGateway): Promise<void> {
  const command = `curl ${gateway.url}/v1/embeddings -H "Authorization: Bearer sk-other-1234567890" -d '{"model":"demo-embed","input":"hi"}'`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), command);
  await path(page).focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(path(page)).toHaveValue('/v1/embeddings');
  await expect(page.getByText('Its key was dropped')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(answer(page)).toContainText('"embedding"');
  expect(JSON.stringify(gateway.requestLog().at(-1)?.headers)).not.toContain('sk-other');
  await answer(page)
    .getByRole('radio', { name: /^Headers/ })
    .click();
  await expect(answer(page)).toContainText('content-type');
  expect(await axeViolations(page), 'response headers').toEqual([]);
  await answer(page).getByRole('button', { name: 'Earlier responses' }).click();
  await page.getByRole('menuitemradio', { name: /GET \/v1\/models/ }).click();
  await expect(answer(page).getByText('The request has changed since this response.')).toBeVisible();
}

async function saveForm(page: Page, gateway: DemoGateway): Promise<void> {
  await writeVendorTask(page);
  await page.getByRole('button', { name: 'Enable path' }).click();
  await page.getByRole('switch', { name: 'Poll as async task' }).click();
  expect(await axeViolations(page), 'a request that is a task').toEqual([]);
  const rule = {
    'Task ID location': 'output.job.ref',
    'Poll path, with {id}': '/vendor/tasks/{id}',
    'Status location': 'output.job.phase',
    'Success values': 'baked',
    'Failure values': 'burnt',
    'Progress location': 'output.job.done_percent',
    'Result location': 'output.media.0.href',
    'Error location': 'output.fault.text',
  };
  for (const [name, value] of Object.entries(rule)) await page.getByRole('textbox', { name }).fill(value);
  await page.getByRole('button', { name: 'Save as…' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Vendor video');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'New request' }).click();
  await expect(path(page)).toHaveValue('/v1/models');
  await path(page).fill('/v1/unfinished');
  await page.getByRole('button', { name: /^Vendor video/ }).click();
  await expect(page.getByRole('button', { name: /unfinished unsaved draft/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'what' }).fill('A vendor video');
  await page.getByRole('button', { name: 'Submit task' }).click();
  await page.getByRole('button', { name: 'Show tasks' }).click();
  await panelIsThere(page, 'Video');
  await expect(
    page
      .getByRole('article')
      .getByText(/Queued|Running|Downloading|Saved|Completed/)
      .first(),
  ).toBeVisible();
  const sent = gateway.requestLog().find(({ path: asked, method }) => method === 'POST' && asked === '/vendor/tasks');
  expect(sent?.body).toContain('"A vendor video"');
}
