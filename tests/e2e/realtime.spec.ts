import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { waveFile } from '#demo/media/audio/samples.ts';
import { speak, voiceNamed } from '#demo/media/audio/speech.ts';
import { findChromium } from '../support/browser.ts';
import { respond } from '../support/exchange/wire-server.ts';
import { accepted, startSessionGateway } from '../support/gateways/session-gateway.ts';
import type { Patchbay } from '../support/patchbay-process.ts';
import { axeViolations } from './support/axe.ts';
import { countedUser } from './support/counted-acts.ts';
import { openAt } from './support/open-at.ts';
import { expect, panelIsThere, test } from './support/patchbay.ts';

const spoken = 'what time is it on the moon';
const voice = voiceNamed('alloy');
if (!voice) throw new Error('the demo has no voice of this name');

/** The browser's fake microphone plays two seconds of silence, and then the question, once. */
const microphoneFile = path.join(tmpdir(), `patchbay-microphone-${process.pid}.wav`);
const question = speak(spoken, voice);
const samples = new Float32Array(question.samples.length + 4 * question.sampleRate);
samples.set(question.samples, 2 * question.sampleRate);
writeFileSync(microphoneFile, waveFile({ samples, sampleRate: question.sampleRate }));

const found = await findChromium();
test.use({
  launchOptions: {
    ...found,
    args: [
      '--no-sandbox',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
      `--use-file-for-fake-audio-capture=${microphoneFile}%noloop`,
    ],
  },
});

const turn = (page: Page, text: string | RegExp) => page.getByRole('article').filter({ hasText: text });

async function openRealtime(page: Page, patchbay: Patchbay, model = 'demo-realtime'): Promise<void> {
  await openAt(page, patchbay, { panel: 'realtime', model });
  await panelIsThere(page, 'Realtime');
}

const isLive = (page: Page) => expect(page.getByText(/^(?:listening|ready)$/).first()).toBeVisible({ timeout: 20_000 });

async function say(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message to the model' });
  await box.fill(text);
  await box.press('Enter');
}

test('a turn spoken into the microphone is transcribed and gets an audio reply', async ({ page, patchbay }) => {
  await openRealtime(page, patchbay);
  await page.getByRole('switch', { name: 'Echo and noise reduction' }).click();
  await page.getByRole('button', { name: 'Start voice session' }).click();
  // A busy machine distorts the fake microphone, so the words are not asserted here but for the file below.
  await expect(turn(page, /I heard/)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('region', { name: 'Model' }).getByText('speaking', { exact: true })).toBeVisible({
    timeout: 20_000,
  });
  await expect(page.getByText('End of speech to first audio', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Mute' }).click();
  await expect(page.getByRole('region', { name: 'You' })).toContainText('muted');
  await page.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  await expect(page.getByText('Closed with 1000')).toBeVisible();
});

test('a WAV used as the microphone is transcribed word for word', async ({ page, patchbay }) => {
  await openRealtime(page, patchbay);
  await page.getByRole('button', { name: 'Start text session' }).click();
  await isLive(page);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Play WAV' }).click();
  await (await choosing).setFiles(microphoneFile);
  await expect(turn(page, new RegExp(spoken, 'i')).first()).toBeVisible({ timeout: 30_000 });
  await expect(turn(page, new RegExp(`I heard you say: ${spoken}`, 'i'))).toBeVisible({ timeout: 20_000 });
});

test('a network failure is a gap that says what was lost, and the session continues', async ({ page, patchbay }) => {
  await openRealtime(page, patchbay);
  await page.getByRole('button', { name: 'Start text session' }).click();
  await isLive(page);
  await say(page, 'Hello there');
  await expect(turn(page, 'I heard you say: Hello there')).toBeVisible();
  await page.getByRole('button', { name: /^Disconnect for/ }).click();
  await expect(page.getByText(/Disconnected for .* from/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('reconnected ×1')).toBeVisible();
  await say(page, 'And again');
  await expect(turn(page, 'I heard you say: And again')).toBeVisible();
});

test('every frame is listed and filtered, one is written manually, and axe reports no violations', async ({
  page,
  patchbay,
}) => {
  await openRealtime(page, patchbay);
  expect(await axeViolations(page), 'before a session').toEqual([]);
  await page.getByRole('button', { name: 'Start text session' }).click();
  await isLive(page);
  await say(page, 'Count these frames');
  await expect(turn(page, 'I heard you say: Count these frames')).toBeVisible();
  expect(await axeViolations(page), 'a turn').toEqual([]);
  await page.getByText('Frames', { exact: true }).click();
  const frames = page.getByRole('listbox', { name: 'Frames' });
  await expect(frames.getByRole('option').first()).toBeVisible();
  expect(await axeViolations(page), 'the frames').toEqual([]);
  await expect(frames.getByText(/response\.output_audio\.delta ×\d+/).first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter frames' }).fill('session.created');
  await expect(frames.getByRole('option')).toHaveCount(1);
  await frames.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('complementary', { name: 'Frame 0' })).toContainText('"type": "session.created"');
  await page.getByRole('searchbox', { name: 'Filter frames' }).fill('');
  await page.getByRole('button', { name: 'Send event' }).click();
  await expect(page.getByRole('dialog', { name: 'Send an event' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await expect(frames.getByText('session.update', { exact: true }).first()).toBeVisible();
});

test('a session continues while the page reloads, and can be reopened after it has ended', async ({
  page,
  patchbay,
}) => {
  await openRealtime(page, patchbay);
  const user = countedUser(page);
  await user.click(page.getByRole('button', { name: 'Start text session' }));
  await isLive(page);
  await expect(page.getByRole('textbox', { name: 'Message to the model' })).toBeFocused();
  await user.type('Remember me');
  await user.press('Enter');
  await expect(turn(page, 'I heard you say: Remember me')).toBeVisible();
  expect(user.acts(), 'to type to a model').toBe(3);
  const instructions = page.getByRole('complementary').getByRole('textbox', { name: 'Instructions' });
  await instructions.fill('Speak like a lighthouse keeper.');
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  await page.getByRole('link', { name: /^Realtime/ }).click();
  await expect(instructions).toHaveValue('Speak like a lighthouse keeper.');
  await page.reload();
  // It is live, and billed: the user must not have to look for it.
  await expect(turn(page, 'I heard you say: Remember me')).toBeVisible();
  expect(user.acts(), 'to return to a live session after a reload').toBe(0);
  await expect(instructions).toHaveValue('Speak like a lighthouse keeper.');
  // The service refuses a new reply while one is in progress.
  await isLive(page);
  await say(page, 'Still here');
  await expect(turn(page, 'I heard you say: Still here')).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Message to the model' });
  await box.fill('Half a thought');
  await page.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('Not sent. Kept for the next session: Half a thought')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await isLive(page);
  await expect(box).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'End session' }).click();
});

test('a rejected session says why, in the gateway’s own words', async ({ page, patchbay }) => {
  await openRealtime(page, patchbay, 'no-such-realtime');
  await page.getByRole('button', { name: 'Start text session' }).click();
  await expect(page.getByRole('alert').first()).toContainText('no-such-realtime', { timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
});

test('a script plays a session and reports its expectations', async ({ page, patchbay }) => {
  await openRealtime(page, patchbay);
  await page.getByRole('button', { name: 'Run script' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run a script' });
  await dialog.getByRole('textbox', { name: 'Script' }).click();
  await page.keyboard.insertText(
    JSON.stringify([
      { do: 'say', text: 'Testing' },
      { do: 'wait', for: 'answer', seconds: 20 },
      { do: 'expect', who: 'model', includes: 'Testing' },
      { do: 'expect', who: 'model', includes: 'purple' },
      { do: 'end' },
    ]),
  );
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('Assertion passed', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Assertion failed', { exact: true })).toBeVisible({ timeout: 30_000 });
});

/** A gateway whose session works and whose responses fail for lack of credit. */
const startPoorGateway = () =>
  startSessionGateway({
    handshake(request) {
      if (request.headers.some(([name]) => name.toLowerCase() === 'sec-websocket-key')) return accepted;
      const models = JSON.stringify({ object: 'list', data: [{ id: 'talk-1', object: 'model' }] });
      return request.socket.write(respond(200, { 'content-type': 'application/json' }, Buffer.from(models)));
    },
    onFrame({ op, data }, socket) {
      if (op !== 'text' || !String(data).includes('"response.create"')) return;
      const error = { type: 'insufficient_quota', code: 'insufficient_quota', message: 'No credit is left.' };
      socket.event({ type: 'response.created', response: { id: 'r1' } });
      const response = { id: 'r1', status: 'failed', status_details: { type: 'failed', error } };
      socket.event({ type: 'response.done', response });
    },
  });

test('a response that fails has its reason in the conversation, and the session continues', async ({
  page,
  patchbay,
}) => {
  const gateway = await startPoorGateway();
  const place = { url: `http://127.0.0.1:${gateway.port}`, key: 'sk-journey' };
  await openAt(page, patchbay, { panel: 'realtime', model: 'talk-1', gateway: place });
  await page.getByRole('button', { name: 'Start text session' }).click();
  await isLive(page);
  await say(page, 'Hello');
  await expect(page.getByText('No credit is left.').first()).toBeVisible();
  await expect(page.getByText('insufficient_quota')).toBeVisible();
  await isLive(page);
  await gateway.close();
});

test('a transcription session has input only, and its settings', async ({ page, patchbay }) => {
  await openRealtime(page, patchbay, 'demo-whisper');
  await page.getByRole('radio', { name: 'Transcription only' }).click();
  await expect(page.getByRole('button', { name: 'Start text session' })).toHaveCount(0);
  await expect(page.getByText('voice', { exact: true })).toHaveCount(0);
  await page.getByRole('switch', { name: 'Echo and noise reduction' }).click();
  await page.getByRole('button', { name: 'Start voice session' }).click();
  // A busy machine distorts the fake microphone, so the words are not asserted.
  await expect(turn(page, 'You').first()).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('textbox', { name: 'Message to the model' })).toHaveCount(0);
  await expect(turn(page, 'Model')).toHaveCount(0);
});
