import type { IpcMain, MessagePortMain, WebContents, WebFrameMain } from 'electron';
import { failure } from '#shared/protocol/failure.ts';
import type { Admission } from '#shared/rpc/host-window.ts';
import { isOurs } from '../security/app-origin.ts';
import { type DroppedFile, isDroppedFile } from './admit-file.ts';

type Frame = Pick<WebFrameMain, 'url' | 'origin' | 'parent'>;

/**
 * Returns whether a message comes from our document in our window: not from a frame inside it, a document that only
 * inherits our origin (`about:blank`), or one that only has our address.
 */
export const isOurTopFrame = (frame: Frame | null): boolean =>
  frame !== null && frame.parent === null && isOurs(frame.url) && isOurs(frame.origin);

export interface IpcServerParts {
  ipc: Pick<IpcMain, 'on' | 'handle'>;
  newChannel(): { port1: MessagePortMain; port2: MessagePortMain };
  /** Serves a page's calls over the port, until the returned function is called. */
  serve(port: MessagePortMain, page: WebContents): () => void;
  admit(file: DroppedFile): Promise<Admission>;
  /** Called for every message from another sender. */
  onForeignMessage(channel: string): void;
}

/**
 * Handles the two messages of the preload, and is the only place that decides who may send them. Each page has one
 * connection at a time: a new one closes the previous one, and so does the end of its process.
 */
export function openIpcServer({ ipc, newChannel, serve, admit, onForeignMessage }: IpcServerParts): void {
  const lines = new WeakMap<WebContents, () => void>();

  const endLine = (page: WebContents) => {
    lines.get(page)?.();
    lines.delete(page);
  };

  ipc.on('connect', ({ sender, senderFrame }) => {
    if (!senderFrame || !isOurTopFrame(senderFrame)) return onForeignMessage('connect');
    // A port does not reliably report that its other end is closed; the process does.
    const isNew = !lines.has(sender);
    endLine(sender);
    const { port1, port2 } = newChannel();
    lines.set(sender, serve(port1, sender));
    if (isNew) sender.once('render-process-gone', () => endLine(sender)).once('destroyed', () => endLine(sender));
    senderFrame.postMessage('port', null, [port2]);
  });

  ipc.handle('admit', async ({ senderFrame }, given: unknown): Promise<Admission> => {
    if (isOurTopFrame(senderFrame) && isDroppedFile(given)) return admit(given);
    onForeignMessage('admit');
    return { kind: 'refused', failure: notOurs };
  });
}

const notOurs = failure('bad-input', 'Patchbay did not recognize the dropped file.', {
  hint: 'Drop it on the window again.',
});
