import type { DragEvent, PointerEvent } from 'react';
import type { HostInfo } from '#shared/contract/host.ts';
import type { FileRef } from '#shared/routes/part.ts';
import { client } from './client.ts';
import { addressOf } from './file-address.ts';
import { askKey, queryClient } from './query.ts';

type Dragged = FileRef | null;

/** What is under the pointer since the last press. A drag of the browser begins without waiting, so its address is asked for then. */
let pressed: { file: Promise<Dragged>; link: string | null } | null = null;

const isBySystem = () => queryClient.getQueryData<HostInfo>(askKey('host', 'info', {}))?.capabilities.dragOut === true;

async function press(file: Promise<Dragged>): Promise<void> {
  const mine = { file, link: null as string | null };
  pressed = mine;
  const found = await file;
  if (!found || isBySystem()) return;
  const address = new URL(await addressOf(found.id), location.href).href;
  mine.link = `${found.type.split(';')[0]}:${found.name}:${address}`;
}

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
      pressed = null;
      // A file that is gone cannot be dragged; where it is shown says so.
      if (button === 0) void press(typeof file === 'function' ? file() : Promise.resolve(file)).catch(() => {});
    },
    onDragStart(event: DragEvent) {
      event.stopPropagation();
      if (pressed?.link) {
        event.dataTransfer.effectAllowed = 'copy';
        event.dataTransfer.setData('DownloadURL', pressed.link);
        return;
      }
      event.preventDefault();
      if (pressed && isBySystem()) void dragBySystem(pressed.file);
    },
  };
}

/** The system drags for as long as the button is down: one that was released before the file is ready drags nothing. */
async function dragBySystem(pressedFile: Promise<Dragged>): Promise<void> {
  const release = new AbortController();
  addEventListener('pointerup', () => release.abort(), { signal: release.signal });
  try {
    const file = await pressedFile;
    if (file && !release.signal.aborted) await client.host.dragOut({ id: file.id }, { signal: release.signal });
  } catch (thrown) {
    if (release.signal.aborted) return;
    const { tellFailure } = await import('./tell-failure.tsx');
    tellFailure(thrown);
  } finally {
    release.abort();
  }
}
