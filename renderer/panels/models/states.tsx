import { type FormEvent, useState } from 'react';
import type { ModelList } from '#shared/contract/models.ts';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { headlineOf } from '../../lib/failures/failures.ts';
import { startDemo } from '../../lib/gateway/connections/start-demo.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useDates } from '../../lib/i18n/use-dates.ts';
import { goTo } from '../../lib/navigation/open-panel.ts';
import { openWireRecord } from '../../lib/navigation/wire-focus.ts';
import { useAction } from '../../lib/page/use-action.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import s from './models.module.css';

/** Nothing can be listed before there is a gateway. */
export function NoConnection() {
  const t = useStrings();
  const demo = useAction(startDemo);
  return (
    <EmptyState
      title={t.connections.empty}
      level={2}
      actions={
        <>
          <Button intent="primary" onClick={() => goTo('welcome')}>
            {t.connections.add}
          </Button>
          <Button busy={demo.busy} onClick={() => void demo.run()}>
            {t.welcome.demo}
          </Button>
        </>
      }
    >
      {t.models.noConnection}
      {demo.failure && <FailureCard failure={demo.failure} />}
    </EmptyState>
  );
}

interface NoModelsProps {
  list: ModelList | undefined;
  busy: boolean;
  onList: () => void;
  onOpen: (model: string) => void;
}

/** Never listed, listed and empty, or the listing failed: three things that read differently. An id can always be typed. */
export function NoModels({ list, busy, onList, onOpen }: NoModelsProps) {
  const t = useStrings().models;
  // An empty listing is an answer: the key was accepted.
  const failure = list?.failures.find(({ code }) => code !== 'empty');
  const isEmpty = !failure && list?.asOf != null;
  return (
    <EmptyState
      title={failure ? t.failed(failure.status) : isEmpty ? t.empty : t.never}
      level={2}
      actions={
        <Button intent={isEmpty || failure ? 'plain' : 'primary'} busy={busy} onClick={onList}>
          {t.listAgain}
        </Button>
      }
    >
      <div className={s.states}>
        <p>{failure ? t.failedBody : isEmpty ? t.emptyBody : t.neverBody}</p>
        {failure && <FailureCard failure={failure} announce={false} />}
        {(failure || isEmpty) && <ByHand onOpen={onOpen} />}
      </div>
    </EmptyState>
  );
}

function ByHand({ onOpen }: { onOpen: (model: string) => void }) {
  const t = useStrings().models;
  const [id, setId] = useState('');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (id.trim()) onOpen(id.trim());
  };
  return (
    <form className={s.byHand} onSubmit={onSubmit}>
      <TextField value={id} onValueChange={setId} mono aria-label={t.byHand} placeholder={t.byHand} />
      <Button type="submit" disabledReason={id.trim() ? undefined : t.byHandFirst}>
        {t.openInChat}
      </Button>
    </form>
  );
}

/** The models are of an earlier listing, or of one of the two. */
export function StaleList({ list }: { list: ModelList }) {
  const t = useStrings();
  const dates = useDates();
  const failure = list.failures[0];
  if (!failure) return null;
  const { exchangeId } = failure;
  return (
    <div className={s.notes}>
      <Note
        intent="warn"
        action={
          exchangeId && (
            <Button size="sm" intent="quiet" onClick={() => openWireRecord(exchangeId, 'response')}>
              {t.connections.wire}
            </Button>
          )
        }
      >
        {t.models.stale(
          list.asOf === null ? null : dates.formatWhen(list.asOf),
          headlineOf(failure, t),
          failure.status,
        )}
      </Note>
    </div>
  );
}
