import type { DragEvent, PointerEvent } from 'react';
import type { HostInfo } from '#shared/contract/host.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { client } from '../client/client.ts';
import { askKey, queryClient } from '../client/query.ts';
import { notifyFailure } from '../failures/failure-text.tsx';
import { addressOf } from './file-address.ts';

type Dragged = FileRef | null;

/** The file under the pointer since the last press. */
interface Pressed {
  file: Promise<Dragged>;
  /** For the browser, which starts a drag without waiting; `null` until it is known, and where the host drags. */
  link: string | null;
}
let pressed: Pressed | null = null;

/**
 * Lets an element be dragged out of the window as a stored file. The host starts the drag where it can; elsewhere the
 * browser is told where the file is, which Chromium understands and other browsers ignore.
 *
 * @param file `null` while there is none; a function for one that has to be looked up.
 */
export function dragOut(file: Dragged | (() => Promise<Dragged>)) {
  if (file === null) return {};
  return {
    draggable: true,
    onPointerDown({ button }: PointerEvent) {
      if (button !== 0) return;
      const mine: Pressed = { file: typeof file === 'function' ? file() : Promise.resolve(file), link: null };
      pressed = mine;
      // A missing file cannot be dragged; the place where it is shown says so.
      findLink(mine).catch(() => undefined);
    },
    onDragStart(event: DragEvent) {
      event.stopPropagation();
      if (pressed?.link) {
        event.dataTransfer.effectAllowed = 'copy';
        event.dataTransfer.setData('DownloadURL', pressed.link);
        return;
      }
      event.preventDefault();
      const started = pressed?.file;
      const release = new AbortController();
      addEventListener('pointerup', () => release.abort(), { signal: release.signal });
      if (started) void dragBySystem(started, release);
    },
  };
}

const isBySystem = () => queryClient.getQueryData<HostInfo>(askKey('host', 'info', {}))?.capabilities.dragOut === true;

/** Stores the address from which the browser can load a pressed file. Rejects with an `AppError` when it is missing. */
async function findLink(pressed: Pressed): Promise<void> {
  const file = await pressed.file;
  if (!file || isBySystem()) return;
  const address = new URL(await addressOf(file.id), location.href).href;
  pressed.link = `${file.type.split(';')[0]}:${file.name}:${address}`;
}

/**
 * Has the host drag a file. The system drags only while the button is down: if it is released before the file is ready,
 * nothing is dragged.
 */
async function dragBySystem(pressed: Promise<Dragged>, release: AbortController): Promise<void> {
  try {
    const file = isBySystem() ? await pressed : null;
    if (file && !release.signal.aborted) await client.host.dragOut({ id: file.id }, { signal: release.signal });
  } catch (thrown) {
    if (!release.signal.aborted) notifyFailure(thrown);
  } finally {
    release.abort();
  }
}
