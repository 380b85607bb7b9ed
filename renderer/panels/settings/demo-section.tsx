import { useEffect, useState } from 'react';
import type { DemoState } from '#shared/contract/demo.ts';
import { client } from '../../lib/client/client.ts';
import { putResult, useCall } from '../../lib/client/query.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { startDemo } from '../../lib/gateway/connections/start-demo.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useAction } from '../../lib/page/use-action.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { SliderNumber } from '../../ui/fields/slider-number.tsx';
import { ScenarioList } from './scenario-list.tsx';
import s from './settings.module.css';

const mostPace = 500;

/** The demo gateway: on or off, how fast it answers, and which fault it shows. */
export function DemoSection() {
  const t = useStrings().settings;
  const { data: state } = useCall('demo', 'state', {});
  const act = useAction(async (ask: () => Promise<DemoState>) => putResult('demo', 'state', {}, await ask()));
  if (!state) return null;
  return (
    <section className={s.block}>
      <div className={s.blockHead}>
        <h2>{t.demo}</h2>
        <Badge intent={state.running ? 'ok' : 'neutral'}>{state.running ? t.demoRunning : t.demoStopped}</Badge>
        <span className={s.space} />
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

/** The slider moves at once; the gateway is told when it rests. */
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
        max={mostPace}
        step={5}
      />
    </Field>
  );
}
