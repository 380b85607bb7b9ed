import { type KeyboardEvent, type PointerEvent as ReactPointerEvent, useRef, useState } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/notices/announce.ts';
import { pixelAt, zoomKeys } from '../image-files/zoom-view.ts';
import type { PixelSize } from '../model/image-settings.ts';
import type { Painter, Tool } from './use-painter.ts';

interface Gesture {
  kind: 'stroke' | 'pan' | 'pinch';
  /** Position of each finger, or of the mouse; viewport px. */
  pointers: Map<number, { x: number; y: number }>;
}

/** Handles painting, panning and pinching with mouse, pen and touch. */
export function usePointerPaint(painter: Painter, tool: Tool, brush: number, isPanning: boolean) {
  const gesture = useRef<Gesture | null>(null);
  const { view, drag, pointOf } = painter.zoom;
  const ringAt = (place: { x: number; y: number }) =>
    tool === 'pan' || isPanning ? null : { ...pixelAt(view, place), size: brush, tool };

  return {
    onPointerDown(event: ReactPointerEvent<HTMLElement>) {
      if (event.button > 1) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const place = pointOf(event);
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
      const { x, y } = pixelAt(view, place);
      painter.begin(tool, brush, x, y);
    },
    onPointerMove(event: ReactPointerEvent<HTMLElement>) {
      const { current } = gesture;
      const place = pointOf(event);
      painter.point(ringAt(place));
      if (!current?.pointers.has(event.pointerId)) return;
      if (current.kind !== 'stroke') drag(current.pointers, event.pointerId, place);
      else {
        const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
        for (const move of moves.length > 0 ? moves : [event.nativeEvent]) {
          const { x, y } = pixelAt(view, pointOf(move));
          painter.extend(x, y);
        }
        current.pointers.set(event.pointerId, place);
      }
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

interface PainterKeys {
  painter: Painter;
  size: PixelSize;
  tool: Tool;
  brush: number;
  onToolChange: (tool: Tool) => void;
  onBrushChange: (size: number) => void;
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Handles painting by keyboard alone: arrows move a cursor, Enter or Shift paints there. */
export function usePainterKeys({ painter, size, tool, brush, onToolChange, onBrushChange }: PainterKeys) {
  const t = useStrings().images.mask;
  const place = useRef({ x: Math.round(size.width / 2), y: Math.round(size.height / 2) });
  const [isPanning, setPanning] = useState(false);
  const brushTool = tool === 'erase' ? 'erase' : 'paint';
  const show = () => painter.point({ ...place.current, size: brush, tool: brushTool });
  const say = () => announce(t.at(place.current.x, place.current.y));

  const step = ([dx, dy]: readonly [number, number], event: KeyboardEvent) => {
    if (event.altKey || isPanning) {
      painter.zoom.move(-dx * 48, -dy * 48);
      return;
    }
    const far = event.ctrlKey || event.metaKey ? 1 : Math.max(1, Math.round(brush / 4));
    const from = place.current;
    const to = {
      x: Math.min(size.width, Math.max(0, from.x + dx * far)),
      y: Math.min(size.height, Math.max(0, from.y + dy * far)),
    };
    place.current = to;
    if (event.shiftKey) {
      painter.begin(brushTool, brush, from.x, from.y);
      painter.extend(to.x, to.y);
      painter.end();
    }
    show();
    say();
  };

  const dab = () => {
    const { x, y } = place.current;
    painter.begin(brushTool, brush, x, y);
    painter.end();
    show();
    announce(brushTool === 'erase' ? t.erasedAt(x, y) : t.paintedAt(x, y));
  };
  const acts: Record<string, () => void> = {
    enter: dab,
    ' ': () => {
      setPanning(true);
      painter.point(null);
    },
    '[': () => onBrushChange(Math.max(1, Math.round(brush / 1.25))),
    ']': () => onBrushChange(Math.round(brush * 1.25 + 1)),
    b: () => onToolChange('paint'),
    e: () => onToolChange('erase'),
    h: () => onToolChange('pan'),
    i: () => painter.act({ do: 'invert' }),
    delete: () => painter.act({ do: 'clear' }),
    backspace: () => painter.act({ do: 'clear' }),
  };
  const chords: Record<string, (event: KeyboardEvent) => void> = {
    z: ({ shiftKey }) => (shiftKey ? painter.redo() : painter.undo()),
    y: () => painter.redo(),
  };
  /** Returns true when it handled the key. */
  const press = (event: KeyboardEvent): boolean => {
    const arrow = arrows[event.key];
    if (arrow) {
      step(arrow, event);
      return true;
    }
    const isChord = event.ctrlKey || event.metaKey;
    const zoomStep = isChord ? undefined : zoomKeys[event.key];
    if (zoomStep) {
      const { view, zoom } = painter.zoom;
      // The brush stays where it is.
      zoom(zoomStep, { x: view.x + place.current.x * view.scale, y: view.y + place.current.y * view.scale });
      return true;
    }
    const act = (isChord ? chords : acts)[event.key.toLowerCase()];
    act?.(event);
    return act !== undefined;
  };

  return {
    isPanning,
    onFocus: show,
    onBlur() {
      setPanning(false);
      painter.point(null);
    },
    onKeyDown(event: KeyboardEvent) {
      if (!press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onKeyUp({ key }: KeyboardEvent) {
      if (key === ' ') setPanning(false);
    },
  };
}
