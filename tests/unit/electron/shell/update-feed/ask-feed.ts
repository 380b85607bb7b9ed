// Asks the feed in the folder that is named, through the real update library, and prints what was sent as one line of JSON.
import { registerHooks } from 'node:module';
import { requests } from './feed-electron.ts';

const folder = process.argv[2] ?? '';
const fake = new URL('feed-electron.ts', import.meta.url).href;
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: fake, shortCircuit: true } : next(name, context)),
});
Object.assign(process, { resourcesPath: folder });

const { createUpdater } = await import('../../../../../electron/updater.ts');
const updater = createUpdater({
  isPackaged: true,
  platform: 'linux',
  resources: folder,
  leave: () => {},
  onInstallFailed: () => {},
});
const found = await updater.find('stable');
console.log(JSON.stringify({ found, support: updater.support, requests }));
