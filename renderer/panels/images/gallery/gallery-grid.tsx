import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { dragOut } from '../../../lib/files/drag-out.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { type Card, sentTogether } from '../model/card-note.ts';
import s from './gallery.module.css';
import { editImageOf, firstFileOf, GalleryCard, GalleryRow, saveImageOf } from './gallery-card.tsx';
import { type Band, layOut, stepInGrid, touchedBy, visibleIn } from './grid-layout.ts';
import { type Chosen, chooseAll, chooseOne, extendTo, imageOrder, noneChosen, toggleOne } from './selection.ts';

interface GalleryGridProps {
  cards: readonly Card[];
  chosen: Chosen;
  onChosenChange: (chosen: Chosen) => void;
  onOpen: (id: string) => void;
  shownIds: readonly string[];
  onDelete: () => void;
  onStar: () => void;
}

/** Room kept above and below a card that is scrolled to, px. */
const edge = 12;
/** The usual height of a line, by which Page Down is measured, px. */
const pageLinePx = 160;

/**
 * Cards in columns, of which only the visible ones are rendered; selected by click, by keyboard, or by a rectangle
 * drawn around them.
 */
export function GalleryGrid({ cards, chosen, onChosenChange, onOpen, shownIds, onDelete, onStar }: GalleryGridProps) {
  const t = useStrings().images.gallery;
  const viewport = useRef<HTMLDivElement>(null);
  const { width, height, top } = useViewport(viewport);
  const [band, setBand] = useState<(Band & { x: number; y: number; before: ReadonlySet<string> }) | null>(null);
  const listId = useId();
  const helpId = useId();
  const layout = layOut(cards.map(isRow), width);
  const placed = layout.order.flatMap((index) => cards[index] ?? []);
  const order = placed.map(({ id }) => id);
  const { first, end } = visibleIn(layout, top - height, top + 2 * height);
  const at = chosen.at === null ? -1 : order.indexOf(chosen.at);
  const together = sentTogether(cards);
  const withImage = placed.flatMap((card) => (isRow(card) ? [] : card.id));
  useEffect(() => imageOrder.setState({ ids: withImage }), [withImage]);

  const reveal = (position: number) => {
    const element = viewport.current;
    const place = layout.places[position];
    if (!element || !place) return;
    const { top: start, height: tall } = place;
    if (start < element.scrollTop + edge) element.scrollTop = start - edge;
    else if (start + tall > element.scrollTop + element.clientHeight - edge)
      element.scrollTop = start + tall + edge - element.clientHeight;
  };
  const press = (id: string, how?: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => {
    if (how?.shiftKey) return onChosenChange(extendTo(order, chosen, id));
    if (how?.ctrlKey || how?.metaKey) return onChosenChange(toggleOne(chosen, id));
    onChosenChange(chooseOne(id));
    onOpen(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const isChord = event.ctrlKey || event.metaKey;
    const current = order[at];
    if (isChord && key.toLowerCase() === 'a') onChosenChange(chooseAll(order, chosen));
    else if (key === 'Enter' && current !== undefined) onOpen(current);
    else if (key === ' ' && current !== undefined) onChosenChange(toggleOne(chosen, current));
    else if (key === 'Delete' && chosen.ids.size > 0) onDelete();
    else if (key === 's' && !isChord && chosen.ids.size > 0) onStar();
    else if (key === 'u' && !isChord && current !== undefined) void editImageOf(current);
    else if (key === 'd' && !isChord && current !== undefined) void saveImageOf(current);
    else if (key === 'Escape' && chosen.ids.size > 0) onChosenChange({ ...noneChosen, at: chosen.at });
    else {
      const next = stepInGrid(key, at, layout, Math.max(1, Math.floor(height / pageLinePx)));
      const id = next === null ? undefined : order[next];
      if (next === null || id === undefined) return;
      // With Ctrl the keys move without selecting, so that Space can add single cards.
      if (event.shiftKey || isChord)
        onChosenChange(event.shiftKey ? extendTo(order, chosen, id) : { ...chosen, at: id });
      else press(id);
      reveal(next);
    }
    event.preventDefault();
  };

  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const box = viewport.current?.getBoundingClientRect();
    return {
      x: clientX - (box?.left ?? 0),
      y: clientY - (box?.top ?? 0) + (viewport.current?.scrollTop ?? 0),
    };
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest('[role="option"]')) return;
    // A press on the scroll bar is not a press on the grid.
    if (event.nativeEvent.offsetX > (viewport.current?.clientWidth ?? 0)) return;
    const { x, y } = placeOf(event);
    const before = event.shiftKey || event.ctrlKey || event.metaKey ? chosen.ids : new Set<string>();
    event.currentTarget.setPointerCapture(event.pointerId);
    setBand({ x, y, left: x, right: x, top: y, bottom: y, before });
    onChosenChange({ ...chosen, ids: before });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!band) return;
    const { x, y } = placeOf(event);
    const next = {
      ...band,
      left: Math.min(band.x, x),
      right: Math.max(band.x, x),
      top: Math.min(band.y, y),
      bottom: Math.max(band.y, y),
    };
    setBand(next);
    const touched = touchedBy(layout, next).flatMap((position) => order[position] ?? []);
    onChosenChange({ ...chosen, ids: new Set([...band.before, ...touched]) });
  };

  return (
    <>
      <div
        ref={viewport}
        className={s.viewport}
        data-many={chosen.ids.size > 1}
        role="listbox"
        aria-label={t.title}
        aria-multiselectable="true"
        aria-activedescendant={at >= first && at < end ? `${listId}-${at}` : undefined}
        aria-describedby={helpId}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => setBand(null)}
        onPointerCancel={() => setBand(null)}
      >
        <div className={s.spacer} role="presentation" style={{ height: layout.height }}>
          {placed.slice(first, end).map((card, offset) => {
            const position = first + offset;
            const { left = 0, top: y = 0, ...size } = layout.places[position] ?? {};
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the surrounding list box
              // biome-ignore lint/a11y/useFocusableInteractive: the list box keeps the focus and names the active card
              <div
                key={card.id}
                id={`${listId}-${position}`}
                role="option"
                aria-selected={chosen.ids.has(card.id)}
                aria-posinset={position + 1}
                aria-setsize={cards.length}
                className={s.card}
                data-row={isRow(card)}
                data-active={position === at}
                data-shown={shownIds.includes(card.id)}
                style={{ ...size, transform: `translate(${left}px, ${y}px)` }}
                onClick={(event) => press(card.id, event)}
                {...dragOut(card.thumbId === null ? null : () => firstFileOf(card.id))}
              >
                {isRow(card) ? (
                  <GalleryRow card={card} hasModel={together.has(card.id)} />
                ) : (
                  <GalleryCard card={card} hasModel={together.has(card.id)} />
                )}
              </div>
            );
          })}
          {band && (
            <div
              className={s.band}
              style={{
                transform: `translate(${band.left}px, ${band.top}px)`,
                width: band.right - band.left,
                height: band.bottom - band.top,
              }}
            />
          )}
        </div>
      </div>
      <p id={helpId} className="sr-only">
        {t.keys}
      </p>
    </>
  );
}

/** Without an image there is nothing to show but words: such an entry is one line. */
const isRow = ({ state, imageCount, thumbId }: Card): boolean =>
  state !== 'running' && imageCount === 0 && thumbId === null;

/** Returns size and scroll position of the viewport of the grid. */
function useViewport(element: RefObject<HTMLElement | null>) {
  const [state, setState] = useState({ width: 0, height: 0, top: 0 });
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () =>
      setState({ width: current.clientWidth, height: current.clientHeight, top: current.scrollTop });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    current.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', measure);
    };
  }, [element]);
  return state;
}
