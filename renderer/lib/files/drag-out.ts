import type { DragEvent, PointerEvent } from 'react';
import type { FileRef } from '#shared/protocol/part.ts';

export type Dragged = FileRef | null;

/** The file under the pointer since the last press. */
export interface Pressed {
  file: Promise<Dragged>;
  /** For the browser, which starts a drag without waiting; `null` until it is known, and where the host drags. */
  link: string | null;
}
let pressed: Pressed | null = null;

/** The code for a drag is fetched with the press. */
const load = () => import('./start-drag.ts');

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
      void load()
        .then(({ findLink }) => findLink(mine))
        .catch(() => {});
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
      if (started) void load().then(({ dragBySystem }) => dragBySystem(started, release));
    },
  };
}
