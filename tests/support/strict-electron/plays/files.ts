import { existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OpenedFile } from '#shared/contract/host.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { cancelable } from '../app.ts';
import type { Stage } from '../stage.ts';

/** Files of a computer on which the program runs; `perform` is given their paths. */
export function makeFiles(folder: string) {
  const place = (name: string) => path.join(folder, name);
  writeFileSync(place('north.patchbay'), '{"format":"patchbay-connections"}');
  writeFileSync(place('day one.har'), '{"log":{}}');
  writeFileSync(place('notes.txt'), 'secret');
  writeFileSync(place('damaged.har'), Buffer.from([0xff, 0xfe, 0xc0]));
  writeFileSync(place('huge.har'), '');
  truncateSync(place('huge.har'), 3_000_000_000);
  mkdirSync(place('folder.har'));
  return place;
}

type Client = Awaited<ReturnType<Stage['connect']>>;

/** The next files that a page receives, with the start of their text or the code of why there is none. */
async function take(client: Client, count: number): Promise<string[]> {
  const got: string[] = [];
  if (count === 0) return got;
  for await (const file of client.host.openedFiles({})) {
    got.push(await told(client, file));
    if (got.length === count) break;
  }
  return got;
}

async function told(client: Client, { id, name, kind }: OpenedFile): Promise<string> {
  const text = await client.host.readOpened({ id }).catch((thrown: unknown) => {
    const { code, message } = AppError.from(thrown);
    return `${code}: ${message}`;
  });
  return `${kind} ${name} ${text}`;
}

/** The files of the first start, of a macOS event, and of a second start, in the order in which a page receives them. */
export async function open(stage: Stage) {
  const { electron, scene, strict } = stage;
  const place = (name: string) => path.join(scene.folder, '..', name);
  const first = stage.connect();
  const early = await take(await first, scene.platform === 'darwin' ? scene.openedEarly.length : 2);
  const client = await first;

  // Another extension, a folder, a missing file, a switch and a URL are ignored.
  const ignored = [
    place('notes.txt'),
    place('folder.har'),
    place('absent.har'),
    '--file=x.har',
    'patchbay://open/x.har',
    'https://evil.test/x.har',
    'file://elsewhere.test/share/x.har',
  ];
  const asked = take(client, 3);
  if (scene.platform === 'darwin') {
    for (const word of [...ignored, place('north.patchbay'), place('damaged.har'), place('huge.har')])
      electron.app.emit('open-file', cancelable(), word);
  } else {
    // Relative to the working directory of the second start, and by URL, as Linux file managers do.
    const words = ['/app', ...ignored, 'north.patchbay', pathToFileURL(place('damaged.har')).href, place('huge.har')];
    electron.app.emit('second-instance', cancelable(), words, path.join(scene.folder, '..'), null);
  }
  const later = await asked;
  const again = await client.host.readOpened({ id: 'made-up' }).catch((thrown: unknown) => AppError.from(thrown).code);
  const shown = strict.log.filter((line) => line === 'BrowserWindow.focus').length;
  electron.app.quit();
  return { early, later, again, isShown: shown > 0 };
}

/** The first start names a file, and the core is not open before its keyring has its password. */
export async function openLate(stage: Stage) {
  const connecting = stage.connect();
  await stage.until(() => stage.strict.log.includes('BrowserWindow.show'));
  stage.person.unlock();
  const got = await take(await connecting, 1);
  stage.electron.app.quit();
  return got;
}

/** A second start names a file while the program is quitting. */
export async function openWhileLeaving(stage: Stage) {
  const { electron, scene, strict } = stage;
  const window = await stage.window();
  const closed = new Promise<void>((resolve) => window.once('closed', resolve));
  electron.app.quit();
  await closed;
  electron.app.emit('second-instance', cancelable(), ['/app', 'north.patchbay'], path.join(scene.folder, '..'), null);
  await stage.until(() => strict.log.includes('app.relaunch'));
  return stage.relaunches;
}

/** A stored file is dragged out of the window, one is released too early, and one is missing. */
export async function drag(stage: Stage) {
  const { electron, scene } = stage;
  const client = await stage.connect();
  const { contents } = await stage.behind();
  const hadOld = existsSync(path.join(scene.folder, 'dragged-out/old'));
  const { id } = await client.files.keep({ name: '../a <b>.txt', type: 'text/plain', text: 'the bytes' });
  await client.host.dragOut({ id });
  const [item] = contents.drags;
  const { file = '' } = item ?? {};
  const copied = {
    name: path.basename(file),
    isInside: file.startsWith(path.join(scene.folder, 'dragged-out') + path.sep),
    text: readFileSync(file, 'utf8'),
    mode: statSync(file).mode & 0o777,
    hasIcon: item?.icon !== undefined,
  };
  // Another program has moved or changed it: the next drag delivers it as it is stored.
  writeFileSync(file, 'changed');
  await client.host.dragOut({ id });
  const anew = readFileSync(contents.drags[1]?.file ?? '', 'utf8');
  const release = new AbortController();
  const released = client.host.dragOut({ id }, { signal: release.signal }).catch(() => 'released');
  release.abort();
  const gone = await client.host.dragOut({ id: 'gone' }).catch((thrown: unknown) => AppError.from(thrown).code);
  await released;
  const drags = contents.drags.length;
  electron.app.quit();
  return { copied, anew, gone, drags, hadOld };
}
