import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { HostWindow } from '#shared/rpc/host-window.ts';

/** The two globals of the page that this file uses; it is compiled with Node's types. */
declare const window: { postMessage(message: unknown, origin: string, ports: readonly unknown[]): void };
declare const location: { origin: string };

ipcRenderer.on('port', (event) => window.postMessage({ kind: 'host-port' }, location.origin, event.ports));

const host: HostWindow = {
  connect: () => ipcRenderer.send('connect'),
  // A file made by page script has no path, so the page cannot name one.
  admit: (given) => {
    const file = given as File;
    return ipcRenderer.invoke('admit', { name: file.name, type: file.type, path: webUtils.getPathForFile(file) });
  },
};

contextBridge.exposeInMainWorld('host', host);
