import { Activity, Maximize2, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { StateBadge } from '../../../lib/failures/state-badge.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { endCompare } from '../form.ts';
import { Elapsed } from '../gallery/gallery-card.tsx';
import { openGeneration, useGenerations } from '../images.ts';
import { needsWords } from '../model/call-end.ts';
import { type Generation, slotsOf, stateOf, titleOf, tookMs, usageOf } from '../model/generation.ts';
import { SlotImage } from '../stage/result-images.tsx';
import s from './compare-view.module.css';

const CallEnds = lazyPart(async () => (await import('../stage/call-ends.tsx')).CallEnds);

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

/** The part of a pane under the pointer that is zoomed and moved; `null` elsewhere, also on a button. */
const windowAt = (target: EventTarget): Element | null => (target as Element).closest('[data-window]');

/**
 * Several generations side by side, each with its own state and request. All panes share zoom and position, so that the
 * same spot is compared.
 */
export function CompareView({ ids }: { ids: readonly string[] }) {
  const t = useStrings().images.compare;
  const generations = useGenerations(ids);
  const [view, setView] = useState(whole);
  const grid = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; y: number; pane: DOMRect } | null>(null);
  const zoom = (factor: number) =>
    setView((before) => clamped({ ...before, zoom: Math.min(maxZoom, Math.max(1, before.zoom * factor)) }));
  const move = (dx: number, dy: number) =>
    setView((before) => clamped({ ...before, x: before.x + dx / before.zoom, y: before.y + dy / before.zoom }));
  const prompts = new Set(generations.map(({ order }) => order.prompt));
  const isOnePrompt = generations.length > 1 && prompts.size === 1;
  const label = isOnePrompt ? t.models(ids.length) : t.title(ids.length);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.target || !windowAt(event.target)) return;
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
    if (event.target !== event.currentTarget) return;
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
    const pane = windowAt(event.target)?.getBoundingClientRect();
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
    <section className={layout.fill} aria-label={label}>
      <header className={s.head}>
        <h2 className="cut-text">{isOnePrompt && generations[0] ? titleOf(generations[0]) : label}</h2>
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
        {generations.map((generation) => (
          <Pane key={generation.id} generation={generation} view={view} hasTitle={!isOnePrompt} />
        ))}
      </div>
    </section>
  );
}

interface PaneProps {
  generation: Generation;
  view: SharedView;
  /** The prompts differ, so each pane shows its own. */
  hasTitle: boolean;
}

function Pane({ generation, view: { zoom, x, y }, hasTitle }: PaneProps) {
  const t = useStrings().images.compare;
  const active = useActive();
  const [chosen, setChosen] = useState(0);
  const { id, order, createdAt, calls } = generation;
  const slots = slotsOf(generation);
  const at = Math.min(chosen, slots.length - 1);
  const slot = slots[at];
  const image = slot?.kind === 'image' ? slot.image : undefined;
  const exchangeId = calls.findLast((call) => call.exchangeId)?.exchangeId;
  const tokens = usageOf(generation)?.totalTokens;
  return (
    <figure className={s.pane} aria-label={order.model}>
      <div className={s.paneHead}>
        <b className="mono-s cut-text">{order.model}</b>
        <StateBadge state={stateOf(generation)} />
        <span className={s.time}>
          <Elapsed since={createdAt} tookMs={tookMs(generation)} />
        </span>
        {exchangeId && slot && (
          <IconButton
            label={t.wire(order.model)}
            size="sm"
            icon={<Icon of={Activity} size="s" />}
            onClick={() => openWireRecord(exchangeId, 'response')}
          />
        )}
        <IconButton
          label={t.open(order.model)}
          size="sm"
          icon={<Icon of={Maximize2} size="s" />}
          onClick={() => void openGeneration(id, active)}
        />
      </div>
      {slot ? (
        <div className={s.window} data-window>
          <div
            className={s.picture}
            style={{ transform: `scale(${zoom}) translate(${(0.5 - x) * 100}%, ${(0.5 - y) * 100}%)` }}
          >
            <SlotImage slot={slot} generation={generation} count={slots.length} />
          </div>
        </div>
      ) : (
        calls.some(needsWords) && (
          <div className={s.ends}>
            <CallEnds generation={generation} />
          </div>
        )
      )}
      <figcaption>
        {hasTitle && <span className={`${s.title} cut-text`}>{titleOf(generation)}</span>}
        {image?.width && image.height && (
          <span className="mono-s">
            {image.width}×{image.height}
          </span>
        )}
        {tokens != null && <span>{t.tokens(formatNumber(tokens))}</span>}
        {slots.length > 1 && (
          <Segmented
            label={t.images}
            value={String(at)}
            onValueChange={(next) => setChosen(Number(next))}
            options={slots.map((_, position) => ({ value: String(position), label: String(position + 1) }))}
          />
        )}
      </figcaption>
    </figure>
  );
}
