import { Activity, Maximize, Minus, Plus, Waypoints, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { FailureText } from '../../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../../lib/navigation/wire-focus.ts';
import { classes } from '../../../../ui/base/class-names.ts';
import { Icon } from '../../../../ui/base/icon.tsx';
import { IconButton } from '../../../../ui/controls/button.tsx';
import { useCorpus } from '../../embeddings.ts';
import { focusOn, select, selection, showSide, toggleSelected, useSelection } from '../../selection.ts';
import { useAnalysis } from '../analysis.ts';
import type { Flat } from '../analysis-store.ts';
import { usePalette } from '../palette.ts';
import { useCanvas, useFrame } from '../use-canvas.ts';
import { useNames, useNearest, useShown } from '../use-shown.ts';
import { drawMap } from './map-drawing.ts';
import s from './map-pane.module.css';
import {
  type Corner,
  farthestCorner,
  fitView,
  type MapView,
  pan,
  rowAt,
  rowsWithin,
  rowTowards,
  zoomAt,
} from './map-view.ts';

const reachPx = 12;
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
  const groups = useAnalysis((state) => state.clusters?.groups ?? null);
  const names = useNames();
  const shown = useShown(texts);
  const { focus, hover } = useSelection((state) => state);
  const near = useNearest(focus, 5);
  const [moved, setMoved] = useState<{ flat: Flat; view: MapView } | null>(null);
  const [lasso, setLasso] = useState<readonly number[]>([]);
  const drag = useRef<{ x: number; y: number; moves: boolean } | null>(null);

  const fitted = fitView(flat.overlay ? [flat.base, flat.overlay.map] : [flat.base], size);
  // A new layout starts with all points in view.
  const view = moved?.flat === flat ? moved.view : fitted;
  const setView = (next: MapView) => setMoved({ flat, view: next });
  const rowFor = (place: number | null) => (place === null ? -1 : (rowOf[place] ?? -1));
  const isShown = (row: number) => shown === null || shown.has(places[row] as number);

  const draw = useCallback(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || size.width === 0) return;
    const rowIn = (place: number | null) => (place === null ? -1 : (rowOf[place] ?? -1));
    drawMap(context, {
      ...size,
      ratio,
      view,
      flat,
      groups,
      names,
      palette,
      focus: rowIn(focus),
      hover: rowIn(hover),
      near: near.map(({ row }) => rowIn(row)),
      isShown: shown && ((row) => shown.has(places[row] as number)),
      lasso,
    });
  }, [canvas, size, ratio, view, flat, groups, names, palette, focus, hover, near, shown, places, rowOf, lasso]);
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
      const row = rowAt(flat.base, view, x, y, reachPx, isShown);
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
      const caught = rowsWithin(flat.base, view, lasso).map((row) => places[row] as number);
      select(event.ctrlKey || event.metaKey ? [...(selection.getState().chosen ?? []), ...caught] : caught);
    } else {
      const row = rowAt(flat.base, view, held.x, held.y, reachPx, isShown);
      focusOn(row < 0 ? null : (places[row] as number));
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
      const row = from < 0 ? first : rowTowards(flat.base, from, towards, isShown);
      if (row >= 0) focusOn(places[row] as number);
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (focus !== null) toggleSelected(focus);
    } else if (event.key === '+' || event.key === '=') zoom(keyZoom);
    else if (event.key === '-') zoom(1 / keyZoom);
    else if (event.key === '0') setMoved(null);
    else if (event.key === 'Escape' && (selection.getState().chosen || focus !== null)) {
      select(null);
      focusOn(null);
    } else return;
    event.preventDefault();
  };
  const hovered = rowFor(hover);
  return (
    <div className={s.canvasBox}>
      <div
        ref={box}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keys
        tabIndex={0}
        className={s.canvasHold}
        aria-label={t.label(places.length, names.length)}
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
        <div className={s.tip} style={tooltipPosition(flat, view, hovered, size.width)}>
          {texts[hover]}
        </div>
      )}
      <div className={s.zoom}>
        <IconButton label={t.zoomIn} icon={<Icon of={Plus} size="s" />} size="sm" onClick={() => zoom(keyZoom)} />
        <IconButton label={t.zoomOut} icon={<Icon of={Minus} size="s" />} size="sm" onClick={() => zoom(1 / keyZoom)} />
        <IconButton label={t.fit} icon={<Icon of={Maximize} size="s" />} size="sm" onClick={() => setMoved(null)} />
      </div>
      <FocusCard texts={texts} corner={farthestCorner(flat.base, view, rowFor(focus), size)} />
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

/** Beside the point, on the side with room. */
function tooltipPosition({ base }: Flat, { scale, left, top }: MapView, row: number, width: number) {
  const x = (base[row * 2] as number) * scale + left;
  const y = (base[row * 2 + 1] as number) * scale + top;
  return { top: Math.max(4, y + 12), ...(x > width / 2 ? { right: width - x + 10 } : { left: x + 10 }) };
}

const shown = 5;

/** The focused text, in the corner farthest from its point. */
export function FocusCard({ texts, corner }: { texts: readonly string[]; corner: Corner }) {
  const t = useStrings().embeddings.map;
  const place = useSelection((state) => state.focus);
  const near = useNearest(place, shown);
  const names = useNames();
  const { clusters, rowOf } = useAnalysis((state) => state);
  const item = useCorpus((corpus) => (place === null ? null : corpus.base?.items[place]));
  if (place === null || texts[place] === undefined) return null;
  const groupOf = (other: number) => clusters?.groups[rowOf[other] ?? -1];
  const own = groupOf(place);
  const together = near.filter(({ row }) => groupOf(row) === own).length;
  return (
    <section className={classes(s.card, s[corner.x], s[corner.y])} aria-label={t.focus}>
      <div className={s.cardHead}>
        <b>{texts[place]}</b>
        {near.length > 0 && (
          <IconButton
            label={t.neighbors}
            icon={<Icon of={Waypoints} size="s" />}
            intent="quiet"
            size="sm"
            onClick={() => showSide('nearest')}
          />
        )}
        {item?.exchangeId && (
          <IconButton
            label={t.wire}
            icon={<Icon of={Activity} size="s" />}
            intent="quiet"
            size="sm"
            onClick={() => openWireRecord(item.exchangeId, 'response')}
          />
        )}
        <IconButton
          label={t.close}
          icon={<Icon of={X} size="s" />}
          intent="quiet"
          size="sm"
          onClick={() => focusOn(null)}
        />
      </div>
      {item?.failure && !item.vector ? (
        <span className={s.quiet}>
          <FailureText failure={item.failure} alone brief />
        </span>
      ) : (
        near.length > 0 &&
        own !== undefined && <span className={s.quiet}>{t.nearest(near.length, together, names[own] ?? '')}</span>
      )}
    </section>
  );
}
