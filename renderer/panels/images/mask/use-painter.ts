import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FileRef } from '#shared/protocol/part.ts';
import { fittedView, type ZoomView } from '../image-files/zoom-view.ts';
import type { PixelSize } from '../model/image-settings.ts';
import { drawStep, drawSteps, drawStroke, keepMask, masksIn, newLayer, paintedShare } from './mask-canvas.ts';
import { addStep, folded, type MaskStep, type MaskSteps, mostSteps, redo, undo, undoSteps } from './mask-strokes.ts';
import { maskOn, putMask, useMaskOn } from './masks.ts';
import { drawOverlay, type Ring } from './painter-view.ts';

const margin = 20;

/** What a press on the picture does. */
export type Tool = 'paint' | 'erase' | 'pan';

interface Stroke {
  tool: Exclude<Tool, 'pan'>;
  size: number;
  points: [number, number][];
}

/** The layer of one picture's mask, its view, and what is done to both. */
export function usePainter(file: FileRef, size: PixelSize, viewport: RefObject<HTMLElement | null>) {
  const overlay = useRef<HTMLCanvasElement>(null);
  const [layer] = useState(() => newLayer(size));
  const steps = useMaskOn(file.id);
  const [extent, setExtent] = useState<PixelSize>({ width: 0, height: 0 });
  const [asked, setView] = useState<ZoomView | null>(null);
  const [share, setShare] = useState(0);
  const [isGone, setGone] = useState(false);
  const ring = useRef<Ring | null>(null);
  const stroke = useRef<Stroke | null>(null);
  /** What the layer shows: own strokes are on it before they are steps. */
  const drawn = useRef<readonly MaskStep[] | null>(null);
  const frame = useRef(0);
  const view = asked ?? fittedView(extent, size, margin);

  const paint = useEffectEvent(() => {
    const canvas = overlay.current;
    if (!canvas) return;
    const density = Math.min(2, window.devicePixelRatio || 1);
    const wide = Math.round(extent.width * density);
    const high = Math.round(extent.height * density);
    if (canvas.width !== wide) canvas.width = wide;
    if (canvas.height !== high) canvas.height = high;
    drawOverlay(canvas, layer, view, density, ring.current);
  });
  const repaint = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => paint());
  }, []);

  useEffect(() => {
    const element = viewport.current;
    if (!element) return undefined;
    const measure = () => setExtent({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [viewport]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another view or size is drawn anew
  useEffect(repaint, [extent, asked, repaint]);

  useEffect(() => {
    if (drawn.current === steps.done) return undefined;
    let isStale = false;
    masksIn(steps.done).then(
      (masks) => {
        if (isStale) return;
        drawn.current = steps.done;
        drawSteps(layer, steps.done, masks);
        setShare(paintedShare(layer));
        setGone(false);
        repaint();
      },
      () => isStale || setGone(true),
    );
    return () => {
      isStale = true;
    };
  }, [steps, layer, repaint]);

  const put = (next: MaskSteps) => {
    putMask(file.id, next);
    if (next.done.length > mostSteps) void fold(next);
  };
  /** The oldest steps become one picture, so that what is kept stays small. */
  const fold = async (full: MaskSteps) => {
    const early = newLayer(size);
    const old = full.done.slice(0, -undoSteps);
    drawSteps(early, old, await masksIn(old));
    const kept = await keepMask(early, file.name);
    const now = maskOn(file.id);
    if (now.done[0] === full.done[0]) putMask(file.id, folded(now, kept, now.done.length - old.length));
  };

  return {
    overlay,
    steps,
    view,
    extent,
    share,
    /** A part of the mask is not in the file store any more. */
    isGone,
    setView,
    fit: () => setView(null),
    /** Shows the brush at a place, or nowhere. */
    point(next: Ring | null) {
      ring.current = next;
      repaint();
    },
    begin(tool: 'paint' | 'erase', brush: number, x: number, y: number) {
      stroke.current = { tool, size: brush, points: [[x, y]] };
      drawStroke(layer.pen, tool, brush, [[x, y]]);
      repaint();
    },
    extend(x: number, y: number) {
      const { current } = stroke;
      const last = current?.points.at(-1);
      if (!current || !last) return;
      const point: [number, number] = [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
      drawStroke(layer.pen, current.tool, current.size, [last, point]);
      current.points.push(point);
      repaint();
    },
    end() {
      const { current } = stroke;
      stroke.current = null;
      if (!current) return;
      const next = addStep(maskOn(file.id), {
        do: current.tool,
        size: current.size,
        points: current.points,
      });
      drawn.current = next.done;
      setShare(paintedShare(layer));
      put(next);
    },
    act(step: MaskStep) {
      const next = addStep(maskOn(file.id), step);
      if (step.do !== 'load') {
        drawStep(layer, step, new Map());
        drawn.current = next.done;
        setShare(paintedShare(layer));
        repaint();
      }
      put(next);
    },
    undo: () => put(undo(maskOn(file.id))),
    redo: () => put(redo(maskOn(file.id))),
  };
}

export type Painter = ReturnType<typeof usePainter>;
