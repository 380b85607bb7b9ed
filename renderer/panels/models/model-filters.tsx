import { useState } from 'react';
import { formatNumber } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Tick } from '../../ui/controls/tick.tsx';
import { PaneHead } from '../../ui/layout/pane-head.tsx';
import { emptyFilter, isFiltered, setFilter, toggled, useCatalog, useModelsStore } from './catalog.ts';
import s from './models.module.css';

const fewOwners = 8;

/** The filters of the catalog, each group with its counts. */
export function ModelFilters() {
  const t = useStrings();
  const { all, facets, filter } = useCatalog();
  const [allOwners, setAllOwners] = useState(false);
  const owners = allOwners ? facets.owners : facets.owners.slice(0, fewOwners);
  return (
    <>
      <PaneHead title={t.models.filters}>
        {isFiltered(filter) && (
          <Button size="sm" intent="quiet" onClick={() => useModelsStore.setState({ filter: emptyFilter })}>
            {t.models.clear}
          </Button>
        )}
      </PaneHead>
      <div className={s.groups}>
        {all.length === 0 && <p className={s.nothing}>{t.models.nothingToFilter}</p>}
        <FilterGroup
          label={t.models.groups.capabilities}
          choices={facets.capabilities}
          chosen={filter.capabilities}
          nameOf={(value) => t.pieces.models.capabilities[value]}
          onChange={(capabilities) => setFilter({ capabilities })}
        />
        <FilterGroup
          label={t.models.groups.listed}
          choices={facets.listed}
          chosen={filter.listed}
          nameOf={(value) => t.models.listed[value]}
          onChange={(listed) => setFilter({ listed })}
        />
        <FilterGroup
          label={t.models.groups.answers}
          choices={facets.answers}
          chosen={filter.answers}
          nameOf={(value) => t.models.answers[value]}
          onChange={(answers) => setFilter({ answers })}
        />
        {facets.changed > 0 && (
          <fieldset className={s.group}>
            <legend>{t.models.groups.changed}</legend>
            <div className={s.choice}>
              <Tick
                checked={filter.onlyChanged}
                onCheckedChange={(onlyChanged) => setFilter({ onlyChanged })}
                label={t.models.onlyChanged}
              />
              <span className={s.count}>{formatNumber(facets.changed)}</span>
            </div>
          </fieldset>
        )}
        <FilterGroup
          label={t.models.groups.owners}
          choices={owners}
          chosen={filter.owners}
          nameOf={(value) => value || t.models.noOwner}
          onChange={(next) => setFilter({ owners: next })}
        />
        {facets.owners.length > fewOwners && (
          <Button size="sm" intent="quiet" aria-expanded={allOwners} onClick={() => setAllOwners(!allOwners)}>
            {allOwners ? t.models.fewerOwners : t.models.moreOwners(facets.owners.length - fewOwners)}
          </Button>
        )}
      </div>
    </>
  );
}

interface FilterGroupProps<T extends string> {
  label: string;
  choices: readonly [value: T, count: number][];
  chosen: readonly T[];
  nameOf: (value: T) => string;
  onChange: (chosen: T[]) => void;
}

function FilterGroup<T extends string>({ label, choices, chosen, nameOf, onChange }: FilterGroupProps<T>) {
  const shown = choices.filter(([value, count]) => count > 0 || chosen.includes(value));
  if (shown.length === 0) return null;
  return (
    <fieldset className={s.group}>
      <legend>{label}</legend>
      {shown.map(([value, count]) => (
        <div key={value} className={s.choice}>
          <Tick
            checked={chosen.includes(value)}
            onCheckedChange={() => onChange(toggled(chosen, value))}
            label={<span className="cut-text">{nameOf(value)}</span>}
          />
          <span className={s.count}>{formatNumber(count)}</span>
        </div>
      ))}
    </fieldset>
  );
}
