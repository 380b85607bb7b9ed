import { ArrowRight, RotateCw } from 'lucide-react';
import type { Connection } from '#shared/contract/connections.ts';
import { chooseConnection } from '../../../lib/active.ts';
import { FailureCard } from '../../../lib/failure-card.tsx';
import { refreshModels, useModels } from '../../../lib/model-list.ts';
import { goTo } from '../../../lib/open-panel.ts';
import { useStrings } from '../../../lib/strings.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useDates } from '../../../lib/use-dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import s from './models.module.css';
import { NativeSurface } from './native-surface.tsx';

/** How many models were listed and when, listing them again, and the way to the catalogue. */
export function ModelsCard({ connection, keyId }: { connection: Connection; keyId: string | undefined }) {
  const t = useStrings().connections;
  const dates = useDates();
  const { data } = useModels(connection.id, keyId);
  const refresh = useAction(() => refreshModels(connection.id, keyId));
  const count = (which: 'compatible' | 'native') =>
    Object.values(data?.listedBy ?? {}).filter((lists) => lists.includes(which)).length;
  return (
    <Card
      title={t.models}
      aside={
        data?.asOf &&
        data.models.length > 0 && <span className={s.quiet}>{t.modelsAsOf(dates.formatWhen(data.asOf))}</span>
      }
    >
      {data?.asOf && (data.models.length > 0 || data.failures.length === 0) ? (
        <dl className={s.counts}>
          <dt>{t.inAll}</dt>
          <dd>{data.models.length}</dd>
          <dt className="mono-s">/v1/models</dt>
          <dd>{count('compatible')}</dd>
          <dt className="mono-s">/v1beta/models</dt>
          <dd>{count('native')}</dd>
        </dl>
      ) : (
        <p className={s.quiet}>{data?.failures.length ? t.listFailed : t.noModels}</p>
      )}
      {data && <NativeSurface connection={connection} keyId={keyId} list={data} />}
      <div className={s.pair}>
        <Button size="sm" icon={<Icon of={RotateCw} size="s" />} busy={refresh.busy} onClick={() => void refresh.run()}>
          {t.listAgain}
        </Button>
        <Button
          size="sm"
          intent="quiet"
          icon={<Icon of={ArrowRight} size="s" />}
          onClick={() => {
            chooseConnection(connection.id);
            goTo('models');
          }}
        >
          {t.openModels}
        </Button>
      </div>
      {refresh.failure && <FailureCard failure={refresh.failure} />}
    </Card>
  );
}
