import type { Page } from '@playwright/test';
import type { DemoGateway } from '#demo/gateway.ts';
import { dropSpoken, expect, openAudio, pickModel } from './support/audio-steps.ts';
import { axeViolations } from './support/axe.ts';
import { countedUser } from './support/counted-acts.ts';
import { test } from './support/gateway.ts';
import { leaveOut, sendParameter } from './support/parameters.ts';

const mode = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const take = (page: Page, number: number) => page.getByRole('article', { name: new RegExp(`^Take ${number}`) });
const voice = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sentence = 'The kettle sings and the morning begins.';

test('speech in several voices and formats plays and is stored, and a refused voice is reported', async ({
  page,
  patchbay,
  gateway,
}) => {
  await openAudio(page, patchbay, gateway);
  await mode(page, 'Speech').click();
  await pickModel(page, 'demo-tts');
  await text(page).fill(sentence);
  await test.step('speech plays while it arrives, and is then replayed, saved and stored', () =>
    playAndStore(page, gateway));
  await test.step('three voices speak with two more presses and Generate', () => speakInVoices(page, gateway));
  await test.step('raw samples are saved as received, and played at the selected rate', () => playRaw(page));
  await test.step('compressed speech also plays while it arrives', () => playCompressed(page, gateway));
  await test.step('a refused voice is reported, and the supported ones are offered', () => refuseVoice(page));
  await test.step('a take is transcribed with its text as the reference', () => transcribeTake(page));
});

const speeches = (gateway: DemoGateway) => gateway.requestLog().filter(({ path }) => path.endsWith('/speech')).length;

async function playAndStore(page: Page, gateway: DemoGateway): Promise<void> {
  gateway.setPace(4);
  await page.getByRole('button', { name: /^Generate speech/ }).click();
  await expect(page.getByRole('status', { name: 'Playing while streaming' })).toBeVisible();
  gateway.setPace(0);
  await expect(take(page, 1).getByRole('slider')).toBeVisible();
  await take(page, 1).getByRole('button', { name: /^Play/ }).click();
  await expect(take(page, 1).getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Speed 1×' }).click();
  await page.getByRole('menuitemradio', { name: '2×' }).click();
  await expect(page.getByRole('button', { name: 'Speed 2×' })).toBeVisible();
  const saved = page.waitForEvent('download');
  await take(page, 1).getByRole('button', { name: 'Save as' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.wav$/);
}

async function speakInVoices(page: Page, gateway: DemoGateway): Promise<void> {
  await sendParameter(page, 'stream_format');
  const before = speeches(gateway);
  const user = countedUser(page);
  await user.click(voice(page, 'coral'));
  await user.click(voice(page, 'sage'));
  await user.click(page.getByRole('button', { name: /^Generate 3 takes/ }));
  for (const [number, name] of [
    [2, 'alloy'],
    [3, 'coral'],
    [4, 'sage'],
  ] as const) {
    await expect(take(page, number).getByRole('heading', { name })).toBeVisible();
    await expect(take(page, number).getByRole('slider')).toBeVisible();
    await expect(take(page, number)).toContainText(/\d m?s.*\d s.*KB/);
  }
  // Six presses where each voice was selected and sent alone.
  expect(user.acts()).toBe(3);
  expect(speeches(gateway) - before).toBe(3);
  await page.reload();
  for (const number of [1, 2, 3, 4]) await expect(take(page, number)).toBeVisible();
  await leaveOut(page, 'stream_format');
  await voice(page, 'coral').click();
  await voice(page, 'sage').click();
}

async function playRaw(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'response_format' }).click();
  await page.getByRole('option', { name: 'pcm' }).click();
  await page.getByRole('button', { name: /^Generate speech/ }).click();
  await expect(take(page, 5)).toContainText('Raw PCM, saved as received');
  const rate = take(page, 5).getByRole('textbox', { name: 'PCM sample rate' });
  await expect(rate).toHaveValue('24000');
  const slider = take(page, 5).getByRole('slider');
  await expect(slider).toBeVisible();
  const seconds = Number(await slider.getAttribute('aria-valuemax'));
  await rate.fill('12000');
  await rate.press('Tab');
  await expect.poll(async () => Number(await slider.getAttribute('aria-valuemax'))).toBeGreaterThan(seconds * 1.5);
}

async function playCompressed(page: Page, gateway: DemoGateway): Promise<void> {
  await page.getByRole('combobox', { name: 'response_format' }).click();
  await page.getByRole('option', { name: 'flac' }).click();
  gateway.setPace(4);
  await page.getByRole('button', { name: /^Generate speech/ }).click();
  await expect(page.getByRole('status', { name: 'Playing while streaming' })).toBeVisible();
  gateway.setPace(0);
  await expect(take(page, 6).getByRole('slider')).toBeVisible();
  await expect(take(page, 6)).toContainText('audio/flac');
}

async function refuseVoice(page: Page): Promise<void> {
  await voice(page, 'alloy').click();
  await page.getByRole('textbox', { name: 'Custom voice' }).fill('nobody');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Generate speech/ }).click();
  await expect(take(page, 7).getByRole('alert')).toContainText("Invalid value: 'nobody'");
  await expect(page.getByRole('group', { name: 'Voice' })).toContainText('View request');
}

async function transcribeTake(page: Page): Promise<void> {
  await take(page, 3).getByRole('button', { name: 'Transcribe', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit reference' })).toBeVisible();
  await pickModel(page, 'demo-whisper');
  await page.getByRole('button', { name: /^Transcribe/ }).click();
  await expect(page.getByRole('region', { name: 'Transcript' })).toContainText(/0\.0\s*%\s*WER\s*7 words/);
}

test('axe reports no violations in any mode, and speech works by keyboard alone', async ({
  page,
  patchbay,
  gateway,
}) => {
  await openAudio(page, patchbay, gateway);
  await test.step('axe reports no violations while transcribing', () => transcribe(page));
  await test.step('speech works by keyboard alone', () => speakByKeyboard(page));
  expect(await axeViolations(page), 'while speaking').toEqual([]);
});

async function transcribe(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  await pickModel(page, 'demo-whisper');
  await dropSpoken(page);
  await page.getByRole('button', { name: 'Add reference' }).click();
  await page.getByRole('button', { name: /^Transcribe/ }).click();
  await expect(page.getByRole('region', { name: 'Transcript' })).toContainText('quick');
  expect(await axeViolations(page)).toEqual([]);
}

async function speakByKeyboard(page: Page): Promise<void> {
  await mode(page, 'Transcription').focus();
  await page.keyboard.press('ArrowRight');
  await expect(mode(page, 'Speech')).toBeChecked();
  await pickModel(page, 'demo-tts');
  await text(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(sentence);
  await page.keyboard.press('ControlOrMeta+Enter');
  const slider = take(page, 1).getByRole('slider');
  await expect(slider).toBeVisible();
  await slider.focus();
  await page.keyboard.press('End');
  await expect.poll(async () => Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await page.keyboard.press('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
}
