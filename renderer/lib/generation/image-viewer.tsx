import { ChevronLeft, ChevronRight, Maximize2, Minimize2, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FileRef } from '#shared/protocol/part.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { dragOut } from '../files/drag-out.ts';
import { useStrings } from '../i18n/strings.ts';
import type { PixelSize } from './image-settings.ts';
import s from './image-viewer.module.css';
import { useZoom, zoomKeys } from './zoom-view.ts';

interface ImageViewerProps {
  /** Identifies what is shown: another image is fitted again. */
  of: string;
  /** Its size, or the one in which it is expected, px. */
  size: PixelSize;
  /** Can be dragged out of the window while it is fitted; when zoomed in, dragging moves it. */
  file: FileRef | null;
  label: string;
  /** Shows the next or the previous image; `null` where there is none. */
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
  /** Shown over the image on hover and focus. */
  actions?: ReactNode;
  /** A few words over the corner of the image. */
  mark?: string | undefined;
  /** The image, or what takes its place. */
  children: ReactNode;
}

const margin = 16;

/**
 * One image that is zoomed with the wheel, a pinch or keys, moved by dragging, and shown in full screen. Arrow keys
 * show the next image; when zoomed in, they move this one.
 */
export function ImageViewer({ of, size, file, label, onNext, onPrevious, actions, mark, children }: ImageViewerProps) {
  const t = useStrings().images.viewer;
  const frame = useRef<HTMLDivElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const { view, isFitted, zoom, move, drag, pointOf } = useZoom(viewport, of, size, margin);
  const [isFull, toggleFull] = useFullScreen(frame);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const zoomStep = zoomKeys[event.key];
    const [dx, dy] = arrows[event.key] ?? [0, 0];
    if (zoomStep) zoom(zoomStep);
    else if (dx !== 0 && isFitted) (dx > 0 ? onNext : onPrevious)?.();
    else if ((dx !== 0 || dy !== 0) && !isFitted) move(-dx * stepPx, -dy * stepPx);
    else if (event.key === 'PageDown' || event.key === 'PageUp') (event.key === 'PageDown' ? onNext : onPrevious)?.();
    else if (event.key === 'f') toggleFull();
    else if (event.key === 'Escape' && isFull) toggleFull();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // A fitted image is dragged out as a file, so the mouse moves only one that was zoomed.
  const moves = ({ pointerType, button }: PointerEvent) =>
    button === 1 || (button === 0 && (pointerType !== 'mouse' || !isFitted));
  const release = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);

  return (
    <div ref={frame} className={s.frame} data-full={isFull}>
      <div
        ref={viewport}
        className={s.viewport}
        role="application"
        aria-label={label}
        aria-description={t.keys}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the image is zoomed and changed by keyboard
        tabIndex={0}
        data-viewer
        data-fitted={isFitted}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (!moves(event)) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          pointers.current.set(event.pointerId, pointOf(event));
        }}
        onPointerMove={(event) => drag(pointers.current, event.pointerId, pointOf(event))}
        onPointerUp={release}
        onPointerCancel={release}
        onDoubleClick={(event) => zoom(isFitted ? 'whole' : 'fit', pointOf(event))}
      >
        <div
          className={s.picture}
          data-pixels={view.scale >= pixelScale}
          style={{
            width: size.width * view.scale,
            height: size.height * view.scale,
            transform: `translate(${view.x}px, ${view.y}px)`,
          }}
          {...(isFitted ? dragOut(file) : {})}
        >
          {children}
          {mark !== undefined && <span className={s.mark}>{mark}</span>}
        </div>
      </div>
      {actions && <div className={s.actions}>{actions}</div>}
      <div className={s.controls} role="toolbar" aria-label={t.controls}>
        <IconButton
          label={t.previous}
          shortcut="←"
          size="sm"
          icon={<Icon of={ChevronLeft} size="s" />}
          disabledReason={onPrevious ? undefined : t.noPrevious}
          onClick={() => onPrevious?.()}
        />
        <IconButton
          label={t.next}
          shortcut="→"
          size="sm"
          icon={<Icon of={ChevronRight} size="s" />}
          disabledReason={onNext ? undefined : t.noNext}
          onClick={() => onNext?.()}
        />
        <IconButton
          label={t.out}
          shortcut="-"
          size="sm"
          icon={<Icon of={ZoomOut} size="s" />}
          onClick={() => zoom('out')}
        />
        <Button size="sm" intent="quiet" onClick={() => zoom(isFitted ? 'whole' : 'fit')}>
          <span className="sr-only">{isFitted ? t.whole : t.fit}</span>
          <span className="num">{Math.round(view.scale * 100)}%</span>
        </Button>
        <IconButton
          label={t.in}
          shortcut="+"
          size="sm"
          icon={<Icon of={ZoomIn} size="s" />}
          onClick={() => zoom('in')}
        />
        <IconButton
          label={isFull ? t.endFull : t.full}
          shortcut="F"
          size="sm"
          icon={<Icon of={isFull ? Minimize2 : Maximize2} size="s" />}
          onClick={toggleFull}
        />
      </div>
    </div>
  );
}

/** What one arrow key moves a zoomed image by, px. */
const stepPx = 48;
/** From this scale on, pixels are drawn as squares. */
const pixelScale = 3;

const arrows: Readonly<Record<string, readonly [1 | 0 | -1, 1 | 0 | -1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function useFullScreen(frame: { current: HTMLElement | null }): [boolean, () => void] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, [frame]);
  const toggle = () => {
    // A browser that refuses it leaves the image where it is.
    if (isFull) void document.exitFullscreen().catch(() => undefined);
    else void frame.current?.requestFullscreen().catch(() => undefined);
  };
  return [isFull, toggle];
}
