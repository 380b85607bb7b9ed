import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { DemoGateway } from '#demo/gateway.ts';
import { flacFile } from '#demo/media/audio/flac.ts';
import { drop, dropSpoken, expect, openAudio, pickModel, spoken, words } from './support/audio-steps.ts';
import { countedUser } from './support/counted-acts.ts';
import { test } from './support/gateway.ts';
import { leaveOut, sendParameter } from './support/parameters.ts';
import { panelIsThere } from './support/patchbay.ts';
import { detail, row } from './support/wire-acts.ts';

const transcript = (page: Page) => page.getByRole('region', { name: 'Transcript' });
const sendNow = (page: Page) => page.getByRole('button', { name: /^(Transcribe|Send again)/ }).click();

/** Leaves the sound that is shown. */
const startNew = (page: Page) => page.getByRole('button', { name: 'New', exact: true }).click();

test('audio is transcribed, played, found again and exported', async ({ page, patchbay, gateway }) => {
  await openAudio(page, patchbay, gateway);
  await pickModel(page, 'demo-whisper');
  await test.step('a dropped file shows its format, and its transcribed words can be played', () => playWords(page));
  await test.step('models are compared with a reference, and exports are what they returned', () =>
    compareModels(page));
  await test.step('entries are searched, starred and deleted, and a record links back to its audio', () =>
    tidyLibrary(page));
  await test.step('speakers are shown, and have the colors of the waveform', () => separateSpeakers(page));
  await test.step('an M4A file is transcribed', () => transcribeM4a(page));
  await test.step('subtitles are parsed into segments and exported as received; stopping keeps what had arrived', () =>
    stopSubtitles(page, gateway));
});

async function playWords(page: Page): Promise<void> {
  await dropSpoken(page);
  await expect(page.getByText(/WAV \(16-bit PCM\) · 24 kHz · mono/)).toBeVisible();
  await expect(page.getByText('Within limits', { exact: true })).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Playback position' })).toBeVisible();
  await sendNow(page);
  await expect(transcript(page)).toContainText('quick brown fox');
  await transcript(page).getByRole('button', { name: 'lazy' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(transcript(page).locator('[aria-current=true]')).toHaveText(/lazy|dog|near|the|river|bank/);
  await page.getByRole('button', { name: 'Pause' }).click();
  await transcript(page).getByRole('radio', { name: 'SRT' }).click();
  await expect(transcript(page)).toContainText('00:00:00');
  const saved = page.waitForEvent('download');
  await transcript(page).getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'SRT' }).click();
  expect((await saved).suggestedFilename()).toBe('call.srt');
}

async function compareModels(page: Page): Promise<void> {
  await drop(page, { name: 'call.txt', type: 'text/plain', bytes: Buffer.from(words) });
  await expect(page.getByRole('button', { name: 'Edit reference' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare models' }).click();
  const box = page.getByRole('combobox', { name: /model/i });
  await box.fill('demo-whisper-small');
  await box.press('Enter');
  await page.getByRole('button', { name: /^Send to 2 models/ }).click();
  const results = page.getByRole('table', { name: 'Results' });
  const small = results.getByRole('row', { name: /3\. demo-whisper-small/ });
  // quick is heard as thick, and river as liver: 2 of 13 words.
  await expect(small).toContainText('15.4%');
  await expect(small).toContainText('2 / 0 / 0');
  await expect(results.getByRole('row', { name: /2\. demo-whisper/ })).toContainText('0.0%');
  await small.getByRole('button').click();
  await expect(transcript(page)).toContainText('13 words · 2 substitutions · 0 deletions · 0 insertions');
  await expect(transcript(page).locator('del')).toHaveText(['quick', 'river']);
  await expect(transcript(page).locator('ins')).toHaveText(['thick', 'liver']);
  await transcript(page).getByRole('radio', { name: 'Segments' }).click();
  await expect(transcript(page).getByTitle(/^Confidence/)).toHaveText(/^0\.\d\d$/);
  await page.reload();
  await panelIsThere(page, 'Audio');
  await small.getByRole('button').click();
  await transcript(page).getByRole('radio', { name: 'VTT' }).click();
  await expect(transcript(page)).toContainText('00:00:00.120 --> 00:00:04.545');
  const saved = page.waitForEvent('download');
  await transcript(page).getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'TXT' }).click();
  const written = 'The thick brown fox jumps over the lazy dog near the liver bank.';
  expect(readFileSync(await (await saved).path(), 'utf8')).toBe(`${written}\n`);
  await page.getByRole('button', { name: 'Edit reference' }).click();
  await page.getByRole('button', { name: 'Use transcript' }).click();
  await expect(small).toContainText('0.0%');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Remove demo-whisper-small' }).click();
}

async function tidyLibrary(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Wire' }).click();
  await row(page, /transcriptions/).click();
  await detail(page).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show where it was sent' }).click();
  await expect(transcript(page)).toContainText('jumps over the lazy dog');
  const list = page.getByRole('navigation', { name: 'Audio', exact: true });
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(page.getByText('Transcribe audio')).toBeVisible();
  await page.getByRole('button', { name: 'Search audio' }).click();
  await page.getByRole('searchbox', { name: 'Search audio' }).fill('lazy');
  await list.getByRole('button', { name: /call\.wav/ }).click();
  await expect(transcript(page)).toContainText('jumps over the lazy dog');
  await page.getByRole('button', { name: 'Search audio' }).click();
  await list.getByRole('button', { name: /call\.wav/ }).hover();
  await list.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Star' }).click();
  await expect(list.getByRole('region', { name: 'Starred' })).toContainText('call.wav');
  await list.getByRole('button', { name: /call\.wav/ }).hover();
  await list.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(list).not.toContainText('call.wav');
  await expect(page.getByText('Transcribe audio')).toBeVisible();
}

async function separateSpeakers(page: Page): Promise<void> {
  const [first, second] = [spoken('Good morning.'), spoken('Hello, I have a question.', 'shimmer')];
  const bytes = Buffer.concat([first, second.subarray(44)]);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  await drop(page, { name: 'two.wav', type: 'audio/wav', bytes });
  await expect(page.getByRole('heading', { name: 'two.wav' })).toBeVisible();
  await pickModel(page, 'demo-diarize');
  await page.getByRole('combobox', { name: 'response_format' }).click();
  await page.getByRole('option', { name: 'diarized_json' }).click();
  await sendNow(page);
  await expect(transcript(page)).toContainText(/A\s*Good morning\..*B\s*Hello, I have a question\./s);
  await page.getByRole('combobox', { name: 'response_format' }).click();
  await page.getByRole('option', { name: 'verbose_json' }).click();
  await pickModel(page, 'demo-whisper');
}

async function transcribeM4a(page: Page): Promise<void> {
  const bytes = readFileSync(new URL('../unit/electron/demo/fixtures/voice.m4a', import.meta.url));
  await drop(page, { name: 'memo.m4a', type: 'audio/mp4', bytes });
  await expect(page.getByRole('heading', { name: 'memo.m4a' })).toBeVisible();
  await sendNow(page);
  await expect(transcript(page)).toContainText('One two.');
}

async function stopSubtitles(page: Page, gateway: DemoGateway): Promise<void> {
  await dropSpoken(page);
  await page.getByRole('combobox', { name: 'response_format' }).click();
  await page.getByRole('option', { name: 'srt' }).click();
  await sendNow(page);
  await expect(transcript(page).getByRole('button', { name: /^Play from/ })).toBeVisible();
  await transcript(page).getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('menuitem', { name: 'SRT, as received' })).toBeVisible();
  await page.keyboard.press('Escape');
  await sendParameter(page, 'stream');
  gateway.setPace(1);
  await sendNow(page);
  await expect(transcript(page)).toContainText('The quick');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped. What arrived is kept.')).toBeVisible();
  await expect(transcript(page)).toContainText('The quick');
  await expect(transcript(page)).not.toContainText('river bank');
}

test('a recording is stored and sent, and one whose page was closed is reassembled', async ({
  page,
  patchbay,
  gateway,
}) => {
  await openAudio(page, patchbay, gateway);
  await pickModel(page, 'demo-whisper');
  await test.step('a recording is stored, and can be sent', () => recordAndSend(page));
  await startNew(page);
  await test.step('a recording whose page was closed is reassembled', () => recordAndReload(page));
  await startNew(page);
  await test.step('with the switch on, recording and transcribing are two acts', () => recordInTwoActs(page));
});

async function recordAndSend(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByRole('meter', { name: 'Input level' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recording' })).toContainText('0:02');
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await expect(page.getByRole('heading', { name: /^Recording .*\.wav$/ })).toBeVisible();
  await expect(page.getByText(/WAV \(16-bit PCM\) · 24 kHz · mono/)).toBeVisible();
  await sendNow(page);
  await expect(page.getByText(/transcript is empty/).or(transcript(page))).toBeVisible();
}

async function recordAndReload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Recording' })).toContainText(/0:(0[6-9]|[1-5]\d)/);
  await page.reload();
  await panelIsThere(page, 'Audio');
  const sounds = page.getByRole('navigation', { name: 'Audio', exact: true });
  await expect(sounds.getByRole('button', { name: /^Recording/ })).toHaveCount(2);
  await expect(page.getByRole('heading', { name: /^Recording .*\.wav$/ })).toBeVisible();
  await expect(page.getByText(/24 kHz · mono · (?:[4-9]|[1-5]\d)\.\d s/)).toBeVisible();
}

async function recordInTwoActs(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Transcribe when recording stops' }).click();
  const user = countedUser(page);
  await user.click(page.getByRole('button', { name: 'Record', exact: true }));
  await expect(page.getByRole('region', { name: 'Recording' })).toContainText('0:01');
  await user.click(page.getByRole('button', { name: 'Stop and transcribe' }));
  await expect(page.getByText(/transcript is empty/).or(transcript(page))).toBeVisible();
  expect(user.acts()).toBe(2);
}

test('long transcripts: streaming across a reload, overlapping parts, and a low window', async ({
  page,
  patchbay,
  gateway,
}) => {
  await openAudio(page, patchbay, gateway);
  await pickModel(page, 'demo-whisper');
  await test.step('a transcript streams, and continues after a reload', () => streamOverReload(page, gateway));
  await leaveOut(page, 'stream');
  await test.step('audio above the size that was refused is sent in overlapping parts, and no word is duplicated', () =>
    sendParts(page, gateway));
  await startNew(page);
  await test.step('in a low window the result is scrolled into view after sending', () => sendInLowWindow(page));
});

async function streamOverReload(page: Page, gateway: DemoGateway): Promise<void> {
  await dropSpoken(page, `${words} ${words}`);
  await sendParameter(page, 'stream');
  gateway.setPace(2);
  await sendNow(page);
  await expect(transcript(page)).toContainText('The quick');
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await page.reload();
  await panelIsThere(page, 'Audio');
  await expect(transcript(page)).toContainText('The quick');
  gateway.setPace(0);
  await expect(transcript(page)).toContainText(`${words} ${words}`);
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
}

async function sendParts(page: Page, gateway: DemoGateway): Promise<void> {
  await pickModel(page, 'faulty/413-early');
  await dropSpoken(page, words, 'short.wav');
  await expect(page.getByRole('heading', { name: 'short.wav' })).toBeVisible();
  await sendNow(page);
  await expect(page.getByRole('alert')).toContainText('413');
  await pickModel(page, 'demo-whisper');
  const long = `${words} A second sentence follows with other things in it. At last the story ends here.`;
  await dropSpoken(page, long, 'long.wav');
  const before = gateway.requestLog().length;
  await page.getByRole('button', { name: 'Prepare file' }).click();
  await page.getByRole('button', { name: /^Send in \d chunks/ }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await transcript(page).getByRole('radio', { name: 'Text' }).click();
  await expect(transcript(page)).toContainText(long);
  expect(gateway.requestLog().length - before).toBeGreaterThan(1);
}

async function sendInLowWindow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1024, height: 500 });
  await dropSpoken(page);
  await sendNow(page);
  await expect(transcript(page).getByRole('radio', { name: 'SRT' })).toBeInViewport();
  await pickModel(page, 'nobody-knows-this');
  await page.getByRole('slider', { name: 'Playback position' }).scrollIntoViewIfNeeded();
  await sendNow(page);
  await expect(page.getByRole('alert')).toBeInViewport();
}

test('a file that cannot be transcribed is reported, and the possible actions are offered', async ({
  page,
  patchbay,
  gateway,
}) => {
  await openAudio(page, patchbay, gateway);
  await pickModel(page, 'demo-whisper');
  await test.step('a file that is not audio is reported before anything is sent', () => dropFaulty(page));
  await startNew(page);
  await test.step('300 MB are inspected without being read whole', () => dropHuge(page));
  await startNew(page);
  await test.step('a refusal before the whole file was read is shown, and the next file is checked against it', () =>
    refuseEarly(page));
});

async function dropFaulty(page: Page): Promise<void> {
  const bad: [name: string, bytes: Buffer, title: string][] = [
    ['empty.wav', Buffer.alloc(0), 'empty.wav is empty'],
    ['page.mp3', Buffer.from('<!doctype html><title>Not found</title>'), 'page.mp3 is a web page'],
    ['notes.txt', Buffer.from('just some notes, and nothing to hear in them'), 'notes.txt isn’t an audio file'],
    ['broken.wav', spoken(words).subarray(0, 30), 'broken.wav has a damaged header'],
  ];
  for (const [name, bytes, title] of bad) {
    await drop(page, { name, type: '', bytes });
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  // A FLAC that is cut off in its first frame keeps the demuxer busy forever; the page stays responsive, and says so.
  const tone = Float32Array.from({ length: 24_000 }, (_, at) => Math.sin(at / 10) / 2);
  const cut = flacFile({ samples: tone, sampleRate: 24_000 }).subarray(0, 47);
  await drop(page, { name: 'cut.flac', type: '', bytes: cut });
  await expect(page.getByRole('heading', { name: 'cut.flac can’t be inspected' })).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await drop(page, { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('nothing to hear in these notes') });
  await page.getByRole('button', { name: 'Use anyway' }).click();
  await expect(page.getByText('Will be rejected', { exact: true })).toBeVisible();
  await sendNow(page);
  await expect(page.getByRole('alert')).toContainText('Invalid file format');
  const silent = spoken(words);
  silent.fill(0, 44);
  await drop(page, { name: 'silent.wav', type: 'audio/wav', bytes: silent });
  await expect(page.getByText(/The audio is silent/)).toBeVisible();
}

async function dropHuge(page: Page): Promise<void> {
  const given = await page.evaluateHandle((header) => {
    const bytes = Uint8Array.from(atob(header), (c) => c.charCodeAt(0));
    const head = new DataView(bytes.buffer);
    head.setUint32(4, 300_000_036, true);
    head.setUint32(40, 300_000_000, true);
    const second = new Blob([new Uint8Array(1_000_000)]);
    const transfer = new DataTransfer();
    transfer.items.add(
      new File([bytes, ...Array.from({ length: 300 }, () => second)], 'day.wav', { type: 'audio/wav' }),
    );
    return transfer;
  }, spoken(words).subarray(0, 44).toString('base64'));
  const target = page.getByText('Transcribe audio');
  await target.dispatchEvent('dragenter', { dataTransfer: given });
  await target.dispatchEvent('drop', { dataTransfer: given });
  await expect(page.getByRole('heading', { name: 'day.wav' })).toBeVisible();
  await expect(page.getByText(/WAV \(16-bit PCM\) · 24 kHz · mono · 1:44:10/)).toBeVisible();
  await expect(page.getByText('Will be rejected', { exact: true })).toBeVisible();
  await expect(page.getByText(/gateways reject requests over/)).toBeVisible();
  await expect(page.getByText(/too long for a waveform/)).toBeVisible();
  await page.getByRole('button', { name: 'Prepare file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Prepare file' });
  await expect(dialog).toContainText(/16 chunks of .* each/);
  await dialog.getByRole('textbox', { name: 'End' }).fill('60');
  await dialog.getByRole('textbox', { name: 'End' }).press('Tab');
  await expect(dialog).toContainText('One file of 1.9 MB');
  await page.keyboard.press('Escape');
}

async function refuseEarly(page: Page): Promise<void> {
  await pickModel(page, 'faulty/413-early');
  const padded = Buffer.concat([spoken(words), Buffer.alloc(4_000_000)]);
  await drop(page, { name: 'long.wav', type: 'audio/wav', bytes: padded });
  await expect(page.getByRole('heading', { name: 'long.wav' })).toBeVisible();
  await sendNow(page);
  await expect(page.getByRole('alert')).toContainText('413');
  await expect(page.getByText('Will be rejected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Prepare file' }).click();
  await page.getByRole('button', { name: 'Convert' }).click();
  await expect(page.getByText(/16 kHz · mono/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Prepare file' })).toBeHidden();
  await page.getByRole('button', { name: 'Restore original file' }).click();
  await expect(page.getByText(/24 kHz · mono/)).toBeVisible();
}
