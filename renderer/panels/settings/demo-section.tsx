import { useEffect, useState } from 'react';
import type { DemoState } from '#shared/contract/demo.ts';
import { client } from '../../lib/client/client.ts';
import { putResult, useCall } from '../../lib/client/query.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { startDemo } from '../../lib/gateway/connections/start-demo.ts';
import { openFailureMenu, useSimulatedFailure } from '../../lib/gateway/demo/simulate-failure.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { SliderNumber } from '../../ui/fields/slider.tsx';
import layout from '../../ui/layout/layout.module.css';
import s from './settings.module.css';

const maxPace = 500;

/** The demo gateway: on or off, how fast it responds, and which failure it simulates. */
export function DemoSection() {
  const t = useStrings().settings;
  const { data: state } = useCall('demo', 'state', {});
  const failure = useSimulatedFailure();
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
        <Field label={t.scenario} layout="row">
          <Button onClick={openFailureMenu}>{failure ?? t.scenarioNone}</Button>
        </Field>
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
