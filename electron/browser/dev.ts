/** `npm run dev:web`: the browser host with the page from its sources, reloading itself. `PORT` chooses the port. */
import path from 'node:path';
import { openVault } from '../hosting/keyring-vault.ts';
import { programVersion } from '../hosting/program-version.ts';
import { startBrowserHost } from './browser-host.ts';
import { openDevPage } from './dev-page.ts';

const root = path.join(import.meta.dirname, '../..');
const host = await startBrowserHost({
  version: await programVersion(root),
  vault: await openVault(),
  page: await openDevPage(root),
  port: Number(process.env.PORT ?? 0),
  strict: true,
});
console.log(`Patchbay is running at ${host.address}`);

const stop = () => {
  void host.close().finally(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
