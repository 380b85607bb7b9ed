import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { NetRequest, NetResponse } from '../net.ts';
import type { Stage } from '../stage.ts';
import { type Signatures, watchStarts } from '../updater-system.ts';

const newer = '9.0.0';
/** More than one network chunk. */
const installer = Buffer.concat([Buffer.from('signed'), Buffer.alloc(300_000, 'x')]);
const maker = 'CN=The Patchbay authors';

/** Name of the file that a system downloads. */
const artifacts = {
  linux: `patchbay-${newer}-linux-x86_64.AppImage`,
  darwin: `patchbay-${newer}-mac-universal.zip`,
  win32: `patchbay-${newer}-win.exe`,
};

const responseOf = (status: number, body: Buffer | string = ''): NetResponse => ({ status, body: Buffer.from(body) });

/** The list of versions as electron-builder writes it. */
function listOf(name: string, body: Buffer, version = newer): string {
  const sha512 = createHash('sha512').update(body).digest('base64');
  return `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${body.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-01T00:00:00.000Z'\n`;
}

interface Feed {
  list(): NetResponse;
  file(): NetResponse;
}

/** A feed with the newer version, slow enough for the library's clock to register a download that takes time. */
function openFeed({ net, scene }: Stage): Feed {
  const name = artifacts[scene.platform];
  const feed: Feed = {
    list: () => responseOf(200, listOf(name, installer)),
    file: () => responseOf(200, installer),
  };
  const { now } = Date;
  let late = 0;
  Date.now = () => {
    late += 1_100;
    return now() + late;
  };
  net.server = ({ address }: NetRequest) => {
    const { pathname } = new URL(address);
    if (pathname.endsWith('.yml')) return feed.list();
    return pathname.endsWith(name) ? feed.file() : responseOf(404);
  };
  return feed;
}

/** The running AppImage. */
function placeAppImage({ scene }: Stage): string {
  const place = path.join(scene.folder, '../Patchbay.AppImage');
  writeFileSync(place, 'old');
  if (scene.platform === 'linux') process.env.APPIMAGE = place;
  return place;
}

/** Files that the library left in its cache folder. */
const kept = ({ scene }: Stage) => {
  const folder = path.join(scene.folder, '../cache');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
};

/** Checks for, downloads and installs a newer version while a request is running. */
export async function install(stage: Stage) {
  const { net, person, strict, scene } = stage;
  const signatures: Signatures = { signer: maker };
  const feed = openFeed(stage);
  const image = placeAppImage(stage);
  watchStarts(strict, signatures);
  const client = await stage.connect();
  const steps: string[] = [];
  const note = async () => {
    const { step, percent } = await client.updates.state({});
    const line = percent === null ? step : `${step} ${percent}`;
    if (steps.at(-1) !== line) steps.push(line);
  };
  const changes = client.host.changes({})[Symbol.asyncIterator]();
  const listen = async () => {
    for (let next = await changes.next(); !next.done; next = await changes.next())
      if (next.value.area === 'updates') await note();
  };
  // The program closes the connection when it quits.
  listen().catch(() => {});
  // What the page is told in between must be seen, however slow this computer is.
  const seen = (step: RegExp) => stage.until(() => steps.some((line) => step.test(line)));
  const [list, file] = [feed.list(), feed.file()];
  feed.list = () => ({ ...list, held: seen(/^asking/) });
  feed.file = () => ({ ...file, held: seen(/^fetching/) });
  const found = await client.updates.ask({});
  await seen(/^found/);
  const fetched = await client.updates.fetch({});
  await note();

  const demo = await client.demo.start({});
  await client.demo.set({ pace: 5 });
  const body = { model: 'demo-long', stream: true, messages: [{ role: 'user', content: 'Tell me everything.' }] };
  const parts = client.exchanges.run({
    connectionId: demo.connectionId ?? '',
    routeId: 'chat.completions',
    body: { kind: 'json', text: JSON.stringify(body) },
  });
  for await (const part of parts) if (part.type === 'text-delta') break;
  const begun = strict.log.length;
  person.saysYes = false;
  await client.updates.install({});
  await stage.until(() => person.asked.length > 0);
  strict.log.push('stayed');
  person.saysYes = true;
  await client.updates.install({});
  await stage.exited;
  return {
    found: { step: found.step, version: found.version },
    fetched: fetched.step,
    steps,
    ending: strict.log
      .slice(begun)
      .filter((line) => /^(?:stayed|start |app\.|autoUpdater|BrowserWindow\.close|Squirrel)/.test(line)),
    requests: net.requests,
    image: readFileSync(image, 'utf8').startsWith('signed') ? 'new' : 'old',
    hasNumber: existsSync(path.join(scene.folder, '.updaterId')),
    isSealed: existsSync(path.join(scene.folder, 'patchbay.db-seal')),
  };
}

/** An unpacked AppImage: there is no file that could be replaced. */
export async function unpacked(stage: Stage) {
  const { electron, net } = stage;
  openFeed(stage);
  const client = await stage.connect();
  const { step, support } = await client.updates.ask({});
  electron.app.quit();
  return { step, support, requests: net.requests };
}

/** Downloads a newer version, and quits normally. */
export async function quitWithNewer(stage: Stage) {
  const { electron, strict } = stage;
  openFeed(stage);
  placeAppImage(stage);
  watchStarts(strict, { signer: maker });
  const client = await stage.connect();
  await client.updates.ask({});
  await client.updates.fetch({});
  electron.app.quit();
  await stage.exited;
  return strict.log.filter((line) => /^(?:start |app\.exit)/.test(line));
}

interface Told {
  step: string;
  code: string | undefined;
  message: string | undefined;
  kept: string[];
}

/** Everything that a feed can do wrong, one after the other; the message of each, and what is left on disk. */
export async function faults(stage: Stage) {
  const { electron, net, strict, scene } = stage;
  const feed = openFeed(stage);
  const signatures: Signatures = { signer: maker };
  placeAppImage(stage);
  watchStarts(strict, signatures);
  const client = await stage.connect();
  const [list, file, server] = [feed.list, feed.file, net.server];
  const told = {} as Record<string, Told> & { older: Told; 'after all': Told };
  const tell = async (name: string, act: () => Promise<unknown>) => {
    await act();
    const { step, failure } = await client.updates.state({});
    told[name] = { step, code: failure?.code, message: failure?.message, kept: kept(stage) };
    Object.assign(feed, { list, file });
    net.server = server;
    signatures.signer = maker;
  };
  const ask = () => client.updates.ask({});
  const fetch = async () => {
    const response = feed.file;
    await ask();
    feed.file = response;
    await client.updates.fetch({});
  };
  const answers = (name: string, response: NetResponse) => {
    feed.list = () => response;
    return tell(name, ask);
  };
  await answers('404', responseOf(404, 'Not Found'));
  await answers('503', responseOf(503, 'Down'));
  await answers('html', responseOf(200, '<!doctype html>\n<html lang="en"><title>Log in: here</title></html>\n'));
  await answers('plain html', responseOf(200, '<html>Sign in</html>'));
  await answers('empty', responseOf(200));
  await answers('no version', responseOf(200, 'files: []\n'));
  net.server = null;
  await tell('offline', ask);
  feed.file = () => responseOf(404);
  await tell('file 404', fetch);
  feed.file = () => ({ ...responseOf(200, installer), breaksAfter: 100_000 });
  await tell('broken', fetch);
  feed.file = () => responseOf(200, Buffer.concat([installer.subarray(1), Buffer.from('y')]));
  await tell('wrong hash', fetch);
  if (scene.platform === 'win32') {
    signatures.signer = 'CN=Somebody else';
    await tell('wrong signer', fetch);
    signatures.signer = null;
    await tell('unsigned', fetch);
  }
  if (scene.platform === 'darwin') {
    const unsigned = Buffer.alloc(100_000, 'z');
    feed.list = () => responseOf(200, listOf(artifacts.darwin, unsigned));
    feed.file = () => responseOf(200, unsigned);
    await tell('unsigned', fetch);
  }
  feed.list = () => responseOf(200, listOf(artifacts[scene.platform], installer, '0.0.9'));
  await tell('older', ask);
  await tell('after all', fetch);
  electron.app.exit(7);
  return told;
}
