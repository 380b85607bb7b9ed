import { expect } from '@playwright/test';
import { answer, newChat, test } from './support/hostile-chat.ts';
import type { HostileGateway } from './support/hostile-gateway.ts';
import { say, startCanary, strikesOn, unharmed } from './support/hostile-page.ts';

const fence = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\``;
const reply = (gateway: HostileGateway, source: string) => gateway.say({ text: fence(source), lines: ['plain'] });

test('a diagram is drawn on request, in the colors of the theme, and its source is one press away', async ({
  chat: page,
  gateway,
}) => {
  reply(gateway, 'flowchart LR\n  ask[Ask the gateway] --> reply{Reply?}\n  reply -- yes --> done[Done]');
  await say(page, 'Draw');
  const text = answer(page);
  await expect(text.getByRole('img', { name: 'Diagram' })).toHaveCount(0);
  await text.getByRole('button', { name: 'Draw diagram' }).click();
  const image = text.getByRole('img', { name: 'Diagram' });
  await expect(image).toBeVisible();
  expect(await image.evaluate((one: HTMLImageElement) => [one.complete, one.naturalWidth > 200])).toEqual([true, true]);
  await expect(page.locator('iframe')).toHaveCount(0);
  const light = await image.getAttribute('src');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(image).not.toHaveAttribute('src', light ?? '');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(image).toHaveAttribute('src', light ?? '');
  await text.getByRole('button', { name: 'Show source' }).click();
  await expect(text).toContainText('ask[Ask the gateway]');
});

test('a broken diagram says what the parser says, and keeps its source', async ({ chat: page, gateway }) => {
  reply(gateway, 'flowchart LR\n  a --> --> b');
  await say(page, 'Draw');
  await answer(page).getByRole('button', { name: 'Draw diagram' }).click();
  await expect(answer(page).getByRole('status').filter({ hasText: 'can’t be drawn' })).toContainText(/line 2/i);
  await expect(answer(page)).toContainText('a --> --> b');
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a hostile diagram runs, loads and opens nothing', async ({ chat: page, gateway }) => {
  const canary = await startCanary();
  const address = `http://127.0.0.1:${canary.port}`;
  const before = page.url();
  const hostile = [
    `flowchart LR\n  a[<img src="${address}/a.png" onerror="parent.struck=1">] --> b["<b onclick='parent.struck=1'>x</b>"]\n  click a "javascript:parent.struck=1"\n  click b "${address}/link" _self\n  click b call alert(1)`,
    `%%{init: {"securityLevel": "loose", "themeCSS": "@import url(${address}/a.css); * { background: url(${address}/b.png) }", "htmlLabels": true}}%%\nflowchart LR\n  a["<script>parent.struck=1</script><iframe src='${address}/frame'></iframe>"] --> b\n  style a fill:url(${address}/c.png)`,
    `sequenceDiagram\n  participant A as <img src="${address}/d.png" onerror="parent.struck=1">\n  links A: {"x": "javascript:parent.struck=1"}\n  A->>A: <svg onload="parent.struck=1">`,
    `---\nconfig:\n  securityLevel: sandbox\n  fontFamily: "x; background: url(${address}/e.png)"\n---\nmindmap\n  root((<img src=x onerror=parent.struck=1>))`,
  ];
  for (const source of hostile) {
    await newChat(page);
    reply(gateway, source);
    await say(page, 'Draw');
    await answer(page).getByRole('button', { name: 'Draw diagram' }).click();
    const image = answer(page).getByRole('img', { name: 'Diagram' });
    await expect(image.or(answer(page).getByText('can’t be drawn'))).toBeVisible({ timeout: 20_000 });
    if (await image.isVisible()) await image.click();
  }
  expect(await strikesOn(page)).toMatchObject({ struck: unharmed.struck });
  expect(page.url()).toBe(before);
  expect(page.context().pages()).toHaveLength(1);
  expect(canary.heard).toEqual([]);
  await canary.close();
});

test('a diagram too large is refused at once, and one that takes too long is stopped', async ({
  chat: page,
  gateway,
}) => {
  reply(gateway, `flowchart LR\n${'a --> b\n'.repeat(301)}`);
  await say(page, 'Draw');
  await answer(page).getByRole('button', { name: 'Draw diagram' }).click();
  await expect(answer(page)).toContainText('too large to be drawn');

  await newChat(page);
  const endless = 'globalThis.mermaid = { initialize() {}, render: () => new Promise(() => {}) }';
  await page.route('**/mermaid*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: endless }));
  reply(gateway, 'flowchart LR\n  a --> b');
  await say(page, 'Draw');
  await answer(page).getByRole('button', { name: 'Draw diagram' }).click();
  await expect(answer(page)).toContainText('was stopped', { timeout: 30_000 });
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(answer(page).getByRole('button', { name: 'Draw diagram' })).toBeEnabled();
});
