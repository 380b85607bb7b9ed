import { Maximize, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { Icon } from '../../../../ui/base/icon.tsx';
import { IconButton } from '../../../../ui/controls/button.tsx';
import { lookAt, type Ranking, select, selection, toggleSelected, useSelection } from '../../selection.ts';
import { type Flat, useAnalysis } from '../analysis.ts';
import { useCanvas, useFrame, usePalette } from '../canvas.ts';
import { marksOf } from '../coloring.tsx';
import { useColoring, useNearest, useShown } from '../use-shown.ts';
import { FocusCard } from './focus-card.tsx';
import { drawMap } from './map-drawing.ts';
import s from './map-pane.module.css';
import {
  type Box,
  besidePoint,
  fitView,
  type MapView,
  pan,
  rowAt,
  rowsWithin,
  rowTowards,
  zoomAt,
} from './map-view.ts';

const reachPx = 12;
/** Width of the zoom buttons at the left edge: points begin beside them. */
const controlsPx = 40;
/** As many neighbors are connected with the focused text or the query. */
const neighborLines = 5;
const noNeighbors: readonly never[] = [];
const keyZoom = 1.4;
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The map: a click focuses a text, a drag selects texts, the wheel zooms, the arrow keys move between points. */
export function MapCanvas({ flat, texts }: { flat: Flat; texts: readonly string[] }) {
  const t = useStrings().embeddings.map;
  const { box, around, canvas, size, ratio } = useCanvas();
  const palette = usePalette();
  const places = useAnalysis((state) => state.places);
  const rowOf = useAnalysis((state) => state.rowOf);
  const pcaMap = useAnalysis((state) => state.maps.pca);
  const coloring = useColoring();
  const shown = useShown(texts);
  const { focus, hover, ranking } = useSelection((state) => state);
  const nearFocus = useNearest(focus, neighborLines);
  const near = focus === null ? (ranking?.results.slice(0, neighborLines) ?? noNeighbors) : nearFocus;
  const [moved, setMoved] = useState<{ flat: Flat; view: MapView } | null>(null);
  const [lasso, setLasso] = useState<readonly number[]>([]);
  const drag = useRef<{ x: number; y: number; moves: boolean } | null>(null);

  const query = useMemo(
    () => ranking && (flat === pcaMap ? ranking.at : amongNearest(ranking, flat, rowOf)),
    [ranking, flat, pcaMap, rowOf],
  );
  const fitted = pan(
    fitView([flat.map, ...(query ? [Float32Array.of(...query)] : [])], {
      ...size,
      width: size.width - controlsPx,
    }),
    controlsPx,
    0,
  );
  // A new layout starts with all points in view.
  const view = moved?.flat === flat ? moved.view : fitted;
  const setView = (next: MapView) => setMoved({ flat, view: next });
  const rowFor = (place: number | null) => (place === null ? -1 : (rowOf[place] ?? -1));
  const isShown = (row: number) => shown === null || shown.has(places[row] as number);

  const draw = useCallback(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || size.width === 0) return;
    const rowIn = (place: number | null) => (place === null ? -1 : (rowOf[place] ?? -1));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    drawMap(context, {
      ...size,
      ratio,
      view,
      flat,
      marks: marksOf(coloring, palette),
      of: coloring.of,
      palette,
      focus: rowIn(focus),
      hover: rowIn(hover),
      near: near.map(({ row }) => rowIn(row)).filter((row) => row >= 0),
      query,
      isShown: shown && ((row) => shown.has(places[row] as number)),
      lasso,
    });
  }, [canvas, size, ratio, view, flat, coloring, palette, focus, hover, near, query, shown, places, rowOf, lasso]);
  useFrame(draw);

  // React attaches a passive wheel listener, which cannot keep the page from scrolling.
  const onWheel = useRef<(event: WheelEvent) => void>(() => undefined);
  useEffect(() => {
    onWheel.current = (event) => {
      event.preventDefault();
      const [x, y] = placeIn(event, around);
      setView(zoomAt(view, Math.exp(-event.deltaY * 0.0016), x, y, fitted.scale));
    };
  });
  useEffect(() => {
    const listen = (event: WheelEvent) => onWheel.current(event);
    around?.addEventListener('wheel', listen, { passive: false });
    return () => around?.removeEventListener('wheel', listen);
  }, [around]);

  const onPointerDown = (event: PointerEvent) => {
    if (event.button > 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const [x, y] = placeIn(event, around);
    drag.current = { x, y, moves: event.shiftKey || event.button === 1 };
    setLasso([]);
  };
  const onPointerMove = (event: PointerEvent) => {
    const [x, y] = placeIn(event, around);
    const held = drag.current;
    if (!held) {
      const row = rowAt(flat.map, view, x, y, reachPx, isShown);
      const place = row < 0 ? null : (places[row] as number);
      if (place !== selection.getState().hover) selection.setState({ hover: place });
    } else if (held.moves) {
      setView(pan(view, x - held.x, y - held.y));
      drag.current = { ...held, x, y };
    } else if (lasso.length > 0 || Math.hypot(x - held.x, y - held.y) > 4) {
      setLasso(lasso.length > 0 ? [...lasso, x, y] : [held.x, held.y, x, y]);
    }
  };
  const onPointerUp = (event: PointerEvent) => {
    const held = drag.current;
    drag.current = null;
    if (!held || held.moves) return;
    if (lasso.length >= 6) {
      const caught = rowsWithin(flat.map, view, lasso).map((row) => places[row] as number);
      select(event.ctrlKey || event.metaKey ? [...(selection.getState().chosen ?? []), ...caught] : caught);
    } else {
      const row = rowAt(flat.map, view, held.x, held.y, reachPx, isShown);
      lookAt(row < 0 ? null : (places[row] as number));
      if (row < 0) select(null);
    }
    setLasso([]);
  };
  const zoom = (factor: number) => setView(zoomAt(view, factor, size.width / 2, size.height / 2, fitted.scale));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const towards = arrows[event.key];
    const from = rowFor(focus);
    if (towards) {
      const first = places.findIndex((_, row) => isShown(row));
      const row = from < 0 ? first : rowTowards(flat.map, from, towards, isShown);
      if (row >= 0) lookAt(places[row] as number);
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (focus !== null) toggleSelected(focus);
    } else if (event.key === '+' || event.key === '=') zoom(keyZoom);
    else if (event.key === '-') zoom(1 / keyZoom);
    else if (event.key === '0') setMoved(null);
    else if (event.key === 'Escape' && (selection.getState().chosen || focus !== null)) {
      select(null);
      lookAt(null);
    } else return;
    event.preventDefault();
  };
  const hovered = rowFor(hover);
  const focused = rowFor(focus);
  return (
    <div className={s.canvasBox}>
      <div
        ref={box}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keys
        tabIndex={0}
        className={s.canvasHold}
        aria-label={t.label(places.length, coloring.column)}
        aria-description={t.keys}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          drag.current = null;
          setLasso([]);
        }}
        onPointerLeave={() => selection.setState({ hover: null })}
        onKeyDown={onKeyDown}
      >
        <canvas
          ref={canvas}
          className={s.canvas}
          width={Math.round(size.width * ratio)}
          height={Math.round(size.height * ratio)}
        />
      </div>
      {hovered >= 0 && hover !== null && hover !== focus && (
        <div className={s.tip} style={tooltipPosition(flat, view, hovered, size)}>
          {texts[hover]}
        </div>
      )}
      <div className={s.zoom}>
        <IconButton label={t.zoomIn} icon={<Icon of={Plus} size="s" />} size="sm" onClick={() => zoom(keyZoom)} />
        <IconButton label={t.zoomOut} icon={<Icon of={Minus} size="s" />} size="sm" onClick={() => zoom(1 / keyZoom)} />
        <IconButton label={t.fit} icon={<Icon of={Maximize} size="s" />} size="sm" onClick={() => setMoved(null)} />
      </div>
      <FocusCard texts={texts} at={besidePoint(...pixelOf(flat, view, focused, size), size)} />
      <span className="sr-only" role="status">
        {focus !== null && t.at(focus + 1, texts[focus] ?? '')}
      </span>
    </div>
  );
}

function placeIn(
  { clientX, clientY }: { clientX: number; clientY: number },
  box: HTMLElement | null,
): [number, number] {
  const around = box?.getBoundingClientRect();
  return [clientX - (around?.left ?? 0), clientY - (around?.top ?? 0)];
}

/** Returns the pixel of a row; the lower right corner for a text that is not on the map. */
const pixelOf = ({ map }: Flat, { scale, left, top }: MapView, row: number, size: Box): [x: number, y: number] =>
  row < 0
    ? [size.width, size.height]
    : [(map[row * 2] as number) * scale + left, (map[row * 2 + 1] as number) * scale + top];

/**
 * Returns a place for a query among its nearest texts, on a layout that has no place for new vectors: the nearer a text,
 * the more it counts.
 */
function amongNearest({ results }: Ranking, { map }: Flat, rowOf: Int32Array): [number, number] | null {
  const near = results.slice(0, neighborLines).filter(({ row }) => (rowOf[row] ?? -1) >= 0);
  const least = near.at(-1)?.score ?? 0;
  let [x, y, sum] = [0, 0, 0];
  for (const { row: place, score } of near) {
    const row = rowOf[place] as number;
    const weight = score - least + 0.05;
    x += (map[row * 2] as number) * weight;
    y += (map[row * 2 + 1] as number) * weight;
    sum += weight;
  }
  return sum > 0 ? [x / sum, y / sum] : null;
}

/** Beside the point, on the side with room. */
function tooltipPosition(flat: Flat, view: MapView, row: number, size: Box) {
  const { width } = size;
  const [x, y] = pixelOf(flat, view, row, size);
  return { top: Math.max(4, y + 12), ...(x > width / 2 ? { right: width - x + 10 } : { left: x + 10 }) };
}
