import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { PromptRow } from '#shared/contract/prompts.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { FieldOption } from '../../ui/lists/field-option.tsx';
import { AnchoredPopover } from '../../ui/overlays/anchored-popover.tsx';
import { useCall } from '../client/query.ts';
import { useStrings } from '../i18n/strings.ts';
import type { PresetTarget } from './composer-target.ts';
import { type Preset, usePresets } from './presets.ts';
import s from './saved.module.css';

/** What is searched for. */
export interface TypedQuery {
  text: string;
  /** Enter was pressed last: it applies once the prompts for the text are there. */
  isEntered: boolean;
}

export const nothingTyped: TypedQuery = { text: '', isEntered: false };

/** What a composer's list offers. */
export type PickerRow =
  | { kind: 'prompt'; id: string; name: string; prompt: PromptRow }
  | { kind: 'preset'; id: string; name: string; preset: Preset; target: PresetTarget };

/** Prompts that are drawn; the others are found by typing. */
export const shownPrompts = 100;

/** Returns the rows of the list: the first prompts, then the presets of the composer whose name contains every word. */
export function pickerRows(
  prompts: readonly PromptRow[],
  presets: readonly Preset[],
  targets: readonly PresetTarget[],
  query: string,
): PickerRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  return [
    ...prompts
      .slice(0, shownPrompts)
      .map((prompt): PickerRow => ({ kind: 'prompt', id: `prompt ${prompt.id}`, name: prompt.name, prompt })),
    ...targets.flatMap((target) =>
      presets
        .filter(({ scope, name }) => scope === target.scope && fits(name))
        .map((preset): PickerRow => ({ kind: 'preset', id: `preset ${preset.id}`, name: preset.name, preset, target })),
    ),
  ];
}

interface PromptPickerProps {
  typed: TypedQuery;
  onTyped: (typed: TypedQuery) => void;
  presets: readonly PresetTarget[];
  field: () => HTMLElement | null;
  onChoose: (row: PickerRow) => void;
  /** Called without a choice; `slash` when the user wants the slash itself, followed by what was typed. */
  onClose: (slash: string | null) => void;
  onManage: () => void;
  /** A slash opened it: Escape types the slash. */
  isBySlash: boolean;
}

/** The list behind `/` in a composer: prompts, and presets of its parameters, filtered while typing. */
export function PromptPicker(props: PromptPickerProps) {
  const { typed, onTyped, presets, field, onChoose, onClose, onManage, isBySlash } = props;
  const t = useStrings().prompts.picker;
  const { text: query, isEntered } = typed;
  const [activeId, setActiveId] = useState<string | null>(null);
  const { data, isPlaceholderData } = useCall(
    'prompts',
    'list',
    { text: query.trim().slice(0, 500), kind: 'prompt' },
    { keepPrevious: true },
  );
  const isFound = data !== undefined && !isPlaceholderData;
  const stored = usePresets();
  const rows = pickerRows(data ?? [], stored, presets, query);
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  );
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active row is the occasion
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, query]);

  const enter = () => {
    const row = rows[at];
    // Before the prompts for this query are there, Enter waits for them.
    onTyped({ text: query, isEntered: !isFound });
    if (isFound && row) onChoose(row);
  };
  const onFound = useEffectEvent(enter);
  useEffect(() => {
    if (isFound && isEntered) onFound();
  }, [isFound, isEntered]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = rows.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      PageDown: last,
      PageUp: 0,
    };
    if (event.key === 'Enter') enter();
    else if (event.key in steps) setActiveId(rows[steps[event.key] ?? 0]?.id ?? null);
    else return;
    event.preventDefault();
  };
  const close = () => onClose(isBySlash ? `/${query}` : null);
  const hidden = (data?.length ?? 0) - shownPrompts;

  return (
    <AnchoredPopover
      open
      onOpenChange={(open) => open || close()}
      label={t.label}
      anchor={() => field()?.closest('[data-composer]') ?? field()}
      side="top"
      initialFocus={input}
      nextFocus={field}
    >
      <div className={s.picker}>
        <TextField
          ref={input}
          role="combobox"
          aria-expanded={rows.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={rows[at] && `${listId}${at}`}
          aria-label={t.search}
          placeholder={t.search}
          icon={<Icon of={Search} size="s" />}
          value={query}
          onValueChange={(next) => {
            setActiveId(null);
            onTyped({ text: next, isEntered: false });
          }}
          onKeyDown={onKeyDown}
        />
        <span className="sr-only" role="status">
          {isFound && t.found(rows.length)}
        </span>
        <div ref={list} id={listId} role="listbox" aria-label={t.list} className={s.list}>
          {rows.map((row, index) => (
            <Option
              key={row.id}
              id={`${listId}${index}`}
              row={row}
              startsGroup={row.kind !== rows[index - 1]?.kind}
              isActive={index === at}
              onPoint={() => setActiveId(row.id)}
              onChoose={() => onChoose(row)}
            />
          ))}
        </div>
        {data && rows.length === 0 && <p className={s.empty}>{query.trim() === '' ? t.none : t.noHits(query)}</p>}
        {hidden > 0 && <p className={s.empty}>{t.more(hidden)}</p>}
        <div className={s.foot}>
          <span>
            <Kbd>↵</Kbd> {t.choose}
          </span>
          {isBySlash && (
            <span>
              <Kbd>Esc</Kbd> {t.slash}
            </span>
          )}
          <Button size="sm" intent="quiet" onClick={onManage}>
            {t.manage}
          </Button>
        </div>
      </div>
    </AnchoredPopover>
  );
}

interface OptionProps {
  id: string;
  row: PickerRow;
  startsGroup: boolean;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, row, startsGroup, isActive, onPoint, onChoose }: OptionProps) {
  const t = useStrings().prompts.picker;
  const variables = row.kind === 'prompt' ? row.prompt.variables.length : 0;
  return (
    <>
      {startsGroup && (
        <div className={s.caption} role="presentation">
          {t.groups[row.kind]}
        </div>
      )}
      <FieldOption id={id} isActive={isActive} className={s.option} onChoose={onChoose} onPoint={onPoint}>
        <span className={s.first}>
          <span className="cut-text">{row.name}</span>
          {variables > 0 && <span className={s.note}>{t.variables(variables)}</span>}
        </span>
        {row.kind === 'prompt' && <span className={`cut-text ${s.excerpt}`}>{row.prompt.excerpt}</span>}
      </FieldOption>
    </>
  );
}
