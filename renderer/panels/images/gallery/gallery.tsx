import { Search, Star, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useCall } from '../../../lib/client/query.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { PaneHead } from '../../../ui/layout/pane-head.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { onStage, useForm } from '../form.ts';
import { imageStore, openGeneration } from '../images.ts';
import { type Card, sentTogether } from '../model/card.ts';
import s from './gallery.module.css';
import { editImageOf, GalleryCard, saveImageOf } from './gallery-card.tsx';
import { chooseAll, chooseCard, confirmDelete, endSelection, imageOrder, noneChosen, selection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';

/** All generations: filters and search, actions on the selected ones, and the list. */
export function Gallery({ cards }: { cards: readonly Card[] | undefined }) {
  const t = useStrings().images.gallery;
  const form = useForm();
  const { galleryFilter } = form;
  const [isSearching, setSearching] = useState(false);
  const [search, setSearch] = useState('');
  const chosen = useStore(selection);
  const all = cards ?? [];
  const filter = cardFilters.find((one) => one === galleryFilter) ?? 'all';
  const found = useFound(useDeferredValue(search.trim()));
  const shown = filterCards(all, filter, search, found);
  const chosenCards = shown.filter(({ id }) => chosen.ids.has(id));
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
        <CardList cards={shown} onStar={() => star(chosenCards)} />
      )}
    </aside>
  );
}

/** Height of a card, px. */
const cardPx = 68;

/** The cards: a press or an arrow key opens one, and with Shift or Ctrl it selects several. */
function CardList({ cards, onStar }: { cards: readonly Card[]; onStar: () => void }) {
  const t = useStrings().images.gallery;
  const active = useActive();
  const shownIds = onStage(useForm());
  const chosen = useStore(selection);
  const order = cards.map(({ id }) => id);
  const together = sentTogether(cards);
  const withImage = cards.flatMap((card) => (hasImage(card) ? card.id : []));
  useEffect(() => imageOrder.setState({ ids: withImage }), [withImage]);

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    const { ids, at } = chosen;
    const isChord = ctrlKey || metaKey;
    if (altKey) return;
    if (isChord && key === 'a') selection.setState(chooseAll(order, chosen));
    else if (isChord) return;
    else if (key === 'Delete' && ids.size > 0) confirmDelete(order.filter((id) => ids.has(id)));
    else if (key === 'Escape' && ids.size > 0) selection.setState({ ...noneChosen, at });
    else if (key === 's' && ids.size > 0) onStar();
    else if (key === ' ' && at !== null)
      selection.setState(chooseCard(chosen, order, at, { extend: false, toggle: true }));
    else if (key === 'u' && at !== null) void editImageOf(at);
    else if (key === 'd' && at !== null) void saveImageOf(at);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list box inside has the focus
    <div className={s.list} onKeyDown={onKeyDown}>
      <p className="sr-only">{t.keys}</p>
      <VirtualList
        label={t.title}
        items={cards}
        itemKey={({ id }) => id}
        rowHeight={cardPx}
        selectedKey={chosen.at}
        chosenKeys={chosen.ids}
        onSelect={({ id }, how) => {
          selection.setState(chooseCard(chosen, order, id, how));
          if (!how.extend && !how.toggle) void openGeneration(id, active);
        }}
        onOpen={({ id }) => void openGeneration(id, active)}
        renderItem={(card) => (
          <GalleryCard
            card={card}
            hasModel={together.has(card.id)}
            isChosen={chosen.ids.has(card.id)}
            isShown={shownIds.includes(card.id)}
          />
        )}
      />
    </div>
  );
}

/** The stage can step to it: it shows an image, or will. */
const hasImage = ({ state, imageCount, thumbId }: Card): boolean =>
  state === 'running' || imageCount > 0 || thumbId !== null;

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
