import type { Page } from '@playwright/test';
import type { DemoGateway } from '#demo/gateway.ts';
import type { Patchbay } from '../support/patchbay-process.ts';
import { axeViolations } from './support/axe.ts';
import { countedUser } from './support/counted-acts.ts';
import { gatewayKey, test } from './support/gateway.ts';
import { openAt } from './support/open-at.ts';
import { expect, panelIsThere } from './support/patchbay.ts';

const card = (page: Page, name: string) => page.getByRole('article', { name });
const prompt = (page: Page) => page.getByRole('textbox', { name: 'Prompt' });

async function openVideo(page: Page, patchbay: Patchbay, gateway: DemoGateway): Promise<void> {
  await openAt(page, patchbay, { panel: 'video', gateway: { url: gateway.url, key: gatewayKey } });
  await panelIsThere(page, 'Video');
}

async function pickModel(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: /^Model/ }).click();
  const box = page.getByRole('combobox', { name: /^Search models/ });
  await box.fill(id);
  await box.press('Enter');
  await expect(page.getByRole('button', { name: /^Model/ })).toContainText(id);
}

async function submit(page: Page, model: string, words: string): Promise<void> {
  await pickModel(page, model);
  await prompt(page).fill(words);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(card(page, words)).toBeVisible();
}

const orders = (gateway: DemoGateway) =>
  gateway.requestLog().filter(({ method, path }) => method === 'POST' && /video/.test(path));

test('a video is requested, played, remixed and compared, and a task created elsewhere is tracked', async ({
  page,
  patchbay,
  gateway,
}) => {
  await openVideo(page, patchbay, gateway);
  await test.step('it is tracked, saved and played, and the details show its history', () => requestAndPlay(page));
  await page.getByRole('link', { name: 'Video', exact: true }).click();
  await test.step('a second Enter sends no second remix', () => remix(page));
  await test.step('a task created elsewhere is tracked', () => adopt(page, gateway));
  await test.step('two models are compared', () => compare(page));
  await test.step('tasks are searched, and shown in a grid', () => findAndArrange(page));
});

async function requestAndPlay(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'No videos yet' })).toBeVisible();
  // An example fills the prompt; Enter reports what is still missing, and opens it.
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
  await expect(prompt(page)).toBeFocused();
  await expect(prompt(page)).not.toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByText('Select a model.')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Select a model' })).toBeVisible();
  await page.keyboard.press('Escape');
  await submit(page, 'demo-video', 'A paper boat at dawn');
  const shownVideo = card(page, 'A paper boat at dawn');
  await expect(shownVideo.getByText('Saved', { exact: true })).toBeVisible({ timeout: 20_000 });
  const user = countedUser(page);
  await user.click(shownVideo.getByRole('button', { name: 'Play A paper boat at dawn' }));
  const player = page.getByRole('dialog').locator('video');
  // Automatically: pressing Play once was enough.
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2);
  await player.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 3;
  });
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(2.5);
  expect(user.acts(), 'to play a video').toBe(1);
  // Every frame of the strip was decoded; a press shows the video there.
  const frames = page.getByRole('region', { name: 'Frames' });
  await expect(frames.locator('canvas')).toHaveCount(6);
  await expect(frames.getByText(/frames could be decoded/)).toHaveCount(0);
  await frames.getByText('First frame').click();
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const saving = page.waitForEvent('download');
  await user.click(shownVideo.getByRole('button', { name: 'Save as…' }));
  expect((await saving).suggestedFilename()).toMatch(/\.\w+$/);
  expect(user.acts(), 'to save a video').toBe(1);
  await shownVideo.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  const detail = page.getByRole('dialog');
  await expect(detail.getByText('Submitted', { exact: true }).last()).toBeVisible();
  await expect(detail.getByText('Saved', { exact: true })).toBeVisible();
  await detail.getByRole('button', { name: 'View submit request' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Request' })).toContainText('A paper boat at dawn');
}

async function remix(page: Page): Promise<void> {
  await card(page, 'A paper boat at dawn').getByRole('button', { name: 'Remix' }).click();
  await prompt(page).fill('At night');
  await page.getByRole('button', { name: 'Generate remix' }).click();
  await expect(card(page, 'At night').getByText('Remix of A paper boat at dawn')).toBeVisible();
  // A second Enter sends nothing: it says what is missing. The prompt can be restored.
  await expect(prompt(page)).toHaveValue('');
  await prompt(page).press('Enter');
  await expect(page.getByRole('main').getByText('Enter a prompt.', { exact: true })).toBeVisible();
  await expect(card(page, 'At night')).toHaveCount(1);
  await prompt(page).press('ArrowUp');
  await expect(prompt(page)).toHaveValue('At night');
}

async function adopt(page: Page, gateway: DemoGateway): Promise<void> {
  const order = await fetch(`${gateway.url}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gatewayKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'demo-video', prompt: 'Made elsewhere' }),
  });
  const { id } = (await order.json()) as { id: string };
  await page.getByRole('textbox', { name: 'ID of an existing task' }).fill(id);
  await page.getByRole('button', { name: 'Track task' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
}

async function compare(page: Page): Promise<void> {
  await prompt(page).fill('Two of a kind');
  await page.getByRole('button', { name: 'Compare with another model' }).click();
  const box = page.getByRole('combobox', { name: /^Search models/ });
  await box.fill('faulty/video-progress-text');
  await box.press('Enter');
  await page.getByRole('button', { name: 'Generate 2 videos' }).click();
  await expect(card(page, 'Two of a kind')).toHaveCount(2);
  await expect(card(page, 'Two of a kind').getByText('Saved', { exact: true })).toHaveCount(2, { timeout: 30_000 });
  await card(page, 'Two of a kind').first().getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Play side by side' }).click();
  await expect(page.getByRole('dialog').locator('video')).toHaveCount(2);
  await page.keyboard.press('Escape');
}

/** The tasks of the steps before: five saved ones, one of them imported. */
async function findAndArrange(page: Page): Promise<void> {
  const cards = page.getByRole('main').getByRole('article');
  await page.getByRole('textbox', { name: 'Search videos' }).fill('boat');
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Clear finished' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Search videos' }).fill('no such video');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(card(page, 'Two of a kind')).toHaveCount(2);
  await page.getByRole('radio', { name: 'Grid' }).click();
  const [first, second] = await Promise.all([0, 1].map((at) => card(page, 'Two of a kind').nth(at).boundingBox()));
  expect(second?.y).toBe(first?.y);
  // The still plays muted while the pointer is on it.
  const still = card(page, 'At night').locator('video');
  const isPaused = () => still.evaluate((video: HTMLVideoElement) => video.paused);
  await card(page, 'At night').getByRole('button', { name: 'Play At night' }).hover();
  await expect.poll(isPaused).toBe(false);
  expect(await still.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
  await prompt(page).hover();
  await expect.poll(isPaused).toBe(true);
  await page.getByRole('radio', { name: 'List' }).click();
}

test('a task in progress survives the end of the host, and is never submitted twice', async ({
  page,
  patchbay,
  gateway,
}) => {
  gateway.setPace(60);
  await openVideo(page, patchbay, gateway);
  await submit(page, 'demo-video', 'A fox in the snow');
  await expect(
    card(page, 'A fox in the snow')
      .getByText(/^(Queued|Running)$/)
      .first(),
  ).toBeVisible();
  await expect.poll(() => orders(gateway).length).toBe(1);
  await page.goto('about:blank');
  await patchbay.kill();
  gateway.setPace(0);
  await patchbay.start();
  await page.goto(patchbay.address());
  await page.getByRole('link', { name: 'Video' }).click();
  const shownVideo = card(page, 'A fox in the snow');
  // Without a keyring the key lived in memory only: the task waits for it, and says so.
  await expect(shownVideo.getByText(/^(Paused|Saved)$/).first()).toBeVisible({ timeout: 20_000 });
  if (await shownVideo.getByText('Paused', { exact: true }).isVisible()) {
    await page.getByRole('link', { name: 'Connections' }).click();
    await page.getByRole('button', { name: 'Enter again' }).first().click();
    await page.getByLabel('New API key', { exact: true }).fill(gatewayKey);
    await page.getByRole('button', { name: 'Replace key', exact: true }).click();
    await page.getByRole('link', { name: 'Video' }).click();
  }
  await expect(shownVideo.getByText('Saved', { exact: true })).toBeVisible({ timeout: 30_000 });
  await shownVideo.getByRole('button', { name: 'Play A fox in the snow' }).click();
  await expect(page.getByRole('dialog').locator('video')).toBeVisible();
  expect(orders(gateway)).toHaveLength(1);
});

test('each state has its own label, and a rejected reference its reason; axe reports no violations', async ({
  page,
  patchbay,
  gateway,
}) => {
  await openVideo(page, patchbay, gateway);
  expect(await axeViolations(page), 'without tasks').toEqual([]);
  await test.step('a reference is sent, and a file that is not an image is rejected with a reason', () =>
    sendReference(page, gateway));
  await test.step('a fix is offered for a final state that has one', () => failAndRefuse(page));
  await test.step('an unknown state is in progress', () => showUnknownState(page, gateway));
  expect(await axeViolations(page), 'with saved, failed and refused tasks').toEqual([]);
});

async function sendReference(page: Page, gateway: DemoGateway): Promise<void> {
  const before = orders(gateway).length;
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add reference image' }).click();
  await (await choosing).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByRole('alert')).toContainText('notes.txt isn’t an image');
  const empty = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add reference image' }).click();
  await (await empty).setFiles({ name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) });
  await expect(page.getByRole('alert')).toContainText('empty.png is empty');
  await prompt(page).fill('From nothing');
  await prompt(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Generate', exact: true })).toHaveAccessibleDescription(
    /couldn’t be added/,
  );
  await page.getByRole('button', { name: 'Remove empty.png' }).click();
  expect(orders(gateway)).toHaveLength(before);
  const again = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add reference image' }).click();
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  await (await again).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
  await expect(page.getByRole('button', { name: 'Remove dot.png' })).toBeVisible();
  await submit(page, 'demo-video', 'From a dot');
  await expect.poll(() => orders(gateway).length).toBe(before + 1);
  expect(orders(gateway).at(-1)?.headers['content-type']).toMatch(/^multipart\/form-data/);
}

async function failAndRefuse(page: Page): Promise<void> {
  await submit(page, 'faulty/video-failed', 'A handshake');
  const failed = card(page, 'A handshake');
  await expect(failed.getByText('Failed', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(failed).toContainText('content policy');
  await prompt(page).fill('');
  await failed.getByRole('button', { name: 'Edit and retry' }).click();
  await expect(prompt(page)).toHaveValue('A handshake');

  await submit(page, 'no-such-model', 'A model that is not there');
  const refused = card(page, 'A model that is not there');
  await expect(refused.getByText('Rejected', { exact: true })).toBeVisible();
}

async function showUnknownState(page: Page, gateway: DemoGateway): Promise<void> {
  gateway.setPace(30);
  await submit(page, 'faulty/video-odd-words', 'Marinated');
  const odd = card(page, 'Marinated');
  await expect(odd.getByText('“Marinating”')).toBeVisible({ timeout: 20_000 });
  await expect(odd.getByText('In progress', { exact: true })).toBeVisible();
  gateway.setPace(0);
  await odd.getByRole('button', { name: 'Poll now' }).click();
  await expect(odd.getByText('Saved', { exact: true })).toBeVisible({ timeout: 20_000 });
}
