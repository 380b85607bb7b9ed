import type { IpcMain, MessagePortMain, WebContents, WebFrameMain } from 'electron';
import { failure } from '#shared/protocol/failure.ts';
import type { Admission } from '#shared/rpc/host-window.ts';
import { isOurs } from '../security/app-origin.ts';
import { type DroppedFile, isDroppedFile } from './admit-file.ts';

type Frame = Pick<WebFrameMain, 'url' | 'origin' | 'parent'>;

/**
 * Whether a message comes from our document in our window: no frame inside it, and neither a document that only
 * inherits our origin (`about:blank`) nor one that merely bears our address.
 */
export const isOurTopFrame = (frame: Frame | null): boolean =>
  frame !== null && frame.parent === null && isOurs(frame.url) && isOurs(frame.origin);

export interface IpcServerParts {
  ipc: Pick<IpcMain, 'on' | 'handle'>;
  newChannel(): { port1: MessagePortMain; port2: MessagePortMain };
  /** Answers what a page asks over the port, until the returned function is called. */
  serve(port: MessagePortMain, page: WebContents): () => void;
  admit(file: DroppedFile): Promise<Admission>;
  /** Told of every message that was not ours. */
  onStranger(channel: string): void;
}

/**
 * The two things a preload can say, and the only place where it is decided who may. Each page has one line at a time: a
 * new one ends the one before, and so does the death of its process.
 */
export function openIpcServer({ ipc, newChannel, serve, admit, onStranger }: IpcServerParts): void {
  const lines = new WeakMap<WebContents, () => void>();

  const endLine = (page: WebContents) => {
    lines.get(page)?.();
    lines.delete(page);
  };

  ipc.on('connect', ({ sender, senderFrame }) => {
    if (!senderFrame || !isOurTopFrame(senderFrame)) return onStranger('connect');
    // A port is not sure to say that its other end is gone; the process is.
    const isNew = !lines.has(sender);
    endLine(sender);
    const { port1, port2 } = newChannel();
    lines.set(sender, serve(port1, sender));
    if (isNew) sender.once('render-process-gone', () => endLine(sender)).once('destroyed', () => endLine(sender));
    senderFrame.postMessage('port', null, [port2]);
  });

  ipc.handle('admit', async ({ senderFrame }, given: unknown): Promise<Admission> => {
    if (isOurTopFrame(senderFrame) && isDroppedFile(given)) return admit(given);
    onStranger('admit');
    return { kind: 'refused', failure: notOurs };
  });
}

const notOurs = failure('bad-input', 'That file was not offered by the page of Patchbay.', {
  hint: 'Drop it on the window again.',
});
