import { cancelable } from '../app.ts';
import type { Stage } from '../stage.ts';

/** What a page sent and what was sent with it; neither may ever be in a log. */
export const bodyCanary = 'BODY-CANARY: write me a letter';
export const keyCanary = 'sk-CANARY-aZ3kQ9xLm2Pq7RtYv1Bn8Wc5Dd4Ee6Ff0GgHhJjS';

/** Everything fails that can: an error and a rejection that quote key and body, pages, the GPU, messages from foreign frames. */
export async function everything(stage: Stage) {
  const { electron, person, strict, until } = stage;
  const client = await stage.connect();
  const connection = await client.connections.save({
    name: keyCanary,
    baseAddress: 'https://gateway.test/v1',
    headers: [['X-Extra-Token', `header-${keyCanary}`]],
  });
  await client.keys.put({ connectionId: connection.id, alias: 'main', secret: keyCanary });
  await client.library
    .save({
      id: 'c1',
      panel: 'chat',
      title: bodyCanary,
      model: null,
      content: `{"text":"${bodyCanary} ${keyCanary}"}`,
      passages: [{ messageId: 'm1', text: bodyCanary }],
      revision: 0,
    })
    .catch(() => {});

  const { contents } = await stage.behind();
  const page = strict.object('WebContents', contents);
  const window = await stage.window();
  const words = `${bodyCanary} https://me:${keyCanary}@gateway.test/v1?key=${keyCanary}`;
  const thrown = new Error(words, { cause: new TypeError(`{"authorization":"Bearer ${keyCanary}"} ${words}`) });
  const answers = [2, 0, 1];
  person.presses = () => answers.shift() ?? null;
  stage.uncaught('uncaughtException', thrown);
  await until(() => person.asked.includes('Patchbay ran into an error') && answers.length === 1);
  person.presses = () => null;
  stage.uncaught('unhandledRejection', new SyntaxError(`Unexpected token in ${words}`));
  stage.uncaught('unhandledRejection', words);
  electron.app.emit('render-process-gone', cancelable(), page, { reason: 'oom', exitCode: 5 });
  electron.app.emit('child-process-gone', cancelable(), { type: 'GPU', reason: 'crashed', exitCode: 139, name: 'GPU' });
  window.emit('unresponsive');
  window.emit('responsive');
  electron.ipcMain.emit('connect', {
    sender: window.webContents,
    senderFrame: stage.frame(() => {}, { url: `https://${keyCanary}.test/?${words}`, origin: 'https://evil.test' }),
  });
  stage.press('show-log');
  await until(() => strict.log.filter((line) => line.startsWith('shell.showItemInFolder')).length === 2);
  electron.app.quit();
  return strict.log.filter((line) => line.startsWith('shell.showItemInFolder'));
}

/** The user quits from an error box. */
export async function quitInBox({ person, uncaught, window }: Stage): Promise<void> {
  await window();
  person.presses = () => 1;
  uncaught('uncaughtException', new Error('x'));
}
