import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../../lib/i18n/strings.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { keysLabel, keysLabels } from '../../lib/shortcuts/keys-label.ts';
import { classes } from '../../ui/base/class-names.ts';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { FieldOption } from '../../ui/lists/field-option.tsx';
import { focusNow } from '../../ui/overlays/focus-now.ts';
import { Glyph } from '../glyph.tsx';
import { closeOverlay, overlay } from '../overlays/overlay-state.ts';
import s from './palette.module.css';
import { firstHarmless, readQuery, type ShownRow, shownRows } from './palette-rows.ts';
import { usePaletteRows } from './use-palette-rows.tsx';

function run(row: ShownRow): void {
  if (!row.risk) rememberRow(row.id);
  closeOverlay();
  row.run();
}

/** Quiet time before the core searches, milliseconds. */
const searchDelayMs = 120;

/** Returns the newest value that stayed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), searchDelayMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** px for rows: the palette is at most 620 high and 80% of the page, of which its field and its foot take 100. */
const roomPx = () => Math.min(620, window.innerHeight * 0.8) - 100;

/** One field that finds everything: actions, panels, documents, connections, models, parameters, exchanges, settings. */
export function Palette() {
  const t = useStrings().palette;
  const query = useStore(overlay, (state) => state.query);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { recent } = useRecentRows();
  const all = usePaletteRows(useSettled(readQuery(query).query.trim()));
  const rows = shownRows(all, query, { recent, roomPx: roomPx() });
  const chosenAt = rows.findIndex(({ id }) => id === chosenId);
  /** -1: what is listed sends or deletes something, so nothing is selected until the user selects it. */
  const at = chosenAt >= 0 ? chosenAt : firstHarmless(rows);
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chosen row is the occasion
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, query]);

  const enter = () => {
    const row = rows[at];
    if (row) run(row);
    else setChosenId(rows[0]?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = rows.length - 1;
    const next = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, PageDown: last, PageUp: 0 }[
      event.key
    ];
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) enter();
    else if (next !== undefined) setChosenId(rows[next]?.id ?? null);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog.Root open onOpenChange={closeOverlay}>
      <Dialog.Portal>
        <Dialog.Backdrop className={s.scrim} />
        <Dialog.Popup className={s.palette} initialFocus={() => focusNow(input.current)}>
          <Dialog.Title className="sr-only">{t.title}</Dialog.Title>
          <div className={s.field}>
            <Glyph name="find" />
            <input
              ref={input}
              className={s.input}
              role="combobox"
              aria-expanded
              aria-controls={listId}
              aria-activedescendant={at >= 0 ? optionId(at) : undefined}
              aria-label={t.placeholder}
              placeholder={t.placeholder}
              autoComplete="off"
              spellCheck={false}
              value={query}
              // A popup that still closes gives its own focus back a frame later.
              onBlur={({ currentTarget, relatedTarget }) => relatedTarget && currentTarget.focus()}
              onChange={(event) => {
                overlay.setState({ query: event.target.value });
                setChosenId(null);
              }}
              onKeyDown={onKeyDown}
            />
            <Kbd>{keysLabel('Escape')}</Kbd>
          </div>
          <div ref={list} id={listId} className={s.list} role="listbox" aria-label={t.title}>
            {rows.map((row, index) => (
              <PaletteOption
                key={row.id}
                id={optionId(index)}
                row={row}
                caption={row.heading === rows[index - 1]?.heading ? null : t.groups[row.heading]}
                selected={index === at}
                onChoose={() => run(row)}
                onPoint={() => setChosenId(row.id)}
              />
            ))}
          </div>
          {rows.length === 0 && (
            <p className={s.nothing} role="status">
              {t.nothing(query)}
            </p>
          )}
          <footer className={s.foot}>
            <span>
              <Kbd>{keysLabel('Enter')}</Kbd>
              {at < 0 ? t.select : t.run}
            </span>
            <span>
              <Kbd>↑</Kbd>
              <Kbd>↓</Kbd>
              {t.move}
            </span>
            <span className={s.prefixes}>
              {t.prefixes.map((prefix) => (
                <span key={prefix}>{prefix}</span>
              ))}
            </span>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export interface PaletteOptionProps {
  id: string;
  row: ShownRow;
  /** Shown above the first row of a group. */
  caption: string | null;
  selected: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

/** One row: what will happen, with the matching letters marked, and its shortcut. The field above handles the keys. */
function PaletteOption({ id, row, caption, selected, onChoose, onPoint }: PaletteOptionProps) {
  return (
    <>
      {caption && (
        <div className={s.caption} role="presentation">
          {caption}
        </div>
      )}
      <FieldOption id={id} isActive={selected} className={s.row} onChoose={onChoose} onPoint={onPoint}>
        <Glyph name={row.glyph} />
        <span className={classes('cut-text', row.mono && 'mono')}>{marked(row.text, row.marks)}</span>
        <span className={s.trail}>
          {row.badge && !selected && <Badge intent={row.badge.intent}>{row.badge.text}</Badge>}
          {row.badge && selected && row.badge.text}
          {row.note}
          {row.keys &&
            // biome-ignore lint/suspicious/noArrayIndexKey: presses of one chord have nothing but their place
            keysLabels(row.keys).map((label, index) => <Kbd key={index}>{label}</Kbd>)}
        </span>
      </FieldOption>
    </>
  );
}

function marked(text: string, marks: readonly [number, number][]): ReactNode[] {
  let from = 0;
  const pieces: ReactNode[] = [];
  for (const [start, end] of marks) {
    pieces.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  return [...pieces, text.slice(from)];
}

const maxRecent = 20;

/** What was run in the palette, by the ids of its rows, newest first. */
const useRecentRows = persistedStore<{ recent: string[] }>(
  'palette',
  { recent: [] },
  {
    shared: 'live',
    read: ({ recent }) =>
      Array.isArray(recent) ? { recent: recent.filter((id) => typeof id === 'string').slice(0, maxRecent) } : {},
  },
);

const rememberRow = (id: string): void =>
  useRecentRows.setState(({ recent }) => ({
    recent: [id, ...recent.filter((other) => other !== id)].slice(0, maxRecent),
  }));
