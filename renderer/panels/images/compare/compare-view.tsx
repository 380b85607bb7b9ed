import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { endCompare } from '../gallery/selection.ts';
import { StoredImage } from '../image-files/stored-image.tsx';
import { useGeneration } from '../images.ts';
import { imagesOf, titleOf } from '../model/generation.ts';
import s from './compare-view.module.css';

/** What all panes show: the zoom, and the center as a share, 0 to 1, of each image. */
interface SharedView {
  zoom: number;
  x: number;
  y: number;
}

const whole: SharedView = { zoom: 1, x: 0.5, y: 0.5 };
const maxZoom = 16;

const clamped = ({ zoom, x, y }: SharedView): SharedView => {
  const room = 0.5 / zoom;
  const hold = (at: number) => Math.min(1 - room, Math.max(room, at));
  return { zoom, x: hold(x), y: hold(y) };
};

/** Two to four results side by side. All panes share zoom and position, so that the same spot is compared. */
export function CompareView({ ids }: { ids: readonly string[] }) {
  const t = useStrings().images.compare;
  const [view, setView] = useState(whole);
  const grid = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number; pane: DOMRect } | null>(null);
  const zoom = (factor: number) =>
    setView((before) => clamped({ ...before, zoom: Math.min(maxZoom, Math.max(1, before.zoom * factor)) }));
  const move = (dx: number, dy: number) =>
    setView((before) => clamped({ ...before, x: before.x + dx / before.zoom, y: before.y + dy / before.zoom }));

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)));
  });
  useEffect(() => {
    const element = grid.current;
    const listen = (event: WheelEvent) => onWheel(event);
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, () => void> = {
      '+': () => zoom(1.25),
      '=': () => zoom(1.25),
      '-': () => zoom(0.8),
      '0': () => setView(whole),
      arrowleft: () => move(-0.1, 0),
      arrowright: () => move(0.1, 0),
      arrowup: () => move(0, -0.1),
      arrowdown: () => move(0, 0.1),
      escape: endCompare,
    };
    const step = steps[event.key.toLowerCase()];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  const onPointerDown = (event: PointerEvent) => {
    const pane = (event.target as Element).closest('figure')?.getBoundingClientRect();
    if (!pane) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, pane };
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const { current } = drag;
    if (!current) return;
    move((current.x - clientX) / current.pane.width, (current.y - clientY) / current.pane.height);
    drag.current = { ...current, x: clientX, y: clientY };
  };

  return (
    <section className={layout.fill} aria-label={t.title(ids.length)}>
      <header className={s.head}>
        <h2>{t.title(ids.length)}</h2>
        <IconButton label={t.out} size="sm" icon={<Icon of={ZoomOut} size="s" />} onClick={() => zoom(0.8)} />
        <Button size="sm" intent="quiet" onClick={() => setView(whole)}>
          <span className="sr-only">{t.fit}</span>
          <span className="num">{Math.round(view.zoom * 100)}%</span>
        </Button>
        <IconButton label={t.in} size="sm" icon={<Icon of={ZoomIn} size="s" />} onClick={() => zoom(1.25)} />
        <IconButton label={t.close} shortcut="Esc" size="sm" icon={<Icon of={X} size="s" />} onClick={endCompare} />
      </header>
      <div
        ref={grid}
        className={s.grid}
        data-count={ids.length}
        role="application"
        aria-label={t.keys}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: zoom and position are controlled by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null;
        }}
      >
        {ids.map((id) => (
          <Pane key={id} id={id} view={view} />
        ))}
      </div>
    </section>
  );
}

function Pane({ id, view: { zoom, x, y } }: { id: string; view: SharedView }) {
  const generation = useGeneration(id);
  const [first] = generation ? imagesOf(generation) : [];
  if (!generation || !first?.file) return <figure className={s.pane} />;
  return (
    <figure className={s.pane}>
      <div className={s.window}>
        <div
          className={s.picture}
          style={{ transform: `scale(${zoom}) translate(${(0.5 - x) * 100}%, ${(0.5 - y) * 100}%)` }}
        >
          <StoredImage fileId={first.file.id} label={titleOf(generation)} eager />
        </div>
      </div>
      <figcaption>
        <b className="cut-text">{titleOf(generation)}</b>
        <span className="mono-s">
          {generation.order.model}
          {first.width && first.height ? ` · ${first.width}×${first.height}` : ''}
        </span>
      </figcaption>
    </figure>
  );
}
