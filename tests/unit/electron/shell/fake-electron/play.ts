// Runs the real main file on the stand-in, plays page and person, and prints what happened as one line of JSON.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/wire/connect.ts';
import type { Admission } from '#shared/wire/host-window.ts';
import { portWire } from '#shared/wire/port.ts';
import * as electron from './electron.ts';
import './register.ts';

const { app, BrowserWindow, becomeReady, ipcMain, log, Menu, pageSession, person } = electron;
const folder = process.env.PATCHBAY_DATA_DIR ?? '';
const exited = once(app, 'exited');

await import('../../../../../electron/main.ts');
becomeReady();
const told: Record<string, unknown> = {};
const window = await Promise.race([firstWindow(), exited]);
if (window instanceof BrowserWindow) await play(window);
await exited;
console.log(JSON.stringify({ log, asked: person.asked, ...told }));
process.exit(0);

async function firstWindow(): Promise<electron.BrowserWindow> {
  for (;;) {
    const [window] = BrowserWindow.getAllWindows();
    if (window) return window;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function play(window: electron.BrowserWindow): Promise<void> {
  window.emit('ready-to-show');
  const port = Promise.withResolvers<MessagePort>();
  const frame = {
    url: 'app://patchbay/',
    origin: 'app://patchbay',
    parent: null,
    postMessage: (_channel: string, _message: unknown, [own]: MessagePort[]) => own && port.resolve(own),
  };
  ipcMain.emit('connect', { sender: window.webContents, senderFrame: frame });
  const client = connect(contract, portWire(await port.promise));

  told.info = await client.host.info({});
  const [connection] = [await client.connections.save({ name: 'Test', baseAddress: 'https://gateway.test/v1' })];
  await client.keys.put({ connectionId: connection.id, alias: 'main', secret: 'sk-CANARY-123456' });
  told.keys = (await client.keys.status({})).map(({ protection, state }) => ({ protection, state }));

  const commands = client.host.commands({})[Symbol.asyncIterator]();
  const command = commands.next();
  await client.host.info({});
  const items = Menu.current.flatMap(({ submenu = [] }) => submenu);
  items.find(({ id }) => id === 'palette')?.click?.();
  told.command = (await command).value;

  await client.settings.put({ name: 'appearance', value: { theme: 'dark' } });
  while (electron.nativeTheme.themeSource !== 'dark') await new Promise((resolve) => setImmediate(resolve));

  writeFileSync(path.join(folder, 'dropped.txt'), 'dropped');
  const admit = ipcMain.handlers.get('admit');
  const dropped = { name: 'x', type: 'text/plain', path: path.join(folder, 'dropped.txt') };
  const admission = (await admit?.({ senderFrame: frame }, dropped)) as Admission;
  told.admission = admission.kind;
  if (admission.kind === 'admitted') {
    const address = await client.files.link({ id: admission.file.id });
    const answer = await pageSession.handler?.(new Request(address));
    told.stored = [address.replace(admission.file.id, 'ID'), answer?.status, await answer?.text()];
  }
  told.document = (await pageSession.handler?.(new Request('app://patchbay/')))?.status;

  await client.host.openLink({ address: 'https://example.test/' });
  app.emit('second-instance');

  // The demo answers slowly enough to be still running when the person quits.
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
  app.emit('before-quit', { preventDefault: () => log.push('quit held') });
  while (person.asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
  log.push('stayed');
  person.saysYes = true;
  if (process.platform === 'darwin') app.emit('before-quit', { preventDefault: () => {} });
  else window.close();
}
