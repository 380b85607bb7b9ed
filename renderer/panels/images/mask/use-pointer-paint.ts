import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { movedBy, pixelAt, zoomedAt } from '../image-files/zoom-view.ts';
import type { PixelSize } from '../model/image-settings.ts';
import type { Painter, Tool } from './use-painter.ts';

interface Gesture {
  kind: 'stroke' | 'pan' | 'pinch';
  /** Where each finger, or the mouse, is; window px. */
  pointers: Map<number, { x: number; y: number }>;
}

/** Painting, panning and pinching with mouse, pen and fingers. */
export function usePointerPaint(
  painter: Painter,
  size: PixelSize,
  viewport: RefObject<HTMLElement | null>,
  tool: Tool,
  brush: number,
  isPanning: boolean,
) {
  const gesture = useRef<Gesture | null>(null);
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = viewport.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  };
  const ringAt = (place: { x: number; y: number }) =>
    tool === 'pan' || isPanning ? null : { ...pixelAt(painter.view, place), size: brush, tool };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
    painter.setView(zoomedAt(painter.view, factor, placeOf(event), painter.extent, size));
  });
  useEffect(() => {
    const element = viewport.current;
    if (!element) return undefined;
    // React listens passively, and then the page would scroll too.
    const listen = (event: WheelEvent) => onWheel(event);
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  }, [viewport]);

  return {
    onPointerDown(event: ReactPointerEvent<HTMLElement>) {
      if (event.button > 1) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const place = placeOf(event);
      const { current } = gesture;
      if (current) {
        current.pointers.set(event.pointerId, place);
        if (current.kind === 'stroke') painter.end();
        current.kind = 'pinch';
        return;
      }
      const pans = tool === 'pan' || isPanning || event.button === 1;
      gesture.current = { kind: pans ? 'pan' : 'stroke', pointers: new Map([[event.pointerId, place]]) };
      if (pans) return;
      const { x, y } = pixelAt(painter.view, place);
      painter.begin(tool, brush, x, y);
    },
    onPointerMove(event: ReactPointerEvent<HTMLElement>) {
      const { current } = gesture;
      const place = placeOf(event);
      painter.point(ringAt(place));
      const before = current?.pointers.get(event.pointerId);
      if (!current || !before) return;
      if (current.kind === 'stroke') {
        const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
        for (const move of moves.length > 0 ? moves : [event.nativeEvent]) {
          const { x, y } = pixelAt(painter.view, placeOf(move));
          painter.extend(x, y);
        }
      } else if (current.kind === 'pan')
        painter.setView(movedBy(painter.view, place.x - before.x, place.y - before.y, painter.extent, size));
      else {
        const other = [...current.pointers].find(([id]) => id !== event.pointerId)?.[1];
        if (other) {
          const factor = distance(place, other) / Math.max(1, distance(before, other));
          painter.setView(zoomedAt(painter.view, factor, other, painter.extent, size));
        }
      }
      current.pointers.set(event.pointerId, place);
    },
    onPointerUp(event: ReactPointerEvent<HTMLElement>) {
      const { current } = gesture;
      if (!current?.pointers.delete(event.pointerId)) return;
      if (current.kind === 'stroke') painter.end();
      if (current.pointers.size === 0) gesture.current = null;
    },
    onPointerLeave: () => gesture.current === null && painter.point(null),
  };
}

const distance = (first: { x: number; y: number }, second: { x: number; y: number }) =>
  Math.hypot(first.x - second.x, first.y - second.y);
