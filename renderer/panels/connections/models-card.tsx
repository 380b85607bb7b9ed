import { formatWhen } from '../../lib/format.ts';
import { useModels } from '../../lib/model-list.ts';
import { useStrings } from '../../lib/strings.ts';
import { Card } from '../../ui/card.tsx';
import s from './connections.module.css';

const shownModels = 8;

/** The first models of the last listing: the proof that the connection works. */
export function ModelsCard({ connectionId, keyId }: { connectionId: string; keyId: string | undefined }) {
  const t = useStrings().connections;
  const { data } = useModels(connectionId, keyId);
  const models = data?.models ?? [];
  return (
    <Card title={t.models} aside={data?.asOf && <span className={s.asOf}>{t.modelsAsOf(formatWhen(data.asOf))}</span>}>
      {models.length === 0 ? (
        <p className={s.asOf}>{t.noModels}</p>
      ) : (
        <ul className={s.models}>
          {models.slice(0, shownModels).map(({ id }) => (
            <li key={id} className="cut-text">
              {id}
            </li>
          ))}
        </ul>
      )}
      {models.length > shownModels && <p className={s.asOf}>{t.moreModels(models.length - shownModels)}</p>}
    </Card>
  );
}
