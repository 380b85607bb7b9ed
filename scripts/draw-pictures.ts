// Updates the images of the README and the guide from the running product: npm run pictures [name...]
// An image shows what a user sees after a few clicks with the demo gateway, in the light theme.
import { mkdirSync } from 'node:fs';
import { chromium, type Locator, type Page } from '@playwright/test';
import { waveFile } from '#demo/media/audio/samples.ts';
import { speak, voiceNamed } from '#demo/media/audio/speech.ts';
import { findChromium } from '../tests/support/browser.ts';
import { startPatchbay } from '../tests/support/patchbay-process.ts';

const waitMs = 120_000;
const size = { width: 1440, height: 900 };

const there = (place: Locator) => place.first().waitFor({ timeout: waitMs });
const main = (page: Page, name: string) => page.getByRole('main', { name, exact: true });

/** Opens a panel from the rail and waits until its code has loaded. */
async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click();
  await there(main(page, name).and(page.locator(':not([aria-busy=true])')));
}

/** Opens a panel and puts a model into the socket of its patch line. */
async function openWith(page: Page, name: string, model: string): Promise<void> {
  await open(page, name);
  await page.getByRole('button', { name: /^Model/ }).click();
  const box = page.getByRole('combobox', { name: /model/i });
  await box.fill(model);
  await box.press('Enter');
  await there(page.getByRole('button', { name: /^Model/ }).filter({ hasText: model }));
}

const write = async (page: Page, name: string, text: string) => {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(text);
  await field.press('Enter');
};

async function choose(page: Page, press: () => Promise<void>, file: { name: string; type: string; bytes: Buffer }) {
  const choosing = page.waitForEvent('filechooser');
  await press();
  await (await choosing).setFiles({ name: file.name, mimeType: file.type, buffer: file.bytes });
}

function spoken(text: string): Buffer {
  const voice = voiceNamed('alloy');
  if (!voice) throw new Error('the demo gateway has no voice of this name');
  return waveFile(speak(text, voice));
}

async function chat(page: Page): Promise<void> {
  await open(page, 'Chat');
  await write(page, 'Message', 'Compare server-sent events and WebSockets in a table');
  await page.keyboard.press('Control+j');
  await page.getByRole('tab', { name: /Events/ }).click();
  await there(page.getByRole('article').getByRole('table'));
}

async function compare(page: Page): Promise<void> {
  await open(page, 'Compare');
  await page.getByRole('button', { name: 'Try 3 demo models' }).click();
  await there(page.getByRole('article', { name: /^Lane C:/ }));
  await page.getByRole('textbox', { name: 'Prompt for all lanes' }).press('Enter');
  await there(page.getByRole('button', { name: 'Stop all' }));
  await there(page.getByRole('button', { name: 'Send', exact: true }));
}

async function images(page: Page): Promise<void> {
  await openWith(page, 'Images', 'demo-image');
  await write(page, 'Prompt', 'A red fox under a tree in the snow');
  await there(page.getByRole('article').getByText('Completed', { exact: true }));
}

async function audio(page: Page): Promise<void> {
  await open(page, 'Audio');
  await page.getByRole('radio', { name: 'Transcription', exact: true }).click();
  await openWith(page, 'Audio', 'demo-whisper');
  const bytes = spoken('The quick brown fox jumps over the lazy dog near the river bank.');
  const press = () => page.getByRole('button', { name: 'Choose file' }).click();
  await choose(page, press, { name: 'call.wav', type: 'audio/wav', bytes });
  await page.getByRole('button', { name: /^Transcribe/ }).click();
  await there(page.getByRole('region', { name: 'Transcript' }).getByText(/quick/));
}

async function realtime(page: Page): Promise<void> {
  await openWith(page, 'Realtime', 'demo-realtime');
  await page.getByRole('button', { name: 'Start text session' }).click();
  await write(page, 'Message to the model', 'What is 6 * 7?');
  await there(page.getByRole('article').filter({ hasText: '42' }));
}

async function requestVideo(page: Page, words: string, until: RegExp): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill(words);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await there(page.getByRole('article', { name: words }).getByText(until));
}

async function video(page: Page): Promise<void> {
  await openWith(page, 'Video', 'demo-video');
  await requestVideo(page, 'A paper boat drifts at dawn', /^Saved$/);
  await requestVideo(page, 'Dunes at noon under one cloud', /^(Running|In progress|Downloading|Saved)$/);
}

async function embeddings(page: Page): Promise<void> {
  await openWith(page, 'Embeddings', 'demo-embed-small');
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await page.getByRole('button', { name: /^Embed \d/ }).click();
  await there(page.getByRole('application', { name: /colored by topic$/ }));
}

async function rerank(page: Page): Promise<void> {
  await openWith(page, 'Rerank', 'demo-rerank');
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await main(page, 'Rerank')
    .getByRole('button', { name: /^Rerank \d/ })
    .click();
  await there(page.getByRole('list', { name: 'Ranking' }).getByRole('listitem'));
}

async function request(page: Page): Promise<void> {
  await open(page, 'Request');
  await page.getByRole('textbox', { name: 'Path', exact: true }).fill('/vendor/echo');
  await page.getByRole('button', { name: /^Send/ }).click();
  await there(page.getByRole('region', { name: 'Response', exact: true }).getByText('200', { exact: true }));
}

async function checks(page: Page): Promise<void> {
  await open(page, 'Checks');
  await page.getByRole('button', { name: /What can this key access/ }).click();
  await page.getByRole('button', { name: /^Check \d+ cells?, \d+ calls?$/ }).click();
  await there(page.getByText('Completed', { exact: true }));
  await page.getByRole('gridcell').first().click();
}

async function wire(page: Page): Promise<void> {
  await open(page, 'Wire');
  await page.getByRole('listbox', { name: 'Requests' }).getByRole('option').first().click();
  await there(page.getByRole('region', { name: 'Selected request' }).getByRole('tab'));
}

async function models(page: Page): Promise<void> {
  await open(page, 'Models');
  await page.getByRole('listbox', { name: 'Models' }).getByRole('option').first().click();
}

async function connections(page: Page): Promise<void> {
  await open(page, 'Connections');
  await there(page.getByRole('heading', { level: 1, name: 'Demo gateway' }));
}

/** In this order: the first screen before any panel, and the list of exchanges once it is full. */
const screenshots: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  chat,
  compare,
  images,
  audio,
  realtime,
  video,
  embeddings,
  rerank,
  request,
  checks,
  wire,
  models,
  connections,
  settings: (page) => open(page, 'Settings'),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => name !== 'welcome' && !Object.hasOwn(screenshots, name));
if (unknown.length > 0)
  throw new Error(`There is no picture ${unknown}: welcome, ${Object.keys(screenshots).join(', ')}.`);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const found = await findChromium();
const browser = await chromium.launch({
  ...found,
  args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
});
const patchbay = await startPatchbay();
mkdirSync('docs/guide', { recursive: true });
try {
  const page = await browser.newPage({ viewport: size, colorScheme: 'light', reducedMotion: 'reduce' });
  page.setDefaultTimeout(waitMs);
  const shoot = async (name: string) => {
    // Animations end, and the pointer highlights nothing.
    await page.mouse.move(size.width - 1, size.height / 2);
    await page.waitForTimeout(400);
    await page.screenshot({ path: `docs/guide/${name}.png` });
  };
  await page.goto(patchbay.address());
  const demo = page.getByRole('button', { name: /Start demo gateway/ });
  await there(demo);
  if (isWanted('welcome')) await shoot('welcome');
  await demo.click();
  await there(page.getByRole('textbox', { name: 'Message' }));
  for (const [name, draw] of Object.entries(screenshots)) {
    if (!isWanted(name)) continue;
    await draw(page);
    await shoot(name);
    // The other panels have more to show without the drawer.
    if (name === 'chat') await page.keyboard.press('Control+j');
    if (name === 'realtime') await page.getByRole('button', { name: 'End session' }).click();
  }
} finally {
  await browser.close();
  await patchbay.close();
}
