import { Gauge, KeyRound, Waves } from 'lucide-react';
import type { Connection } from '#shared/contract/connections.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { refreshModels, useModels } from '../../../lib/gateway/models/model-list.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { type Preset, presets, setupFor } from '../model/setup.ts';
import { openSetup } from '../view.ts';
import s from './start.module.css';

const presetIcons = { open: KeyRound, smallest: Gauge, everything: Waves } as const satisfies Record<Preset, unknown>;

/** Shown when nothing was ever checked on this connection: what a check is, and three presets. */
export function StartWork({ connection }: { connection: Connection }) {
  const t = useStrings().checks.start;
  return (
    <div className={s.start}>
      <h1>{t.title}</h1>
      <p className={s.body}>{t.body(connection.name)}</p>
      <div className={s.presets}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className={s.preset}
            onClick={() => openSetup(connection.id, setupFor(preset))}
          >
            <Icon of={presetIcons[preset]} />
            <span className={s.name}>{t.presets[preset].name}</span>
            <span className={s.about}>{t.presets[preset].body}</span>
          </button>
        ))}
      </div>
      <p className={s.about}>{t.plannedFirst}</p>
      <EmptyCatalog connectionId={connection.id} />
    </div>
  );
}

/**
 * Shown where no list names any model: what that means, and a free alternative.
 *
 * @param withReason also why the list could not be read before.
 */
export function EmptyCatalog({ connectionId, withReason = false }: { connectionId: string; withReason?: boolean }) {
  const t = useStrings().checks.start;
  const { key } = useActive();
  const { data } = useModels(connectionId, key?.id);
  const list = useAction(() => refreshModels(connectionId, key?.id));
  if (!data || data.models.length > 0) return null;
  const failure = list.failure ?? (withReason ? data.failures[0] : undefined);
  return (
    <>
      <Note
        intent="warn"
        action={
          <Button size="sm" busy={list.busy} onClick={() => void list.run()}>
            {t.listModels}
          </Button>
        }
      >
        {t.emptyCatalog}
      </Note>
      {failure && <FailureCard failure={failure} announce={withReason && list.failure !== null} />}
    </>
  );
}
