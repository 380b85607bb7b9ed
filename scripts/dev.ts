// "npm run dev": runs the desktop app with its page from Vite, reloaded on every edit. The code of the main process is
// built once; restart after changing it. Without an Electron binary the browser host does the same.
import path from 'node:path';
import { createBuilder, createServer } from 'vite';
import { findElectron } from './electron-binary.ts';
import { runChild } from './run-child.ts';
import { appEnv } from './spawn-words.ts';

const root = path.join(import.meta.dirname, '..');
const electron = findElectron(path.join(root, 'node_modules/electron'), process.env);

async function runElectron(executable: string): Promise<number> {
  const configFile = path.join(root, 'vite.config.ts');
  const builder = await createBuilder({ configFile, logLevel: 'warn' });
  for (const name of ['main', 'preload']) await builder.build(builder.environments[name]!);
  const port = 5173;
  const vite = await createServer({
    configFile,
    base: '/',
    // The page's own address has no port, so the socket needs one.
    server: { host: '127.0.0.1', port, strictPort: true, hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port } },
  });
  await vite.listen();
  const env = { ...appEnv(process.env), PATCHBAY_DEV_PAGE: `http://127.0.0.1:${port}`, PATCHBAY_ALLOW_DEBUG: '1' };
  const { status } = await runChild(executable, [root, ...process.argv.slice(2)], { cwd: root, env });
  await vite.close();
  return status;
}

async function runBrowser(): Promise<number> {
  process.stderr.write('There is no Electron binary here: the page opens in the browser.\n');
  const { status } = await runChild(process.execPath, [path.join(root, 'electron/browser/dev.ts')], {
    cwd: root,
    env: process.env,
  });
  return status;
}

process.exit(electron ? await runElectron(electron.executable) : await runBrowser());
