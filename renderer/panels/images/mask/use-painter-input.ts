import { type KeyboardEvent, type PointerEvent as ReactPointerEvent, useRef, useState } from 'react';
import type { PixelSize } from '../../../lib/generation/image-settings.ts';
import { pixelAt, zoomKeys } from '../../../lib/generation/zoom-view.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { announce } from '../../../lib/notices/announce.ts';
import { type Point, rectangleCorners } from './regions.ts';
import type { Painter } from './use-painter.ts';

/** What a press on the image does. */
export const maskTools = ['paint', 'erase', 'lasso', 'rectangle', 'fill', 'pan'] as const;
export type MaskTool = (typeof maskTools)[number];

/** The tool in hand. */
export interface ToolInHand {
  tool: MaskTool;
  /** Diameter of the brush, image pixels. */
  brush: number;
  /** Of the fill, 0 to 255. */
  tolerance: number;
}

interface Gesture {
  kind: 'stroke' | 'area' | 'pan' | 'pinch';
  /** Position of each finger, or of the mouse; viewport px. */
  pointers: Map<number, { x: number; y: number }>;
  /** The outline of an area so far; of a rectangle two opposite corners. */
  points: Point[];
}

const rounded = ({ x, y }: { x: number; y: number }): Point => [Math.round(x * 10) / 10, Math.round(y * 10) / 10];

/** Returns the outline that two corners of a rectangle, or all points of a lasso, stand for. */
const outlineOf = (tool: MaskTool, points: readonly Point[]): Point[] => {
  const [first] = points;
  const last = points.at(-1);
  return tool === 'rectangle' && first && last ? rectangleCorners(first, last) : [...points];
};

/** Handles painting, outlines, panning and pinching with mouse, pen and touch. */
export function usePointerPaint(painter: Painter, { tool, brush, tolerance }: ToolInHand, isPanning: boolean) {
  const gesture = useRef<Gesture | null>(null);
  const { view, drag, pointOf } = painter.zoom;
  const isBrush = tool === 'paint' || tool === 'erase';
  const ringAt = (place: { x: number; y: number }) =>
    isBrush && !isPanning ? { ...pixelAt(view, place), size: brush, tool } : null;

  return {
    onPointerDown(event: ReactPointerEvent<HTMLElement>) {
      if (event.button > 1) return;
      const place = pointOf(event);
      const { current } = gesture;
      if (current) {
        current.pointers.set(event.pointerId, place);
        if (current.kind === 'stroke') painter.end();
        painter.draft([]);
        current.kind = 'pinch';
        return;
      }
      event.currentTarget.setPointerCapture(event.pointerId);
      const { x, y } = pixelAt(view, place);
      const pans = tool === 'pan' || isPanning || event.button === 1;
      const kind = pans ? 'pan' : isBrush ? 'stroke' : 'area';
      gesture.current = { kind, pointers: new Map([[event.pointerId, place]]), points: [rounded({ x, y })] };
      if (kind === 'stroke' && isBrush) painter.begin(tool, brush, x, y);
    },
    onPointerMove(event: ReactPointerEvent<HTMLElement>) {
      const { current } = gesture;
      const place = pointOf(event);
      painter.point(ringAt(place));
      if (!current?.pointers.has(event.pointerId)) return;
      if (current.kind === 'pan' || current.kind === 'pinch') return drag(current.pointers, event.pointerId, place);
      const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
      for (const move of moves.length > 0 ? moves : [event.nativeEvent]) {
        const at = pixelAt(view, pointOf(move));
        if (current.kind === 'stroke') painter.extend(at.x, at.y);
        else current.points.push(rounded(at));
      }
      if (current.kind === 'area' && tool !== 'fill') painter.draft(outlineOf(tool, current.points));
      current.pointers.set(event.pointerId, place);
    },
    onPointerUp(event: ReactPointerEvent<HTMLElement>) {
      const { current } = gesture;
      if (!current?.pointers.delete(event.pointerId)) return;
      if (current.pointers.size === 0) gesture.current = null;
      if (current.kind === 'stroke') painter.end();
      if (current.kind !== 'area') return;
      const { altKey: erase } = event;
      const [at] = current.points;
      painter.draft([]);
      if (tool === 'fill' && at) painter.fill(at, tolerance, erase);
      else painter.area(outlineOf(tool, current.points), erase);
    },
    onPointerLeave: () => gesture.current === null && painter.point(null),
  };
}

interface PainterKeys {
  painter: Painter;
  size: PixelSize;
  hand: ToolInHand;
  onToolChange: (tool: MaskTool) => void;
  onBrushChange: (size: number) => void;
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Diameter of the mark that shows where the keys are with a tool that has no brush, viewport px. */
const cursorPx = 14;
/** What a brush of that size would move by. */
const cursorStep = 64;

/** Handles painting by keyboard alone: arrows move a cursor, Enter or Shift paints there. */
export function usePainterKeys({ painter, size, hand, onToolChange, onBrushChange }: PainterKeys) {
  const t = useStrings().images.mask;
  const place = useRef({ x: Math.round(size.width / 2), y: Math.round(size.height / 2) });
  /** Corners of an area that Enter has set. */
  const corners = useRef<Point[]>([]);
  const [isPanning, setPanning] = useState(false);
  const { tool, brush, tolerance } = hand;
  const brushTool = tool === 'erase' ? 'erase' : 'paint';
  const isBrush = tool === 'paint' || tool === 'erase';
  const show = () => {
    const { x, y } = place.current;
    painter.point({ x, y, size: isBrush ? brush : cursorPx / painter.zoom.view.scale, tool: brushTool });
    painter.draft(corners.current.length > 0 ? outlineOf(tool, [...corners.current, [x, y]]) : []);
  };
  const say = () => announce(t.at(place.current.x, place.current.y));

  const step = ([dx, dy]: readonly [number, number], event: KeyboardEvent) => {
    if (event.altKey || isPanning) {
      painter.zoom.move(-dx * 48, -dy * 48);
      return;
    }
    const far = event.ctrlKey || event.metaKey ? 1 : Math.max(1, Math.round((isBrush ? brush : cursorStep) / 4));
    const from = place.current;
    const to = {
      x: Math.min(size.width, Math.max(0, from.x + dx * far)),
      y: Math.min(size.height, Math.max(0, from.y + dy * far)),
    };
    place.current = to;
    if (event.shiftKey && isBrush) {
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
  /** A rectangle is complete with its second corner, a lasso when a corner is set twice. */
  const corner = ({ altKey }: KeyboardEvent) => {
    const { x, y } = place.current;
    const last = corners.current.at(-1);
    const isTwice = last !== undefined && last[0] === x && last[1] === y;
    const isLast = tool === 'rectangle' ? last !== undefined : isTwice;
    if (!isTwice) corners.current = [...corners.current, [x, y]];
    announce(t.cornerAt(x, y));
    if (isLast) {
      painter.area(outlineOf(tool, corners.current), altKey);
      corners.current = [];
    }
    show();
  };
  const apply = (event: KeyboardEvent) => {
    const { x, y } = place.current;
    if (tool === 'fill') {
      painter.fill([x, y], tolerance, event.altKey);
      announce(t.filledAt(x, y));
    } else if (tool === 'lasso' || tool === 'rectangle') corner(event);
    else dab();
  };
  const choose = (next: MaskTool) => {
    corners.current = [];
    painter.draft([]);
    onToolChange(next);
  };
  const acts: Record<string, (event: KeyboardEvent) => void> = {
    enter: apply,
    ' ': () => {
      setPanning(true);
      painter.point(null);
    },
    '[': () => onBrushChange(Math.max(1, Math.round(brush / 1.25))),
    ']': () => onBrushChange(Math.round(brush * 1.25 + 1)),
    b: () => choose('paint'),
    e: () => choose('erase'),
    l: () => choose('lasso'),
    r: () => choose('rectangle'),
    g: () => choose('fill'),
    h: () => choose('pan'),
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
    if (event.key === 'Escape' && corners.current.length > 0) {
      corners.current = [];
      show();
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
