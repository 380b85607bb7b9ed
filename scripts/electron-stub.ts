import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Marks the fuse wire inside an Electron binary; version 1 and nine fuses follow. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Electron's default fuses: Node mode, NODE_OPTIONS, inspection and file privileges on. */
const factoryFuses = '101100011';

/**
 * Creates a folder that electron-builder accepts as an unpacked Electron for Linux. It cannot run, but the packaging,
 * the asar archive and the flipping of fuses are real.
 */
export function makeElectronStub(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['resources', 'locales']) mkdirSync(path.join(folder, name), { recursive: true });
  const wire = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, factoryFuses.length]), Buffer.from(factoryFuses)]);
  writeFileSync(path.join(folder, 'electron'), Buffer.concat([Buffer.alloc(64), wire, Buffer.alloc(64)]), {
    mode: 0o755,
  });
  for (const name of ['version', 'LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'locales/en-US.pak'])
    writeFileSync(path.join(folder, name), '');
}
