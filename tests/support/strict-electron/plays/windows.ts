import { cancelable } from '../app.ts';
import type { Stage } from '../stage.ts';

/** Three windows on one core: each is opened in another way, and closed one after the other. */
export async function several(stage: Stage) {
  const { electron, strict, systemMenus, until, windows } = stage;
  const [client, contents] = [await stage.connect(), (await stage.behind()).contents];
  await client.host.info({});
  contents.address = 'app://patchbay/#/images';
  await until(() => stage.menus().length > 0);
  await client.host.openWindow({});
  const other = await stage.connect(1);
  await shown(2);
  const numbers = [(await client.host.info({})).window, (await other.host.info({})).window];
  const { x, y, width, height } = (await stage.behind(1)).window.options;

  // What one page changes is shown in the other.
  const seen: unknown[] = [];
  void (async () => {
    for await (const change of other.host.changes({})) seen.push(change);
  })().catch(() => {});
  await other.host.info({});
  await client.connections.save({ name: 'Test', baseAddress: 'https://gateway.test/v1' });
  await until(() => seen.length > 0);

  // A menu selection acts on the front window.
  const commands: string[][] = [[], []];
  for (const [index, page] of [client, other].entries())
    void (async () => {
      for await (const { command } of page.host.commands({})) commands[index]?.push(command);
    })().catch(() => {});
  await Promise.all([client.host.info({}), other.host.info({})]);
  stage.press('palette');
  (await stage.window(0)).focus();
  stage.press('list');
  await until(() => commands.flat().length === 2);
  // Each page opens the menu in its own window, whichever is in front.
  await other.host.openMenu({ x: 10, y: 40 });

  const again = (words: string[]) => electron.app.emit('second-instance', cancelable(), words, '/', null);
  again([]);
  const shownAgain = strict.log.slice(-2);
  again(['--new-window']);
  await shown(3);
  stage.press('new-window');
  await shown(4);
  const open = ids();

  for (const index of [3, 2, 1]) (await stage.window(index)).close();
  const left = ids();
  const offered = [
    ...(systemMenus.dock?.items ?? []).map(({ label }) => label),
    ...systemMenus.tasks.map((task) => (task as { arguments: string }).arguments),
  ];
  (await stage.window()).close();
  if (process.platform === 'darwin') {
    // The program is still running, and so is its dock.
    systemMenus.dock?.getMenuItemById('new-window')?.click?.();
    await shown(1);
    electron.app.quit();
  }
  return {
    second: { x, y, width, height },
    numbers,
    seen,
    commands,
    popupOf: systemMenus.openedIn.at(-1),
    shownAgain,
    open,
    left,
    offered,
  };

  function ids() {
    return electron.BrowserWindow.getAllWindows().map(({ id }) => id);
  }
  async function shown(count: number): Promise<void> {
    await until(() => windows.size === count && [...windows].every(({ state }) => state.isVisible));
  }
}

/** As many windows as are allowed; returns how many listeners follow the theme. */
export async function many(stage: Stage): Promise<number> {
  const { electron, until, windows } = stage;
  await (await stage.connect()).host.info({});
  for (let count = windows.size; count < 24; count += 1)
    electron.app.emit('second-instance', cancelable(), ['--new-window'], '/', null);
  await until(() => windows.size === 24);
  electron.nativeTheme.emit('updated');
  const listeners = electron.nativeTheme.listenerCount('updated');
  electron.app.quit();
  return listeners;
}
