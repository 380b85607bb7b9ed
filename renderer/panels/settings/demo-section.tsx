import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DemoState } from '#shared/contract/demo.ts';
import { client } from '../../lib/client/client.ts';
import { putResult, useCall } from '../../lib/client/query.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { CoreText } from '../../lib/failures/failure-text.tsx';
import { startDemo } from '../../lib/gateway/connections/start-demo.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { fuzzyMatch } from '../../lib/search/fuzzy.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { SliderNumber } from '../../ui/fields/slider.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import layout from '../../ui/layout/layout.module.css';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import s from './settings.module.css';

const maxPace = 500;

/** The demo gateway: on or off, how fast it responds, and which fault it shows. */
export function DemoSection() {
  const t = useStrings().settings;
  const { data: state } = useCall('demo', 'state', {});
  const act = useAction(async (ask: () => Promise<DemoState>) => putResult('demo', 'state', {}, await ask()));
  if (!state) return null;
  return (
    <section id="setting-demo" tabIndex={-1} className={s.block}>
      <div className={layout.row}>
        <h2>{t.demo}</h2>
        <Badge intent={state.running ? 'ok' : 'neutral'}>{state.running ? t.demoRunning : t.demoStopped}</Badge>
        <span className="space" />
        <Button
          busy={act.busy}
          intent={state.running ? 'plain' : 'primary'}
          onClick={() => void act.run(() => (state.running ? client.demo.stop({}) : startDemo()))}
        >
          {state.running ? t.demoStop : t.demoStart}
        </Button>
      </div>
      <p className={s.about}>{t.demoAbout}</p>
      {act.failure && <FailureCard failure={act.failure} />}
      {state.running && state.address && (
        <Field label={t.demoAddress} layout="row">
          <span className={s.address}>
            <span className="mono">{state.address}</span>
            <CopyButton text={state.address} labels={{ copy: t.copyAddress, copied: t.copied, failed: t.copyFailed }} />
          </span>
        </Field>
      )}
      {state.running && <Pace pace={state.pace} onPace={(pace) => void act.run(() => client.demo.set({ pace }))} />}
      {state.running && (
        <ScenarioList
          scenarios={state.scenarios}
          value={state.scenario}
          onValueChange={(scenario) => void act.run(() => client.demo.set({ scenario }))}
        />
      )}
    </section>
  );
}

/** The slider moves at once; the gateway is updated when it stops moving. */
function Pace({ pace, onPace }: { pace: number; onPace: (pace: number) => void }) {
  const t = useStrings().settings;
  const [moved, setMoved] = useState<number | null>(null);
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => {
      onPace(moved);
      setMoved(null);
    }, 200);
    return () => clearTimeout(timer);
  }, [moved, onPace]);
  return (
    <Field label={t.pace} layout="row" hint={t.paceHint}>
      <SliderNumber
        label={t.pace}
        value={moved ?? pace}
        onValueChange={(next) => setMoved(next)}
        min={0}
        max={maxPace}
        step={5}
      />
    </Field>
  );
}

type Scenario = DemoState['scenarios'][number];

interface ScenarioListProps {
  scenarios: readonly Scenario[];
  value: string | null;
  onValueChange: (name: string | null) => void;
}

const none = '';

/** All faults of the demo gateway, searchable by name or description. */
function ScenarioList({ scenarios, value, onValueChange }: ScenarioListProps) {
  const t = useStrings().settings;
  const [query, setQuery] = useState('');
  const rows = [
    { name: none, title: t.scenarioNone, about: '' },
    ...scenarios.filter(({ name, title, about }) => fuzzyMatch(query, `${name} ${title} ${about}`)),
  ];
  const chosen = scenarios.find(({ name }) => name === value);
  return (
    <div className={layout.stackTight}>
      <div className={layout.row}>
        <h3>{t.scenario}</h3>
        <span className={s.quiet} role="status">
          {chosen ? t.scenarioOn(chosen.title) : t.scenarioFound(rows.length - 1)}
        </span>
        <span className="space" />
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
