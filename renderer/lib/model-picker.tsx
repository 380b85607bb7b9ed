import { RotateCw, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ModelRecord } from '#shared/routes/part.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { TextField } from '../ui/text-field.tsx';
import { VirtualList, type VirtualListHandle } from '../ui/virtual-list.tsx';
import { hintOf } from './failures.ts';
import { formatWhen } from './format.ts';
import { fuzzyRank } from './fuzzy.ts';
import { refreshModels, useModels } from './model-list.ts';
import s from './model-picker.module.css';
import { useStrings } from './strings.ts';
import { useAction } from './use-action.ts';

export interface ModelPickerProps {
  connectionId: string | undefined;
  keyId: string | undefined;
  value: string;
  onValueChange: (model: string) => void;
}

/** A model of the list, or the words of the field taken as they stand. */
type Choice = { kind: 'model'; model: ModelRecord } | { kind: 'typed'; id: string };

const idOf = (choice: Choice) => (choice.kind === 'model' ? choice.model.id : choice.id);
const keyOf = (choice: Choice) => `${choice.kind} ${idOf(choice)}`;

/** Finds a model while typing, in a list of any length. An id that no listing names can always be typed. */
export function ModelPicker({ connectionId, keyId, value, onValueChange }: ModelPickerProps) {
  const t = useStrings().pieces.models;
  const [query, setQuery] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { data } = useModels(connectionId, keyId);
  const refresh = useAction(refreshModels);
  const listId = useId();
  const list = useRef<VirtualListHandle>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const choices = choicesFor(data?.models ?? [], query);
  const usual = choices.find((choice) => idOf(choice) === value) ?? choices[0];
  const active = choices.find((choice) => keyOf(choice) === activeKey) ?? (query ? choices[0] : usual);
  const failure = refresh.failure ?? data?.failures[0] ?? null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && active) onValueChange(idOf(active));
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const at = active ? choices.indexOf(active) : -1;
      const next = choices[at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (next) setActiveKey(keyOf(next));
      if (next) list.current?.scrollToIndex(choices.indexOf(next));
    } else return;
    event.preventDefault();
  };

  return (
    <div className={s.picker}>
      <TextField
        ref={input}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        mono
        value={query}
        onValueChange={(next) => {
          setQuery(next);
          setActiveKey(null);
        }}
        onKeyDown={onKeyDown}
        icon={<Icon of={Search} size="s" />}
        placeholder={t.placeholder}
        aria-label={t.placeholder}
      />
      <span className="sr-only" role="status">
        {active ? idOf(active) : ''}
      </span>
      <div className={s.list} id={listId}>
        <VirtualList
          ref={list}
          label={t.list}
          items={choices}
          itemKey={keyOf}
          rowHeight={32}
          selectedKey={active ? keyOf(active) : null}
          onSelect={(choice) => setActiveKey(keyOf(choice))}
          onOpen={(choice) => onValueChange(idOf(choice))}
          empty={<p className={s.empty}>{data?.asOf == null ? t.notListed : t.none}</p>}
          renderItem={(choice) => (
            <ChoiceRow
              choice={choice}
              isCurrent={idOf(choice) === value}
              onChoose={() => onValueChange(idOf(choice))}
            />
          )}
        />
      </div>
      {failure && (
        <Note intent="warn">
          {failure.message} {hintOf(failure)}
        </Note>
      )}
      <div className={s.foot}>
        <span className={s.asOf}>{data?.asOf ? t.asOf(data.models.length, formatWhen(data.asOf)) : t.never}</span>
        <Button
          size="sm"
          intent="quiet"
          icon={<Icon of={RotateCw} size="s" />}
          busy={refresh.busy}
          disabled={!connectionId}
          onClick={() => connectionId && void refresh.run(connectionId, keyId)}
        >
          {t.refresh}
        </Button>
      </div>
    </div>
  );
}

function ChoiceRow({ choice, isCurrent, onChoose }: { choice: Choice; isCurrent: boolean; onChoose: () => void }) {
  const t = useStrings().pieces.models;
  const facts = choice.kind === 'model' ? factsOf(choice.model) : '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the option around it has the role, the list box the keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the list box chooses
    <div className={s.row} onClick={onChoose}>
      {choice.kind === 'typed' ? t.asTyped(choice.id) : <span className="mono cut-text">{choice.model.id}</span>}
      <span className={s.note}>{isCurrent ? t.current : facts}</span>
    </div>
  );
}

const factsOf = ({ name, owner, endpoints }: ModelRecord) =>
  [name, owner, ...endpoints.slice(0, 2)].filter(Boolean).join(', ');

/** Matching models, best first, and behind them the typed words unless a model is called just so. */
export function choicesFor(models: readonly ModelRecord[], query: string): Choice[] {
  const typed = query.trim();
  const found = fuzzyRank(typed, models, ({ id }) => id).map(({ item }): Choice => ({ kind: 'model', model: item }));
  const isListed = models.some(({ id }) => id === typed);
  return typed && !isListed ? [...found, { kind: 'typed', id: typed }] : found;
}
