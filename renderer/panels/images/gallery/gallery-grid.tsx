import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { FileRef } from '#shared/protocol/part.ts';
import { dragOut } from '../../../lib/files/drag-out.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { imageStore } from '../images.ts';
import type { Card } from '../model/card-note.ts';
import { imagesOf } from '../model/generation.ts';
import s from './gallery.module.css';
import { GalleryCard } from './gallery-card.tsx';
import { type Chosen, chooseAll, chooseOne, extendTo, noneChosen, toggleOne } from './selection.ts';

interface GalleryGridProps {
  cards: readonly Card[];
  chosen: Chosen;
  onChosenChange: (chosen: Chosen) => void;
  onOpen: (id: string) => void;
  shownId: string | null;
  onDelete: () => void;
  onStar: () => void;
}

const gap = 10;
const padding = 12;
const minWidthPx = 138;
const captionHeight = 50;

/**
 * Cards in columns, of which only the visible ones are rendered; selected by click, by keyboard, or by a rectangle
 * drawn around them.
 */
export function GalleryGrid({ cards, chosen, onChosenChange, onOpen, shownId, onDelete, onStar }: GalleryGridProps) {
  const t = useStrings().images.gallery;
  const viewport = useRef<HTMLDivElement>(null);
  const { width, height, top } = useViewport(viewport);
  const [band, setBand] = useState<(Band & { x: number; y: number; before: ReadonlySet<string> }) | null>(null);
  const listId = useId();
  const measure = measureOf(width);
  const { columns, cellWidth, cellHeight } = measure;
  const rowHeight = cellHeight + gap;
  const rows = Math.ceil(cards.length / columns);
  const firstRow = Math.max(0, Math.floor((top - padding) / rowHeight) - 2);
  const lastRow = Math.min(rows, Math.ceil((top + height) / rowHeight) + 2);
  const shown = cards.slice(firstRow * columns, lastRow * columns);
  const order = cards.map(({ id }) => id);
  const at = chosen.at === null ? -1 : order.indexOf(chosen.at);

  const reveal = (index: number) => {
    const element = viewport.current;
    if (!element) return;
    const start = padding + Math.floor(index / columns) * rowHeight;
    if (start < element.scrollTop + padding) element.scrollTop = start - padding;
    else if (start + cellHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = start + cellHeight + padding - element.clientHeight;
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
    else if (key === 'Escape' && chosen.ids.size > 0) onChosenChange({ ...noneChosen, at: chosen.at });
    else {
      const next = stepInGrid(key, at, cards.length, columns, Math.max(1, Math.floor(height / rowHeight)));
      const id = next === null ? undefined : order[next];
      if (next === null || id === undefined) return;
      // With Ctrl the keys move without selecting, so that Space can add single cards.
      onChosenChange(event.shiftKey ? extendTo(order, chosen, id) : isChord ? { ...chosen, at: id } : chooseOne(id));
      reveal(next);
    }
    event.preventDefault();
  };
  const press = (id: string, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => {
    if (event.shiftKey) return onChosenChange(extendTo(order, chosen, id));
    if (event.ctrlKey || event.metaKey) return onChosenChange(toggleOne(chosen, id));
    onChosenChange(chooseOne(id));
    onOpen(id);
  };

  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const box = viewport.current?.getBoundingClientRect();
    return {
      x: clientX - (box?.left ?? 0) - padding,
      y: clientY - (box?.top ?? 0) - padding + (viewport.current?.scrollTop ?? 0),
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
    const touched = cardsInBand(next, measure, cards.length).flatMap((index) => order[index] ?? []);
    onChosenChange({ ...chosen, ids: new Set([...band.before, ...touched]) });
  };

  return (
    <div
      ref={viewport}
      className={s.viewport}
      role="listbox"
      aria-label={t.title}
      aria-multiselectable="true"
      aria-activedescendant={at >= firstRow * columns && at < lastRow * columns ? `${listId}-${at}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => setBand(null)}
      onPointerCancel={() => setBand(null)}
    >
      <div
        className={s.spacer}
        role="presentation"
        style={{ height: rows === 0 ? 0 : rows * rowHeight - gap + 2 * padding }}
      >
        {shown.map((card, offset) => {
          const index = firstRow * columns + offset;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the surrounding list box
            // biome-ignore lint/a11y/useFocusableInteractive: the list box keeps the focus and names the active card
            <div
              key={card.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={chosen.ids.has(card.id)}
              aria-posinset={index + 1}
              aria-setsize={cards.length}
              className={s.card}
              data-active={index === at}
              data-shown={card.id === shownId}
              style={{
                width: cellWidth,
                height: cellHeight,
                transform: `translate(${padding + (index % columns) * (cellWidth + gap)}px, ${padding + Math.floor(index / columns) * rowHeight}px)`,
              }}
              onClick={(event) => press(card.id, event)}
              {...dragOut(card.thumbId === null ? null : () => firstImage(card.id))}
            >
              <GalleryCard card={card} />
            </div>
          );
        })}
        {band && (
          <div
            className={s.band}
            style={{
              transform: `translate(${band.left + padding}px, ${band.top + padding}px)`,
              width: band.right - band.left,
              height: band.bottom - band.top,
            }}
          />
        )}
      </div>
    </div>
  );
}

function measureOf(width: number): GridMeasure {
  const room = Math.max(minWidthPx, width - 2 * padding);
  const columns = Math.max(1, Math.floor((room + gap) / (minWidthPx + gap)));
  const cellWidth = Math.floor((room - (columns - 1) * gap) / columns);
  return { columns, cellWidth, cellHeight: Math.round(cellWidth * 0.75) + captionHeight, gap };
}

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

/** Returns the file of the first image of a generation; `null` when it was not stored. */
async function firstImage(generationId: string): Promise<FileRef | null> {
  const generation = await imageStore().open(generationId);
  return generation ? (imagesOf(generation)[0]?.file ?? null) : null;
}

/** Returns the index that a key moves to in a grid; `null` for a key that does not move. */
export function stepInGrid(key: string, at: number, count: number, columns: number, pageRows: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * pageRows,
    PageUp: -columns * pageRows,
  };
  if (count === 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return null;
  if (at < 0) return 0;
  const next = at + step;
  if (next >= 0 && next < count) return next;
  // The last row may be short: a step down from above its gap goes to its end.
  if (step > 1 && Math.floor(at / columns) < Math.floor((count - 1) / columns)) return count - 1;
  return at;
}

/** A rectangle in the grid, px from its top left corner. */
interface Band {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface GridMeasure {
  columns: number;
  cellWidth: number;
  cellHeight: number;
  gap: number;
}

/** Returns the indexes of the cards that a rectangle touches. */
export function cardsInBand(
  { left, top, right, bottom }: Band,
  { columns, cellWidth, cellHeight, gap }: GridMeasure,
  count: number,
): number[] {
  const touched: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const x = (index % columns) * (cellWidth + gap);
    const y = Math.floor(index / columns) * (cellHeight + gap);
    if (x < right && x + cellWidth > left && y < bottom && y + cellHeight > top) touched.push(index);
  }
  return touched;
}
