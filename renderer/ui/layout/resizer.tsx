import type { KeyboardEvent, PointerEvent } from 'react';
import { classes } from '../base/class-names.ts';
import s from './resizer.module.css';

export interface ResizerProps {
  /** The edge of its (positioned) pane that it is on. */
  edge: 'right' | 'left' | 'top';
  label: string;
  /** Width or height of the pane in CSS pixels, and its limits. */
  px: number;
  minPx: number;
  maxPx: number;
  /** `null`: back to the default size. */
  onResize: (px: number | null) => void;
}

const stepPx = 16;

/** The edge of a pane: dragged, moved with the arrow keys, and reset by a double click. */
export function Resizer({ edge, label, px, minPx, maxPx, onResize }: ResizerProps) {
  const set = (next: number) => onResize(Math.round(Math.min(maxPx, Math.max(minPx, next))));
  const grow = edge === 'right' ? 1 : -1;

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const pane = handle.parentElement?.getBoundingClientRect();
    const from = edge === 'top' ? event.clientY : event.clientX;
    const start = (edge === 'top' ? pane?.height : pane?.width) ?? px;
    const onMove = (move: globalThis.PointerEvent) =>
      set(start + grow * ((edge === 'top' ? move.clientY : move.clientX) - from));
    const onEnd = () => {
      handle.removeEventListener('pointermove', onMove);
      handle.removeEventListener('pointerup', onEnd);
      handle.removeEventListener('pointercancel', onEnd);
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('pointerup', onEnd);
    handle.addEventListener('pointercancel', onEnd);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [less, more] = edge === 'top' ? ['ArrowDown', 'ArrowUp'] : ['ArrowLeft', 'ArrowRight'];
    const by = event.key === more ? stepPx : event.key === less ? -stepPx : 0;
    if (by) set(px + (edge === 'left' ? -by : by));
    else if (event.key === 'Home') set(minPx);
    else if (event.key === 'End') set(maxPx);
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: no element is a movable separator
    <div
      role="separator"
      tabIndex={0}
      className={classes(s.handle, s[edge])}
      aria-label={label}
      aria-orientation={edge === 'top' ? 'horizontal' : 'vertical'}
      aria-valuenow={px}
      aria-valuemin={minPx}
      aria-valuemax={maxPx}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onResize(null)}
    />
  );
}
