import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { Icon } from '../base/icon.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { TextField } from '../fields/text-field.tsx';
import s from './find-bar.module.css';

export interface FindLabels {
  find: string;
  next: string;
  previous: string;
  close: string;
  /** "3 of 214", or "214 and more"; `at` is 0 before the first step. */
  count: (at: number, total: number, more: boolean) => string;
}

export interface FindBarProps {
  query: string;
  onQueryChange: (query: string) => void;
  at: number;
  total: number;
  more: boolean;
  onStep: (direction: 1 | -1) => void;
  onClose: () => void;
  labels: FindLabels;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** The search row over a long text. Enter is next, Shift+Enter previous, Escape closes. */
export function FindBar({ query, onQueryChange, at, total, more, onStep, onClose, labels, inputRef }: FindBarProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={s.bar}>
      <span className={s.query}>
        <TextField
          ref={inputRef}
          size="sm"
          mono
          aria-label={labels.find}
          placeholder={labels.find}
          value={query}
          onValueChange={onQueryChange}
          onKeyDown={onKeyDown}
        />
      </span>
      <span className={s.count} role="status">
        {query === '' ? '' : labels.count(at, total, more)}
      </span>
      <IconButton size="sm" label={labels.previous} icon={<Icon of={ArrowUp} size="s" />} onClick={() => onStep(-1)} />
      <IconButton size="sm" label={labels.next} icon={<Icon of={ArrowDown} size="s" />} onClick={() => onStep(1)} />
      <IconButton size="sm" label={labels.close} icon={<Icon of={X} size="s" />} onClick={onClose} />
    </search>
  );
}
