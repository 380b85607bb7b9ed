import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FuseState, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from 'vitest';
import { makeElectronStub } from '../../../scripts/electron-stub.ts';
import { afterPack } from '../../../scripts/flip-fuses.ts';

/** A packed app whose binary has Electron's factory fuses. */
function packed(change: (binary: Buffer) => Buffer = (binary) => binary) {
  const appOutDir = mkdtempSync(path.join(os.tmpdir(), 'patchbay-fuses-'));
  makeElectronStub(path.join(appOutDir, 'stub'));
  const binary = path.join(appOutDir, 'patchbay');
  writeFileSync(binary, change(readFileSync(path.join(appOutDir, 'stub/electron'))));
  const appInfo = { productFilename: 'Patchbay', linuxPackageName: 'patchbay' };
  const context = { appOutDir, electronPlatformName: 'linux', packager: { appInfo } };
  return { binary, pack: () => afterPack(context as unknown as Parameters<typeof afterPack>[0]) };
}

const names = [
  'run as Node',
  'encrypted cookies',
  'NODE_OPTIONS',
  'inspection',
  'archive is checked',
  'archive only',
  'V8 snapshot of its own',
  'rights of file pages',
  'WebAssembly traps',
];

test('all nine fuses are set as configured, and read back from the binary', async () => {
  const { binary, pack } = packed();
  const read = async () => {
    const wire: Record<string, unknown> = { ...(await getCurrentFuseWire(binary)) };
    const numbers = Object.keys(wire).filter((key) => /^\d+$/.test(key));
    return numbers.map((fuse) => `${names[Number(fuse)]}: ${wire[fuse] === FuseState.ENABLE ? 'on' : 'off'}`);
  };
  expect(await read()).toContain('run as Node: on');
  await pack();
  expect(await read()).toEqual([
    'run as Node: off',
    'encrypted cookies: on',
    'NODE_OPTIONS: off',
    'inspection: off',
    'archive is checked: on',
    'archive only: on',
    'V8 snapshot of its own: off',
    'rights of file pages: off',
    'WebAssembly traps: on',
  ]);
});

test('an undecided fuse stops the packaging', async () => {
  // The sentinel is followed by the version of the fuse wire, its length, and one character for each fuse.
  const { pack } = packed((binary) => {
    const at = binary.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 33;
    const longer = Buffer.concat([binary.subarray(0, at + 10), Buffer.from('0'), binary.subarray(at + 10)]);
    longer[at] = 10;
    return longer;
  });
  await expect(pack()).rejects.toThrow(/fuse/i);
});
