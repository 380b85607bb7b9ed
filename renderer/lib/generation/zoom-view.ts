import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

/** How an image is placed in a viewport: `scale` viewport px per image px, its top left corner at `x`, `y`. */
export interface ZoomView {
  scale: number;
  x: number;
  y: number;
}

interface Extent {
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

const maxScale = 16;

/** Returns the view that centers the whole image, never enlarged. */
export function fittedView(window: Extent, image: Extent, margin = 0): ZoomView {
  const scale = Math.min(
    1,
    Math.max(1, window.width - 2 * margin) / image.width,
    Math.max(1, window.height - 2 * margin) / image.height,
  );
  return {
    scale,
    x: (window.width - image.width * scale) / 2,
    y: (window.height - image.height * scale) / 2,
  };
}

/** Zooms the view while the image point under a viewport point stays in place. */
function zoomedAt(view: ZoomView, factor: number, point: Point, window: Extent, image: Extent): ZoomView {
  const minScale = Math.min(fittedView(window, image).scale, 1) / 2;
  const scale = Math.min(maxScale, Math.max(minScale, view.scale * factor));
  const grown = scale / view.scale;
  return withinReach(
    { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown },
    window,
    image,
  );
}

const movedBy = (view: ZoomView, dx: number, dy: number, window: Extent, image: Extent): ZoomView =>
  withinReach({ ...view, x: view.x + dx, y: view.y + dy }, window, image);

/** Limits the view so that some of the image stays in the viewport. */
function withinReach(view: ZoomView, window: Extent, image: Extent): ZoomView {
  const clampTo = (at: number, size: number, room: number) => {
    const visible = Math.min(48, size);
    return Math.min(room - visible, Math.max(visible - size, at));
  };
  return {
    scale: view.scale,
    x: clampTo(view.x, image.width * view.scale, window.width),
    y: clampTo(view.y, image.height * view.scale, window.height),
  };
}

/** Returns the image pixel under a viewport point. */
export const pixelAt = ({ scale, x, y }: ZoomView, point: Point): Point => ({
  x: (point.x - x) / scale,
  y: (point.y - y) / scale,
});

/** `whole`: one viewport px per image px. */
export type ZoomStep = 'fit' | 'whole' | 'in' | 'out';

/** Keys of the zoom steps, the same wherever an image is zoomed. */
export const zoomKeys: Readonly<Record<string, ZoomStep>> = {
  '0': 'fit',
  '1': 'whole',
  '+': 'in',
  '=': 'in',
  '-': 'out',
};

/** The place of one image in a viewport, and what changes it. */
export interface Zoom {
  view: ZoomView;
  /** Of the viewport, px. */
  extent: Extent;
  /** Nobody has zoomed or moved the image since it was shown. */
  isFitted: boolean;
  /** @param point the viewport point that keeps its place; default: the center. */
  zoom: (what: ZoomStep, point?: Point) => void;
  move: (dx: number, dy: number) => void;
  /** One move of the mouse or a finger: it drags the image; with a second finger down it zooms. */
  drag: (pointers: Map<number, Point>, id: number, to: Point) => void;
  /** Returns the viewport point under a pointer. */
  pointOf: (pointer: { clientX: number; clientY: number }) => Point;
}

/**
 * Fits an image into a viewport and zooms it, with the wheel too.
 *
 * @param of identifies the image: another one is fitted again.
 * @param margin around a fitted image, px.
 */
export function useZoom(viewport: RefObject<HTMLElement | null>, of: string, image: Extent, margin: number): Zoom {
  const [extent, setExtent] = useState<Extent>({ width: 0, height: 0 });
  const [zoomed, setZoomed] = useState<{ of: string; view: ZoomView } | null>(null);
  const isFitted = zoomed?.of !== of;
  const view = isFitted ? fittedView(extent, image, margin) : zoomed.view;
  const pointOf: Zoom['pointOf'] = ({ clientX, clientY }) => {
    const box = viewport.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  };
  const by = (factor: number, point: Point) => setZoomed({ of, view: zoomedAt(view, factor, point, extent, image) });
  const move = (dx: number, dy: number) => setZoomed({ of, view: movedBy(view, dx, dy, extent, image) });

  useEffect(() => {
    const element = viewport.current;
    if (!element) return undefined;
    const measure = () => setExtent({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [viewport]);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    // A pinch on a trackpad arrives as a wheel with Ctrl, in smaller steps.
    by(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), pointOf(event));
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
    view,
    extent,
    isFitted,
    pointOf,
    move,
    zoom(what, point = { x: extent.width / 2, y: extent.height / 2 }) {
      if (what === 'fit') setZoomed(null);
      else by(what === 'whole' ? 1 / view.scale : what === 'in' ? 1.25 : 0.8, point);
    },
    drag(pointers, id, to) {
      const before = pointers.get(id);
      if (!before) return;
      const other = [...pointers].find(([pointer]) => pointer !== id)?.[1];
      if (other) by(distance(to, other) / Math.max(1, distance(before, other)), other);
      else move(to.x - before.x, to.y - before.y);
      pointers.set(id, to);
    },
  };
}

const distance = (first: Point, second: Point) => Math.hypot(first.x - second.x, first.y - second.y);
