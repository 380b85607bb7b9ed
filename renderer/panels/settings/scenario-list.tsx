import { Search } from 'lucide-react';
import { useState } from 'react';
import type { DemoState } from '#shared/contract/demo.ts';
import { CoreText } from '../../lib/failures/failure-text.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { fuzzyMatch } from '../../lib/page/fuzzy.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import s from './settings.module.css';

type Scenario = DemoState['scenarios'][number];

export interface ScenarioListProps {
  scenarios: readonly Scenario[];
  value: string | null;
  onValueChange: (name: string | null) => void;
}

const none = '';

/** Every fault the demo gateway can show, found by its name or by what it does. */
export function ScenarioList({ scenarios, value, onValueChange }: ScenarioListProps) {
  const t = useStrings().settings;
  const [query, setQuery] = useState('');
  const rows = [
    { name: none, title: t.scenarioNone, about: '' },
    ...scenarios.filter(({ name, title, about }) => fuzzyMatch(query, `${name} ${title} ${about}`)),
  ];
  const chosen = scenarios.find(({ name }) => name === value);
  return (
    <div className={s.scenarios}>
      <div className={s.blockHead}>
        <h3>{t.scenario}</h3>
        <span className={s.quiet} role="status">
          {chosen ? t.scenarioOn(chosen.title) : t.scenarioFound(rows.length - 1)}
        </span>
        <span className={s.space} />
        <TextField
          value={query}
          onValueChange={setQuery}
          size="sm"
          width={220}
          icon={<Icon of={Search} size="s" />}
          placeholder={t.scenarioFind}
          aria-label={t.scenarioFind}
        />
      </div>
      <div className={s.list}>
        <VirtualList
          label={t.scenario}
          items={rows}
          itemKey={({ name }) => name}
          rowHeight={44}
          measured
          selectedKey={value ?? none}
          onSelect={({ name }) => onValueChange(name === none ? null : name)}
          renderItem={({ name, title, about }) => (
            <div className={s.scenario}>
              <span className={s.scenarioTitle}>
                <CoreText>{title}</CoreText>
              </span>
              <span className="mono-s">{name}</span>
              {about && (
                <span className={s.scenarioAbout}>
                  <CoreText>{about}</CoreText>
                </span>
              )}
            </div>
          )}
        />
      </div>
    </div>
  );
}
