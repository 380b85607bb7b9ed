import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Admission } from '#shared/rpc/host-window.ts';
import { blobs, type PageAnswer } from '../session.ts';
import type { Stage } from '../stage.ts';

const page = 'app://patchbay';

/** One file of the page as it was served. */
export interface Served {
  name: string;
  status: number;
  type: string | undefined;
  policy: string | undefined;
  noSniff: string | undefined;
  isWhole: boolean;
}

/** From the start to a quit with work running: everything that a user and the page do on a usual day. */
export async function whole(stage: Stage) {
  const { electron, person, strict } = stage;
  const client = await stage.connect();
  const info = await client.host.info({});
  const connection = await client.connections.save({ name: 'Test', baseAddress: 'https://gateway.test/v1' });
  await client.keys.put({ connectionId: connection.id, alias: 'main', secret: 'sk-CANARY-123456' });
  const keys = (await client.keys.status({})).map(({ protection, state }) => ({ protection, state }));

  const commands = client.host.commands({})[Symbol.asyncIterator]();
  const command = commands.next();
  await client.host.info({});
  stage.press('palette');

  await client.settings.put({ name: 'appearance', value: { theme: 'dark' } });
  await stage.until(() => electron.nativeTheme.themeSource === 'dark');
  await client.host.openLink({ address: 'https://example.test/' });
  electron.app.emit('second-instance', { preventDefault() {}, defaultPrevented: false }, [], '/', null);
  const shown = strict.log.slice(-2);
  await client.host.openMenu({ x: 10, y: 40 });
  const popups = strict.log.filter((line) => line === 'Menu.popup').length;
  const stored = await storeFiles(stage);
  const told = {
    info,
    keys,
    command: (await command).value,
    shown,
    popups,
    stored,
    menus: stage.menus(),
    window: optionsOf((await stage.behind()).window.options),
    ...(await walls(stage)),
  };

  // The demo answers slowly enough to be still running when the user quits.
  const demo = await client.demo.start({});
  await client.demo.set({ pace: 5 });
  const body = { model: 'demo-long', stream: true, messages: [{ role: 'user', content: 'Tell me everything.' }] };
  const parts = client.exchanges.run({
    connectionId: demo.connectionId ?? '',
    routeId: 'chat.completions',
    body: { kind: 'json', text: JSON.stringify(body) },
  });
  for await (const part of parts) if (part.type === 'text-delta') break;
  person.saysYes = false;
  const askedBefore = person.asked.length;
  electron.app.quit();
  await stage.until(() => person.asked.length > askedBefore);
  strict.log.push('stayed');
  person.saysYes = true;
  if (process.platform === 'darwin') electron.app.quit();
  else (await stage.window()).close();
  return told;
}

const optionsOf = ({ webPreferences, ...frame }: Record<string, unknown>) => {
  const { session: _session, preload, ...preferences } = webPreferences as Record<string, unknown>;
  return { frame, preferences, preload: path.basename(String(preload)) };
};

/** A dropped file, one uploaded in each way, and ranges of it. */
async function storeFiles(stage: Stage) {
  const { scene, electron, strict } = stage;
  const { session } = await stage.behind();
  const place = path.join(scene.folder, 'dropped.txt');
  writeFileSync(place, 'dropped');
  const { handlers } = strict.played(electron.ipcMain) as unknown as {
    handlers: Map<string, (event: object, given: object) => Promise<Admission>>;
  };
  const dropped = { name: 'x', type: 'text/plain', path: place };
  const admission = await handlers.get('admit')?.({ senderFrame: stage.frame() }, dropped);
  const stranger = await handlers.get('admit')?.(
    { senderFrame: stage.frame(undefined, { url: 'about:blank' }) },
    dropped,
  );

  const bytes = Buffer.from('0123456789');
  blobs.set('blob-1', bytes);
  const upload = (more: object): Promise<PageAnswer> =>
    session.fetch({
      url: `${page}/files`,
      method: 'POST',
      initiatorOrigin: page,
      headers: { 'content-type': 'text/plain', 'x-file-name': 'ten%20digits.txt' },
      ...more,
    });
  const raw = await upload({ uploadData: [{ type: 'rawData', bytes }] });
  const blob = await upload({ uploadData: [{ type: 'blob', blobUUID: 'blob-1' }] });
  const empty = await upload({});
  const foreign = await upload({ initiatorOrigin: 'null' });
  const { id } = JSON.parse(blob.body.toString()) as { id: string };
  const ask = async (headers: Record<string, string>) => {
    const answer = await session.fetch({ url: `${page}/files/${id}`, headers, initiatorOrigin: page });
    return [answer.status, answer.headers['content-range'] ?? null, answer.body.toString()];
  };
  return {
    admitted: admission?.kind,
    stranger: stranger?.kind,
    uploads: [raw.status, blob.status, empty.status, foreign.status],
    ranges: [
      await ask({}),
      await ask({ range: 'bytes=2-4' }),
      await ask({ range: 'bytes=-3' }),
      await ask({ range: 'bytes=20-' }),
    ],
  };
}

/** What the page may not do: other URLs, other windows, permissions. */
async function walls(stage: Stage) {
  const { strict } = stage;
  const { session, contents } = await stage.behind();
  const granted = (permission: string, details: object) =>
    new Promise<boolean>((answer) => session.onPermission?.(null, permission, answer, details));
  const ours = { requestingUrl: `${page}/`, isMainFrame: true };
  const permissions = {
    microphone: await granted('media', { ...ours, mediaTypes: ['audio'] }),
    camera: await granted('media', { ...ours, mediaTypes: ['audio', 'video'] }),
    clipboardWrite: await granted('clipboard-sanitized-write', ours),
    fullScreen: await granted('fullscreen', ours),
    clipboardRead: await granted('clipboard-read', ours),
    notifications: await granted('notifications', ours),
    foreign: await granted('media', { ...ours, requestingUrl: 'https://evil.test/', mediaTypes: ['audio'] }),
    frame: await granted('media', { ...ours, isMainFrame: false, mediaTypes: ['audio'] }),
    checked: session.onPermissionCheck?.(null, 'geolocation', page, ours),
  };
  return {
    permissions,
    requests: [`${page}/assets/x.js`, 'https://evil.test/', 'file:///etc/passwd', 'ws://127.0.0.1:1/'].map((url) =>
      session.mayRequest(url),
    ),
    navigations: [`${page}/#x`, `${page}/other`, 'https://evil.test/', 'data:text/html,x'].map((url) =>
      contents.mayNavigate(strict, url),
    ),
    downloads: [`blob:${page}/1`, 'https://evil.test/x'].map((url) => session.mayDownload(strict, url)),
    windows: await openWindow(stage),
  };
}

/** A link for a new window: it opens none, and asks whether the URL may open in the browser. */
async function openWindow(stage: Stage) {
  const { person } = stage;
  const { contents } = await stage.behind();
  person.saysYes = false;
  const answer = contents.openWindow?.({ url: 'https://elsewhere.test/' });
  await stage.until(() => person.asked.includes('Open elsewhere.test?'));
  person.saysYes = true;
  return answer;
}

/** Every file of the built page, as the window gets it. */
export async function pages(stage: Stage) {
  const { electron, scene } = stage;
  const { session } = await stage.behind();
  const folder = path.join(scene.program, 'dist/renderer');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const served: Served[] = [];
  for (const name of names.filter((name) => name !== 'index.html')) {
    const { status, headers, body } = await session.fetch({ url: `${page}/${name}`, initiatorOrigin: page });
    served.push({
      name,
      status,
      type: headers['content-type'],
      policy: headers['content-security-policy'],
      noSniff: headers['x-content-type-options'],
      isWhole: sumOf(body) === sumOf(readFileSync(path.join(folder, name))),
    });
  }
  const documents = [await session.fetch({ url: `${page}/` }), await session.fetch({ url: `${page}/index.html` })];
  const missing = await session.fetch({ url: `${page}/../main/main.js`, initiatorOrigin: page });
  electron.app.quit();
  return {
    served,
    documents: documents.map(({ headers, body }) => ({ headers, html: body.toString() })),
    missing: missing.status,
  };
}
