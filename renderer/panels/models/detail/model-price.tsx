import { useState } from 'react';
import type { ModelPrice as KnownPrice } from '#shared/contract/prices.ts';
import { type Price, rateNames } from '#shared/cost/price.ts';
import { client } from '../../../lib/client/client.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { useMoney } from '../../../lib/cost/costs.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { Button } from '../../../ui/controls/button.tsx';
import layout from '../../../ui/layout/layout.module.css';
import type { CatalogRow } from '../catalog.ts';
import s from '../models.module.css';
import { PriceEditor } from './price-editor.tsx';

interface ModelPriceProps {
  row: CatalogRow;
  price: KnownPrice | null;
  connectionId: string;
}

/** What the model costs, where that is from, and the way to change it. */
export function ModelPrice({ row: { id, model }, price, connectionId }: ModelPriceProps) {
  const t = useStrings().models.price;
  const dates = useDates();
  const [isEditing, setEditing] = useState(false);
  const [recalculated, setRecalculated] = useState(0);
  const remove = useAction(() => client.prices.remove({ connectionId, model: id }));
  const listed = price?.listed ?? null;
  return (
    <>
      <h3>{t.title}</h3>
      {price ? (
        <>
          <Rates price={price} />
          <p className={s.tiny}>{t.sources[price.source](dates.formatWhen(price.setAt))}</p>
        </>
      ) : (
        <p className={s.tiny}>{t.none}</p>
      )}
      {listed && (
        <>
          <p className={s.tiny}>{t.overrides}</p>
          <Rates price={listed} />
        </>
      )}
      {recalculated > 0 && (
        <p className={s.tiny} role="status">
          {t.recalculated(recalculated)}
        </p>
      )}
      {remove.failure && <FailureCard failure={remove.failure} />}
      <div className={layout.row}>
        <Button size="sm" onClick={() => setEditing(true)}>
          {price ? t.edit : t.set}
        </Button>
        {price && price.source !== 'listing' && (
          <Button size="sm" intent="quiet" busy={remove.busy} onClick={() => void remove.run()}>
            {listed ? t.useListed : t.remove}
          </Button>
        )}
      </div>
      <PriceEditor
        key={id}
        open={isEditing}
        onOpenChange={setEditing}
        place={{ connectionId, model: id }}
        record={model}
        price={price}
        onSaved={setRecalculated}
      />
    </>
  );
}

function Rates({ price: { currency, rates, maxInputTokens } }: { price: Price }) {
  const { models, cost } = useStrings();
  const words = useMoney();
  return (
    <dl className={s.facts}>
      {rateNames
        .filter((name) => rates[name] !== undefined)
        .map((name) => (
          <div key={name} className={s.rate}>
            <dt>{cost.rates[name]}</dt>
            <dd>{words.rate(name, { currency, rates })}</dd>
          </div>
        ))}
      {maxInputTokens !== undefined && (
        <div className={s.rate}>
          <dt>{models.price.limit}</dt>
          <dd>{models.tokens(formatNumber(maxInputTokens))}</dd>
        </div>
      )}
    </dl>
  );
}
