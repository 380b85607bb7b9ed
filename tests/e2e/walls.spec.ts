import { test as base, expect } from '@playwright/test';
import { openTestHost } from '../support/browser-host/test-host.ts';
import { attackAll, besiege, oldBrowser, rebind, startOther } from '../support/hostile/browsers.ts';
import { startPatchbay } from '../support/patchbay-process.ts';

const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...oldBrowser] }),
    { scope: 'worker' },
  ],
});

const nothing = { calls: 0, pages: 0, files: 0, strangers: 0 };

test('a page whose name was rebound to this computer reaches nothing, in any way', async ({ browser }) => {
  const { reached, heard, ran } = await rebind(browser);
  expect({ reached, ran }).toEqual({ reached: nothing, ran: false });
  expect(heard).toMatchObject({
    get: '403',
    'script by fetch': '403',
    post: '403',
    'with a header': '403',
    script: 'refused',
    socket: 'refused',
    events: 'refused',
    worker: 'refused',
  });
});

for (const from of ['port', 'file'] as const)
  test(`a hostile page ${from === 'port' ? 'on another port' : 'in a file'} reaches nothing, in any way`, async ({
    browser,
  }) => {
    const { reached, heard, ran } = await besiege(browser, from);
    expect({ reached, ran }).toEqual({ reached: nothing, ran: false });
    expect(heard).toMatchObject({
      'with a header': 'refused',
      picture: 'refused',
      script: 'refused',
      style: 'refused',
      film: 'refused',
      socket: 'refused',
      events: 'refused',
      worker: 'refused',
      window: 'refused',
    });
  });

test('the same attacks do reach a program without request guards', async ({ page }) => {
  const [open, hostile] = await Promise.all([startOther('', 'globalThis.ran = true;'), startOther()]);
  await page.goto(hostile.address);
  const { ran } = await page.evaluate(attackAll, { target: open.address, isSameOrigin: false });
  expect(ran).toBe(true);
  const ways = ['get', 'post', 'img', 'script', 'style', 'prefetch', 'frame', 'object', 'form', 'events', 'beacon'];
  await expect
    .poll(() => ways.filter((way) => !open.heard.some(({ request }) => request.includes(`by=${way}`))))
    .toEqual([]);
  await Promise.all([open.close(), hostile.close()]);
});

test('no other origin can frame the page, even where the browser sends no information about the initiator', async ({
  page,
}) => {
  const host = await openTestHost();
  const hostile = await startOther();
  // An old browser sends no initiator information. The policy alone must protect then.
  await page.route(`http://127.0.0.1:${host.port}/`, async (route) => {
    const answer = await fetch(route.request().url());
    const headers = Object.fromEntries(answer.headers);
    await route.fulfill({ status: answer.status, headers, body: await answer.text() });
  });
  await page.goto(hostile.address);
  await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const frame = Object.assign(document.createElement('iframe'), { src, onload: resolve });
        document.body.append(frame);
      }),
    `http://127.0.0.1:${host.port}/`,
  );
  expect(host.seen.pages).toBe(1);
  const [, frame] = page.frames();
  expect(frame?.url()).toMatch(/^chrome-error:/);
  await Promise.all([host.close(), hostile.close()]);
});

test('data another program left in the browser under this port is deleted when the page loads', async ({ page }) => {
  const earlier = await startOther(
    '<script>localStorage.left = "x"; navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready).then(() => { document.title = "left"; });</script>',
    'self.addEventListener("install", () => self.skipWaiting());',
  );
  const { port } = earlier;
  await page.goto(earlier.address);
  await expect(page).toHaveTitle('left');
  await page.goto('about:blank');
  await earlier.close();
  const host = await openTestHost({ port });
  await page.goto(`http://127.0.0.1:${port}/`);
  await expect
    .poll(() =>
      page.evaluate(async () => [
        localStorage.length,
        (await navigator.serviceWorker.getRegistrations()).length,
        navigator.serviceWorker.controller,
      ]),
    )
    .toEqual([0, 0, null]);
  await host.close();
});

test('a script that the browser kept for another program under this port does not run in the page', async ({
  page,
  context,
}) => {
  const earlier = await startOther(
    '<script src="/assets/app.js"></script>',
    'document.title = "theirs";',
    0,
    'public, max-age=31536000, immutable',
  );
  const { port } = earlier;
  await page.goto(earlier.address);
  await expect(page).toHaveTitle('theirs');
  await earlier.close();
  // Another window: one window may reuse a script from its memory.
  const window = await context.newPage();
  const host = await openTestHost({ port });
  await window.goto(`http://127.0.0.1:${port}/`);
  await expect.poll(() => window.evaluate(() => Reflect.get(globalThis, 'ran'))).toBe(true);
  await expect(window).not.toHaveTitle('theirs');
  await host.close();
});

test('the page leaves no cookie, no state and no token where another program could find it', async ({
  page,
  context,
}) => {
  const patchbay = await startPatchbay();
  const other = await startOther();
  await page.goto(patchbay.address());
  await expect(page.getByRole('heading', { level: 1, name: 'Connect a gateway' })).toBeVisible();
  const token = patchbay.address().split('#token=')[1] ?? '';
  expect(await context.cookies()).toEqual([]);
  const left = await page.evaluate(async () => ({
    local: { ...localStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    address: location.href,
  }));
  expect(left).toEqual({
    local: {},
    databases: [],
    caches: [],
    workers: 0,
    address: expect.not.stringContaining(token),
  });
  // The same tab navigates on to what another program serves.
  await page.goto(other.address);
  expect(other.heard.length).toBeGreaterThan(0);
  for (const { headers } of other.heard) {
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']));
    expect([headers.authorization, headers.referer]).toEqual([undefined, undefined]);
    expect(JSON.stringify(headers)).not.toContain(token);
  }
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await Promise.all([other.close(), patchbay.close()]);
});
