import { type UpdateState, updateChannels, updateModes } from '#shared/contract/updates.ts';
import { client } from '../../lib/client/client.ts';
import { putResult, useCall } from '../../lib/client/query.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Field } from '../../ui/fields/field.tsx';
import s from './settings.module.css';

/** Updates: on or off, the channel, and what was found. Gives the reason where this host cannot update. */
export function UpdatesSection() {
  const t = useStrings().settings.updates;
  const { data: state } = useCall('updates', 'state', {});
  const act = useAction(async (ask: () => Promise<UpdateState>) => putResult('updates', 'state', {}, await ask()));
  if (!state) return null;
  const failure = act.failure ?? state.failure;
  return (
    <section id="setting-updates" tabIndex={-1} className={s.block}>
      <h2>{t.title}</h2>
      {state.support === 'ready' ? (
        <>
          <p className={s.about}>{t.about(state.feed ?? '')}</p>
          <Field label={t.mode} layout="row" hint={t.modeHints[state.mode]}>
            <Segmented
              label={t.mode}
              value={state.mode}
              onValueChange={(mode) => void act.run(() => client.updates.choose({ mode }))}
              options={updateModes.map((value) => ({ value, label: t.modes[value] }))}
            />
          </Field>
          <Field label={t.channel} layout="row" hint={t.channelHint}>
            <Segmented
              label={t.channel}
              value={state.channel}
              onValueChange={(channel) => void act.run(() => client.updates.choose({ channel }))}
              options={updateChannels.map((value) => ({ value, label: t.channels[value] }))}
            />
          </Field>
          <Field label={t.now} layout="row">
            <span className={s.address}>
              <span role="status">{t.steps(state)}</span>
              <NextAct state={state} onAct={(ask) => void act.run(ask)} />
            </span>
          </Field>
          {failure && <FailureCard failure={failure} />}
        </>
      ) : (
        <Note>{t.support[state.support]}</Note>
      )}
    </section>
  );
}

function NextAct({ state, onAct }: { state: UpdateState; onAct: (ask: () => Promise<UpdateState>) => void }) {
  const t = useStrings().settings.updates;
  const install = async () => {
    await client.updates.install({});
    return state;
  };
  if (state.step === 'fetched') return <Button onClick={() => onAct(install)}>{t.install}</Button>;
  if (state.step === 'found' || (state.step === 'failed' && state.version))
    return (
      <Button intent="primary" onClick={() => onAct(() => client.updates.fetch({}))}>
        {t.fetch}
      </Button>
    );
  const isBusy = state.step === 'asking' || state.step === 'fetching';
  return (
    <Button busy={isBusy} onClick={() => onAct(() => client.updates.ask({}))}>
      {t.ask}
    </Button>
  );
}
