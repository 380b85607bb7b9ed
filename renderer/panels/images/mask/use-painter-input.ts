import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/notices/announce.ts';
import { movedBy, pixelAt, zoomedAt } from '../image-files/zoom-view.ts';
import type { PixelSize } from '../model/image-settings.ts';
import type { Painter, Tool } from './use-painter.ts';

interface Gesture {
  kind: 'stroke' | 'pan' | 'pinch';
  /** Position of each finger, or of the mouse; viewport px. */
  pointers: Map<number, { x: number; y: number }>;
}

/** Handles painting, panning and pinching with mouse, pen and touch. */
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
    // React's wheel listeners are passive, so the page would scroll too.
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

interface PainterKeys {
  painter: Painter;
  size: PixelSize;
  tool: Tool;
  brush: number;
  onToolChange: (tool: Tool) => void;
  onBrushChange: (size: number) => void;
  onZoom: (what: 'in' | 'out' | 'fit' | 'whole') => void;
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Handles painting by keyboard alone: arrows move a cursor, Enter or Shift paints there. */
export function usePainterKeys({ painter, size, tool, brush, onToolChange, onBrushChange, onZoom }: PainterKeys) {
  const t = useStrings().images.mask;
  const place = useRef({ x: Math.round(size.width / 2), y: Math.round(size.height / 2) });
  const [isPanning, setPanning] = useState(false);
  const brushTool = tool === 'erase' ? 'erase' : 'paint';
  const show = () => painter.point({ ...place.current, size: brush, tool: brushTool });
  const say = () => announce(t.at(place.current.x, place.current.y));

  const step = ([dx, dy]: readonly [number, number], event: KeyboardEvent) => {
    if (event.altKey || isPanning) {
      painter.setView(movedBy(painter.view, -dx * 48, -dy * 48, painter.extent, size));
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
    '+': () => onZoom('in'),
    '=': () => onZoom('in'),
    '-': () => onZoom('out'),
    '0': () => onZoom('fit'),
    '1': () => onZoom('whole'),
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
    const act = (event.ctrlKey || event.metaKey ? chords : acts)[event.key.toLowerCase()];
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
    /** The center of keyboard zoom: the brush. */
    zoomPoint: () => ({
      x: painter.view.x + place.current.x * painter.view.scale,
      y: painter.view.y + place.current.y * painter.view.scale,
    }),
  };
}

/** Zooms by one press of a zoom button or key. */
export function zoomBy(
  painter: Painter,
  what: 'in' | 'out' | 'fit' | 'whole',
  size: PixelSize,
  point = { x: painter.extent.width / 2, y: painter.extent.height / 2 },
): void {
  if (what === 'fit') {
    painter.fit();
    return;
  }
  const factor = what === 'whole' ? 1 / painter.view.scale : what === 'in' ? 1.25 : 0.8;
  painter.setView(zoomedAt(painter.view, factor, point, painter.extent, size));
}
