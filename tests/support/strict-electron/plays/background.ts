import type { Stage } from '../stage.ts';

/** An embedding run continues and ends while the user is elsewhere, and its notification is clicked. */
export async function embedding(stage: Stage) {
  const { electron, notes, strict, until } = stage;
  const client = await stage.connect();
  const destinations = client.host.destinations({})[Symbol.asyncIterator]();
  const led = destinations.next();
  const window = await stage.window();
  await until(() => strict.log.includes('BrowserWindow.show'));
  window.blur();
  const report = (settled: number, state: 'running' | 'over') =>
    client.host.reportWork({ id: 'corpus', kind: 'embedding', settled, total: 400, state });
  const begun = strict.log.length;
  const signs = () => strict.log.slice(begun).filter((line) => /setProgressBar|powerSaveBlocker/.test(line));
  await report(100, 'running');
  await until(() => signs().some((line) => line.includes('0.25')));
  await report(300, 'running');
  await until(() => signs().some((line) => line.includes('0.75')));
  await report(400, 'over');
  await until(() => notes.length === 1 && signs().at(-1)?.includes('-1') === true);
  const [note] = notes;
  const { options } = note as unknown as { options: object };
  strict.log.push('pressed');
  strict.object('Notification', note as object & { emit(event: string): void }).emit('click');
  const to = (await led).value;
  const after = strict.log.slice(strict.log.indexOf('pressed'));
  const isShown = after.includes('BrowserWindow.show') && after.includes('BrowserWindow.focus');
  electron.app.quit();
  return { options, to, isShown, signs: signs() };
}
