import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';

/** Stands in for Electron under the update library: a feed that has version 9.0.0, and a record of what was sent to it. */
export const requests: { address: string; headers: Record<string, string> }[] = [];
const list =
  'version: 9.0.0\nfiles:\n  - url: a.AppImage\n    sha512: AA==\n    size: 1\npath: a.AppImage\nsha512: AA==\n';

interface Wanted {
  protocol: string;
  hostname: string;
  path: string;
  headers: Record<string, string>;
}

class Asking extends EventEmitter {
  constructor({ protocol, hostname, path, headers }: Wanted) {
    super();
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    requests.push({ address: `${protocol}//${hostname}${path}`, headers: Object.fromEntries(named.sort()) });
  }
  abort(): void {}
  end(): void {
    const answer = Object.assign(new PassThrough(), { statusCode: 200, headers: {} });
    this.emit('response', answer);
    answer.end(list);
  }
}

const folder = process.argv[2] ?? '';
export const app = {
  isPackaged: true,
  getVersion: () => '0.1.0',
  getName: () => 'patchbay',
  getPath: () => folder,
  getAppPath: () => folder,
  whenReady: async () => {},
  once: () => {},
};
export const net = { request: (wanted: Wanted) => new Asking(wanted) };
export const session = { fromPartition: () => ({}) };
