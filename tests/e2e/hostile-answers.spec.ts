import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { leading, nowhere, strikes, trackers } from '../support/hostile/payloads.ts';
import { openClient } from '../support/open-client.ts';
import { answer, go, newChat, test } from './support/hostile-chat.ts';
import {
  canaryDomain,
  lookedUp,
  plugIn,
  say,
  startCanary,
  strikesOn,
  unharmed,
  watchForStrikes,
} from './support/hostile-page.ts';
import { detail, list, openTab, row } from './support/wire-acts.ts';

test('more than 150 payloads in every place that shows foreign content execute nothing', async ({
  chat: page,
  patchbay,
  gateway,
}) => {
  expect(strikes.length).toBeGreaterThan(150);
  const text = strikes.map((payload, at) => `No. ${at}\n\n${payload}`).join('\n\n');
  const lines = strikes.filter((payload) => !payload.includes('\n'));
  gateway.say({ text, lines });

  // Titles of a history, its search, and what the core can be asked to store.
  const { client, close } = await openClient(patchbay.address());
  const [connection] = await client.connections.list({});
  const connectionId = connection?.id ?? '';
  for (const [at, title] of lines.slice(0, 40).entries())
    await client.library.save({
      id: `hostile-${at}`,
      panel: 'chat',
      title,
      starred: false,
      model: title.slice(0, 200),
      note: title.slice(0, 120),
      content: '{}',
      passages: [{ messageId: 'm', text: `needle ${title} needle` }],
      revision: 0,
    });

  // Reply, reasoning, tool call, sources.
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Attach/ }).click();
  await (await choosing).setFiles({
    name: lines[0]?.replaceAll('/', '') ?? '',
    mimeType: 'text/plain',
    buffer: Buffer.from('a file'),
  });
  await say(page, `${lines[1]} ${lines[2]}`);
  await expect(answer(page)).toContainText(`No. ${strikes.length - 1}`);
  await expect(answer(page)).toContainText('onerror=');
  // What is folded in the reply; menus and overlays above it announce themselves.
  for (const closed of await answer(page).locator('[aria-expanded=false]:not([aria-haspopup])').all())
    await closed.click();
  expect(await strikesOn(page)).toEqual(unharmed);

  // Search in the history, with its marks.
  await page.getByRole('button', { name: 'Search chats' }).click();
  await page.getByRole('textbox', { name: 'Search chats' }).fill('needle');
  await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('onerror=');
  await page.getByRole('button', { name: 'Search chats' }).click();

  // A rejection: its sentence, its card; and one that was made by the core itself.
  await newChat(page);
  await page.getByRole('button', { name: /^Route/ }).click();
  await page.getByRole('menuitemradio', { name: '/v1/responses' }).first().click();
  await say(page, 'Refuse this');
  await expect(answer(page)).toContainText('struck=1');
  expect(await strikesOn(page)).toEqual(unharmed);

  // Models.
  await client.models.list({ connectionId, refresh: true });
  await go(page, 'Models');
  await expect(page.getByRole('main')).toContainText('onerror=');
  expect(await strikesOn(page)).toEqual(unharmed);

  // A task with a hostile id, and a transcript.
  await client.tasks.submit({
    prompt: lines[3] ?? '',
    draft: {
      connectionId,
      routeId: 'video.generations',
      body: { kind: 'json', text: JSON.stringify({ model: lines[4], prompt: lines[3] }) },
    },
  });
  await go(page, 'Video');
  await expect(page.getByRole('main')).toContainText(lines[3]?.slice(0, 12) ?? '');
  expect(await strikesOn(page)).toEqual(unharmed);

  // The wire: list, summary, body, headers, status line, bytes.
  const wave = await client.files.keep({
    name: `${lines[5]?.replaceAll('/', '')}.wav`,
    type: 'audio/wav',
    text: 'RIFF',
  });
  const fields = [
    { kind: 'text' as const, name: 'model', value: lines[6] ?? '' },
    { kind: 'file' as const, name: 'file', fileId: wave.id },
  ];
  for await (const _ of client.exchanges.run({
    connectionId,
    routeId: 'audio.transcriptions',
    body: { kind: 'form', fields },
  }));
  await go(page, 'Wire');
  await expect(list(page)).toContainText('struck=1');
  for (const which of [/transcriptions/, /responses/, /chat\/completions/]) {
    await row(page, which).click();
    for (const tab of ['Request', 'Response', 'Events', 'Timing']) {
      await openTab(page, tab);
      await expect(detail(page).getByRole('tabpanel')).toBeVisible();
    }
    await openTab(page, 'Response');
    await detail(page)
      .getByText(/^\d+ headers$/)
      .click();
    await expect(detail(page)).toContainText('x-hostile');
    expect(await strikesOn(page)).toEqual(unharmed);
  }
  close();
});

test('more than 60 payloads that try to fetch send no packet to a canary, not even a DNS query', async ({
  playwright,
  launchOptions,
  patchbay,
  gateway,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'patchbay-canary-'));
  const netLog = path.join(folder, 'net.json');
  const canary = await startCanary();
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      `--log-net-log=${netLog}`,
      `--host-resolver-rules=MAP *.${canaryDomain} 127.0.0.1`,
      '--disable-features=LocalNetworkAccessChecks',
    ],
  });
  let count = 0;
  const to = () => {
    count += 1;
    return `http://t${count}.${canaryDomain}:${canary.port}`;
  };
  const payloads = trackers(to);
  expect(payloads.length).toBeGreaterThan(60);
  const text = payloads.map((payload, at) => `No. ${at}\n\n${payload}`).join('\n\n');
  gateway.say({ text, lines: payloads.filter((payload) => !payload.includes('\n')) });
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await watchForStrikes(page);
  await plugIn(page, patchbay.address(), gateway.url, 'hostile');
  await say(page, 'Show me');
  await expect(answer(page)).toContainText(`No. ${payloads.length - 1}`);
  // Where the pointer moves must not matter either.
  for (const link of (await answer(page).getByRole('link').all()).slice(0, 5)) await link.hover();
  // What is folded in the reply; menus and overlays above it announce themselves.
  for (const closed of await answer(page).locator('[aria-expanded=false]:not([aria-haspopup])').all())
    await closed.click();
  await newChat(page);
  await page.getByRole('button', { name: /^Route/ }).click();
  await page.getByRole('menuitemradio', { name: '/v1/responses' }).first().click();
  await say(page, 'Refuse this');
  await go(page, 'Models');
  await expect(page.getByRole('main')).toContainText(canaryDomain);
  expect(await strikesOn(page)).toEqual(unharmed);
  expect(canary.heard).toEqual([]);

  // The listeners do work: a page of another origin, with one image.
  const other = await context.newPage();
  await other.goto(`http://control.${canaryDomain}:${canary.port}/`);
  expect(canary.heard).toContain(`GET control.${canaryDomain}:${canary.port}/`);
  await browser.close();
  expect(lookedUp(netLog, canaryDomain)).toEqual([`control.${canaryDomain}`]);
  await canary.close();
  rmSync(folder, { recursive: true });
});

test('a link always opens a confirmation with its full host, however it is activated, and all other URLs do nothing', async ({
  chat: page,
  gateway,
}) => {
  const spoofed = 'https://good.example@xn--80ak6aa92e.example/%E2%80%AEgnp.exe';
  const addresses = [...leading, spoofed, ...nowhere];
  gateway.say({ text: addresses.map((address, at) => `[link ${at}](<${address}>)`).join('\n\n'), lines: ['plain'] });
  await say(page, 'Links, please');
  const links = answer(page).getByRole('link', { name: /^link \d+$/ });
  await expect(links).toHaveCount(leading.length + 1);
  const question = page.getByRole('dialog', { name: 'Open this link in your browser?' });
  const before = page.url();
  const first = links.first();
  const ways: [string, () => Promise<void>][] = [
    ['a press', () => first.click()],
    ['Enter', () => first.press('Enter')],
    ['Control and a press', () => first.click({ modifiers: ['Control'] })],
    ['Shift and a press', () => first.click({ modifiers: ['Shift'] })],
    ['Alt and a press', () => first.click({ modifiers: ['Alt'] })],
  ];
  for (const [way, press] of ways) {
    await press();
    await expect(question, way).toContainText('good.example');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
  }
  await first.click({ button: 'middle' });
  // Dragged onto the page itself: nothing is loaded.
  await first.dragTo(page.getByRole('textbox', { name: 'Message' }));
  await page.getByRole('textbox', { name: 'Message' }).fill('');

  // The whole host, in both forms; a user name before @ is named as one.
  await links.nth(leading.length).click();
  await expect(question).toContainText('аррӏе.example');
  await expect(question).toContainText('xn--80ak6aa92e.example');
  expect(await question.textContent()).not.toContain('\u202e');
  await page.keyboard.press('Escape');

  for (const at of nowhere.keys())
    await answer(page)
      .getByText(`link ${leading.length + 1 + at}`, { exact: true })
      .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(page.url()).toBe(before);
  expect(page.context().pages()).toHaveLength(1);
  expect(await strikesOn(page)).toEqual(unharmed);
});

test('there is no way to load a foreign image or preview HTML: both stay text', async ({ chat: page, gateway }) => {
  const canary = await startCanary();
  const shownImage = `http://127.0.0.1:${canary.port}/a.png`;
  gateway.say({
    text: `![a chart](${shownImage})\n\n\`\`\`html\n<b>bold</b><img src="${shownImage}">\n\`\`\`\n\n\`\`\`svg\n<svg><image href="${shownImage}"/></svg>\n\`\`\``,
    lines: ['plain'],
  });
  await say(page, 'Draw');
  await expect(answer(page).getByRole('img', { name: 'a chart' })).toHaveCount(0);
  await expect(answer(page).getByRole('button', { name: /preview|render|run\b/i })).toHaveCount(0);
  // Pressing the image's name asks for confirmation like a link; confirming is the browser's business, not the page's.
  await answer(page)
    .getByRole('button', { name: /^Image, not loaded.*a chart/ })
    .click();
  const question = page.getByRole('dialog', { name: 'Open this link in your browser?' });
  await expect(question).toContainText(`127.0.0.1:${canary.port}`);
  await expect(question.getByRole('checkbox')).toHaveCount(0);
  await page.keyboard.press('Escape');
  // If a frame gets into the page anyway, the policy keeps it empty.
  await page.evaluate(
    (html) =>
      new Promise((resolve) => {
        const src = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
        document.body.append(Object.assign(document.createElement('iframe'), { src, onload: resolve }));
      }),
    '<script>parent.struck = 1</script>',
  );
  await expect.poll(async () => (await strikesOn(page)).stopped).toEqual([expect.stringMatching(/^frame-src blob/)]);
  expect((await strikesOn(page)).struck).toBeNull();
  expect(canary.heard).toEqual([]);
  await canary.close();
});

test('pasted or dropped content is inserted as plain text, and a dropped URL does not navigate', async ({
  chat: page,
}) => {
  const message = page.getByRole('textbox', { name: 'Message' });
  const before = page.url();
  const html = '<img src=x onerror="globalThis.struck=1"><b>bold</b> words';
  await page.evaluate(
    async ([markup]) =>
      navigator.clipboard.write([
        new ClipboardItem({
          'text/html': new Blob([markup ?? ''], { type: 'text/html' }),
          'text/plain': new Blob(['bold words'], { type: 'text/plain' }),
        }),
      ]),
    [html],
  );
  await message.focus();
  await page.keyboard.press('Control+v');
  await expect(message).toHaveValue('bold words');
  // As the system delivers it, not as a script would construct it: the browser's own reaction to a drop counts.
  const system = await page.context().newCDPSession(page);
  const drop = async (target: Locator, items: { mimeType: string; data: string }[]) => {
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await system.send('Input.dispatchDragEvent', {
        type,
        x: x + width / 2,
        y: y + height / 2,
        data: { items, dragOperationsMask: 1 },
      });
  };
  const address = 'https://evil.example/';
  const link = [
    { mimeType: 'text/uri-list', data: address },
    { mimeType: 'text/plain', data: address },
  ];
  await message.fill('');
  await drop(message, [
    { mimeType: 'text/html', data: html },
    { mimeType: 'text/plain', data: 'bold words' },
  ]);
  await expect(message).toHaveValue('bold words');
  await drop(page.getByRole('heading', { level: 1 }), link);
  await drop(page.getByRole('navigation', { name: 'Panels' }), link);
  await drop(page.getByRole('heading', { level: 1 }), [
    { mimeType: 'text/uri-list', data: 'javascript:globalThis.struck=1' },
  ]);
  // The page still works, and nothing was opened beside it.
  await message.fill('still here');
  expect(page.context().pages()).toHaveLength(1);
  expect(page.url()).toBe(before);
  expect(await strikesOn(page)).toEqual(unharmed);
  await expect(page.locator('main b, main img')).toHaveCount(0);
});
