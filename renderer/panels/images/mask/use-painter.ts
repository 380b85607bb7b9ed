import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FileRef } from '#shared/protocol/part.ts';
import type { PixelSize } from '../../../lib/generation/image-settings.ts';
import { useZoom, type ZoomView } from '../../../lib/generation/zoom-view.ts';
import { unlessStale } from '../unless-stale.ts';
import {
  drawStep,
  drawSteps,
  drawStroke,
  loadSources,
  newLayer,
  noSources,
  type PaintLayer,
  paintedShare,
  storeMask,
} from './mask-canvas.ts';
import {
  addStep,
  type MaskStep,
  type MaskSteps,
  maxSteps,
  mergeOldest,
  redo,
  undo,
  undoSteps,
} from './mask-strokes.ts';
import { maskOn, putMask, useMaskOn } from './masks.ts';
import { minCorners, type Point } from './regions.ts';

const margin = 20;

interface Stroke {
  tool: 'paint' | 'erase';
  size: number;
  points: Point[];
}

/** Manages the mask layer of one image and its view. */
export function usePainter(file: FileRef, size: PixelSize, viewport: RefObject<HTMLElement | null>) {
  const overlay = useRef<HTMLCanvasElement>(null);
  const [layer] = useState(() => newLayer(size));
  const steps = useMaskOn(file.id);
  const zoom = useZoom(viewport, file.id, size, margin);
  const { view, extent } = zoom;
  const [share, setShare] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const ring = useRef<Ring | null>(null);
  const outline = useRef<readonly Point[]>([]);
  const stroke = useRef<Stroke | null>(null);
  /** What the layer shows: a stroke is on it before it becomes a step. */
  const drawn = useRef<readonly MaskStep[] | null>(null);
  const frame = useRef(0);

  const paint = useEffectEvent(() => {
    const canvas = overlay.current;
    if (!canvas) return;
    const density = Math.min(2, window.devicePixelRatio || 1);
    const wide = Math.round(extent.width * density);
    const high = Math.round(extent.height * density);
    if (canvas.width !== wide) canvas.width = wide;
    if (canvas.height !== high) canvas.height = high;
    drawOverlay(canvas, layer, view, density, ring.current, outline.current);
  });
  const repaint = useCallback(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => paint());
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: redraws when view or size change
  useEffect(repaint, [extent, view, repaint]);

  useEffect(() => {
    if (drawn.current === steps.done) return undefined;
    return unlessStale(
      loadSources(steps.done, file.id),
      (sources) => {
        drawn.current = steps.done;
        drawSteps(layer, steps.done, sources);
        setShare(paintedShare(layer));
        setMissing(false);
        repaint();
      },
      () => setMissing(true),
    );
  }, [steps, layer, file.id, repaint]);

  const put = (next: MaskSteps) => {
    putMask(file.id, next);
    if (next.done.length > maxSteps) void fold(next);
  };
  /** Merge the oldest steps into one image, so that the stored mask stays small. */
  const fold = async (full: MaskSteps) => {
    const early = newLayer(size);
    const old = full.done.slice(0, -undoSteps);
    drawSteps(early, old, await loadSources(old, file.id));
    const merged = await storeMask(early, file.name);
    const now = maskOn(file.id);
    if (now.done[0] === full.done[0]) putMask(file.id, mergeOldest(now, merged, now.done.length - old.length));
  };

  const act = (step: MaskStep) => {
    const next = addStep(maskOn(file.id), step);
    // Those that need a file first are drawn with it.
    if (step.do !== 'load' && step.do !== 'fill') {
      drawStep(layer, step, noSources);
      drawn.current = next.done;
      setShare(paintedShare(layer));
      repaint();
    }
    put(next);
  };

  return {
    overlay,
    steps,
    zoom,
    share,
    /** A file of the mask is no longer in the file store. */
    isMissing,
    /** Shows the brush at a position, or hides it. */
    point(next: Ring | null) {
      ring.current = next;
      repaint();
    },
    /** Shows the outline of an area that is being drawn; empty for none. */
    draft(points: readonly Point[]) {
      outline.current = points;
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
      const point: Point = [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
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
    act,
    area(points: Point[], erase: boolean) {
      if (points.length >= minCorners) act({ do: 'area', points, erase });
    },
    /** Fills by color; nothing happens outside the image. */
    fill([x, y]: Point, tolerance: number, erase: boolean) {
      if (x < 0 || y < 0 || x >= size.width || y >= size.height) return;
      act({ do: 'fill', at: [Math.floor(x), Math.floor(y)], tolerance, erase });
    },
    undo: () => put(undo(maskOn(file.id))),
    redo: () => put(redo(maskOn(file.id))),
  };
}

export type Painter = ReturnType<typeof usePainter>;

interface Ring {
  /** In image pixels. */
  x: number;
  y: number;
  size: number;
  tool: 'paint' | 'erase';
}

const hatchPixels = 8;

/** Returns the hatch of a mask, in two tones that are visible on any image. */
function hatch(pen: CanvasRenderingContext2D): CanvasPattern | null {
  const tile = new OffscreenCanvas(hatchPixels, hatchPixels);
  const tilePen = tile.getContext('2d');
  if (!tilePen) return null;
  tilePen.fillStyle = 'rgb(12 58 60 / 0.52)';
  tilePen.fillRect(0, 0, hatchPixels, hatchPixels);
  tilePen.strokeStyle = 'rgb(130 219 213 / 0.8)';
  tilePen.lineWidth = 2.2;
  tilePen.beginPath();
  for (const shift of [-hatchPixels, 0, hatchPixels]) {
    tilePen.moveTo(shift, hatchPixels);
    tilePen.lineTo(shift + hatchPixels, 0);
  }
  tilePen.stroke();
  return pen.createPattern(tile, 'repeat');
}

const around = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [0.7, 0.7],
  [-0.7, 0.7],
  [0.7, -0.7],
  [-0.7, -0.7],
] as const;

/**
 * Draws the overlay: the mask as a hatch with a light and a dark edge, and the ring of the brush. The canvas has the
 * size of the viewport, so that the cost does not depend on the size of the image.
 */
function drawOverlay(
  canvas: HTMLCanvasElement,
  layer: PaintLayer,
  view: ZoomView,
  density: number,
  ring: Ring | null,
  outline: readonly Point[],
): void {
  const pen = canvas.getContext('2d');
  if (!pen || canvas.width === 0 || canvas.height === 0) return;
  const { width, height } = canvas;
  const place = [view.x * density, view.y * density] as const;
  const size = [layer.width * view.scale * density, layer.height * view.scale * density] as const;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, width, height);

  const shape = new OffscreenCanvas(width, height);
  const shapePen = shape.getContext('2d');
  if (!shapePen) return;
  const stamp = (reach: number, color: string) => {
    shapePen.globalCompositeOperation = 'source-over';
    shapePen.clearRect(0, 0, width, height);
    for (const [dx, dy] of around)
      shapePen.drawImage(layer.canvas, place[0] + dx * reach, place[1] + dy * reach, ...size);
    shapePen.globalCompositeOperation = 'source-in';
    shapePen.fillStyle = color;
    shapePen.fillRect(0, 0, width, height);
    pen.drawImage(shape, 0, 0);
  };
  stamp(2.6 * density, '#062120');
  stamp(1.3 * density, '#f3efe6');
  pen.globalCompositeOperation = 'destination-out';
  pen.drawImage(layer.canvas, ...place, ...size);
  shapePen.globalCompositeOperation = 'source-over';
  shapePen.clearRect(0, 0, width, height);
  shapePen.drawImage(layer.canvas, ...place, ...size);
  shapePen.globalCompositeOperation = 'source-in';
  shapePen.fillStyle = hatch(pen) ?? 'rgb(12 58 60 / 0.5)';
  shapePen.fillRect(0, 0, width, height);
  pen.globalCompositeOperation = 'source-over';
  pen.drawImage(shape, 0, 0);
  if (outline.length > 0) drawOutline(pen, outline, view, density);
  if (ring) drawRing(pen, ring, view, density);
}

/** Two tones, dark below light, are visible on any image. */
const tones = [
  ['#0c1012', 3.5],
  ['#ffffff', 1.6],
] as const;

function drawOutline(pen: CanvasRenderingContext2D, outline: readonly Point[], view: ZoomView, density: number): void {
  for (const [color, weight] of tones) {
    pen.strokeStyle = color;
    pen.lineWidth = weight * density;
    pen.beginPath();
    for (const [x, y] of outline) pen.lineTo((view.x + x * view.scale) * density, (view.y + y * view.scale) * density);
    pen.closePath();
    pen.stroke();
  }
}

function drawRing(pen: CanvasRenderingContext2D, ring: Ring, view: ZoomView, density: number): void {
  const x = (view.x + ring.x * view.scale) * density;
  const y = (view.y + ring.y * view.scale) * density;
  const radius = Math.max(2, (ring.size / 2) * view.scale * density);
  pen.setLineDash(ring.tool === 'erase' ? [4 * density, 3 * density] : []);
  for (const [color, weight] of tones) {
    pen.strokeStyle = color;
    pen.lineWidth = weight * density;
    pen.beginPath();
    pen.arc(x, y, radius, 0, Math.PI * 2);
    pen.moveTo(x - 3 * density, y);
    pen.lineTo(x + 3 * density, y);
    pen.moveTo(x, y - 3 * density);
    pen.lineTo(x, y + 3 * density);
    pen.stroke();
  }
  pen.setLineDash([]);
}
