import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../../ui/base/icon.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { fuzzyMatch } from '../../search/fuzzy.ts';
import { groupOf, type ParameterGroup, parameterGroups } from './parameter-groups.ts';
import type { ParameterItem } from './parameter-row.tsx';
import s from './unsent-parameters.module.css';

interface ParameterPickerProps {
  parameters: readonly ParameterItem[];
  /** Listed alone until something is typed. */
  group: ParameterGroup | undefined;
  onChoose: (parameter: ParameterItem) => void;
}

/** Finds a parameter by its name, what it does or its group; arrow keys move, Enter chooses. */
export function ParameterPicker({ parameters, group, onChoose }: ParameterPickerProps) {
  const t = useStrings().gateway.parameters;
  const [query, setQuery] = useState('');
  const [activeName, setActive] = useState<string | null>(null);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  const matches = parameters.filter(({ name, hint = '' }) =>
    query === ''
      ? group === undefined || groupOf(name) === group
      : fuzzyMatch(query, `${name} ${hint} ${t.groups[groupOf(name)]}`),
  );
  const groups = parameterGroups
    .map((each) => ({ group: each, members: matches.filter(({ name }) => groupOf(name) === each) }))
    .filter(({ members }) => members.length > 0);
  const options = groups.flatMap(({ members }) => members);
  const active = options.find(({ name }) => name === activeName) ?? options[0];
  const optionId = ({ name }: ParameterItem) => `${id}${name}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      const next = options[(active ? options.indexOf(active) : -1) + step];
      if (next) setActive(next.name);
      if (next) document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && active) onChoose(active);
    else return;
    event.preventDefault();
  };
  return (
    <div className={s.picker}>
      <TextField
        ref={input}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={active ? optionId(active) : undefined}
        value={query}
        onValueChange={setQuery}
        onKeyDown={onKeyDown}
        icon={<Icon of={Search} size="s" />}
        placeholder={t.search}
        aria-label={t.search}
      />
      <div id={id} className={s.options} role="listbox" aria-label={t.notSent}>
        {groups.map(({ group: each, members }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={each} role="group" aria-label={t.groups[each]}>
            {(group === undefined || query !== '') && (
              <div className={s.caption} aria-hidden>
                {t.groups[each]}
              </div>
            )}
            {members.map((parameter) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the search field
              <div
                key={parameter.name}
                id={optionId(parameter)}
                className={s.option}
                role="option"
                tabIndex={-1}
                aria-selected={parameter === active}
                aria-label={parameter.name}
                title={parameter.hint}
                onPointerMove={() => setActive(parameter.name)}
                onClick={() => onChoose(parameter)}
              >
                <span className="mono">{parameter.name}</span>
                {parameter.hint && <span className={`cut-text ${s.hint}`}>{parameter.hint}</span>}
              </div>
            ))}
          </div>
        ))}
        {options.length === 0 && <p className={s.none}>{t.none}</p>}
      </div>
    </div>
  );
}
