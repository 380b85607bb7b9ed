import { Search, Star, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useStore } from 'zustand';
import { useCall } from '../../../lib/client/query.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyModule, lazyPart, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { PaneHead } from '../../../ui/layout/pane-head.tsx';
import { onStage, useForm } from '../form.ts';
import { imageStore, openGeneration } from '../images.ts';
import type { Card } from '../model/card-note.ts';
import s from './gallery.module.css';
import { confirmDelete, endSelection, select, selection } from './selection.ts';

/** Loaded in parallel with the rows of the library. */
const galleryGrid = lazyModule(() => import('./gallery-grid.tsx'));
const SelectionBar = lazyPart(async () => (await import('./selection-bar.tsx')).SelectionBar);

/** All generations: filters and search, actions on the selected ones, and the grid. */
export function Gallery({ cards }: { cards: readonly Card[] | undefined }) {
  const t = useStrings().images.gallery;
  const form = useForm();
  const { galleryFilter } = form;
  const active = useActive();
  const [isSearching, setSearching] = useState(false);
  const [search, setSearch] = useState('');
  const chosen = useStore(selection);
  const all = cards ?? [];
  const filter = cardFilters.find((one) => one === galleryFilter) ?? 'all';
  const found = useFound(useDeferredValue(search.trim()));
  const shown = filterCards(all, filter, search, found);
  const chosenCards = shown.filter(({ id }) => chosen.ids.has(id));
  const grid = useLazyModule(galleryGrid);
  const star = (of: readonly Card[]) => {
    const starred = !of.every((card) => card.starred);
    for (const { id } of of) void imageStore().star(id, starred);
  };
  return (
    <aside className={s.gallery} aria-label={t.title}>
      <PaneHead title={t.title}>
        <span className={s.total}>{all.length}</span>
        <IconButton
          label={isSearching ? t.endSearch : t.search}
          size="sm"
          pressed={isSearching}
          icon={<Icon of={isSearching ? X : Search} size="s" />}
          onClick={() => {
            setSearching(!isSearching);
            setSearch('');
          }}
        />
      </PaneHead>
      {isSearching && (
        <div className={s.search}>
          <TextField
            value={search}
            onValueChange={setSearch}
            aria-label={t.search}
            placeholder={t.searchPlaceholder}
            icon={<Icon of={Search} size="s" />}
            autoFocus
            onKeyDown={({ key }) => {
              if (key !== 'Escape') return;
              setSearching(false);
              setSearch('');
            }}
          />
        </div>
      )}
      <div className={s.filters}>
        {cardFilters.map((one) => {
          const count = countIn(all, one);
          if (count === 0 && one !== 'all' && one !== filter) return null;
          return (
            <Chip
              key={one}
              pressed={one === filter}
              onPressedChange={() => useForm.setState({ galleryFilter: one })}
              {...(one === 'starred' ? { icon: <Icon of={Star} size="xs" /> } : {})}
              {...(one === 'all' ? {} : { count })}
            >
              {t.filters[one]}
            </Chip>
          );
        })}
      </div>
      {chosenCards.length > 1 && (
        <SelectionBar cards={chosenCards} onClear={() => endSelection()} onStar={() => star(chosenCards)} />
      )}
      {cards !== undefined && shown.length === 0 ? (
        <div className={s.empty}>
          <EmptyState title={all.length === 0 ? t.empty : t.noneFound} level={3}>
            {all.length === 0 ? t.emptyBody : t.noneFoundBody}
          </EmptyState>
        </div>
      ) : (
        grid && (
          <grid.GalleryGrid
            cards={shown}
            chosen={chosen}
            onChosenChange={select}
            shownIds={onStage(form)}
            onOpen={(id) => void openGeneration(id, active)}
            onDelete={() => confirmDelete(chosenCards.map(({ id }) => id))}
            onStar={() => star(chosenCards)}
          />
        )
      )}
    </aside>
  );
}

/** Returns the documents that the library search finds by their content: revised prompts and texts. */
function useFound(text: string): ReadonlySet<string> {
  const { data } = useCall(
    'library',
    'search',
    { panel: 'images', text },
    { enabled: text !== '', keepPrevious: true },
  );
  return new Set(text === '' ? [] : data?.map(({ conversationId }) => conversationId));
}

const cardFilters = ['all', 'starred', 'running', 'done', 'failed'] as const;
type CardFilter = (typeof cardFilters)[number];

/** `failed` contains everything incomplete: refused, broken off, or stopped. */
const fits: Readonly<Record<CardFilter, (card: Card) => boolean>> = {
  all: () => true,
  starred: ({ starred }) => starred,
  running: ({ state, task }) => state === 'running' || task !== null,
  done: ({ state, task }) => task === null && (state === 'done' || state === 'done-with-warnings'),
  failed: ({ state }) => state === 'failed' || state === 'interrupted' || state === 'cancelled',
};

const countIn = (cards: readonly Card[], filter: CardFilter): number => cards.filter(fits[filter]).length;

/**
 * Filters cards, newest first. Every word of the search must be in the title or the model, unless the library search
 * found the document by its other content.
 */
export function filterCards(
  cards: readonly Card[],
  filter: CardFilter,
  search: string,
  found: ReadonlySet<string> = new Set(),
): Card[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ id, title, model }: Card) =>
    words.length === 0 || found.has(id) || words.every((word) => `${title} ${model}`.toLowerCase().includes(word));
  return cards
    .filter((card) => fits[filter](card) && matches(card))
    .sort((first, second) => second.createdAt - first.createdAt || (first.id < second.id ? 1 : -1));
}
