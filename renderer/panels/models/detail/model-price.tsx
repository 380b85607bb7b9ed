import { useState } from 'react';
import type { ModelPrice as KnownPrice } from '#shared/contract/prices.ts';
import { isCurrency, type Price, type RateName, rateNames, readRate } from '#shared/cost/price.ts';
import type { Capability } from '#shared/protocol/capabilities.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import { client } from '../../../lib/client/client.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { useMoney } from '../../../lib/cost/costs.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { capabilitiesFor } from '../../../lib/gateway/models/model-capabilities.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { CatalogRow } from '../catalog.ts';
import s from '../models.module.css';

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

interface PriceEditorProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  place: { connectionId: string; model: string };
  record: ModelRecord | null;
  /** The price in force. */
  price: KnownPrice | null;
  /** The price was saved; so many earlier requests have another cost now. */
  onSaved: (recalculated: number) => void;
}

/** Sets the price of one model by hand. */
function PriceEditor(props: PriceEditorProps) {
  const { models: t } = useStrings();
  const { open, onOpenChange, place } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.price.editTitle(place.model)} closeLabel={t.price.cancel}>
      {open && <PriceForm {...props} />}
    </Dialog>
  );
}

const textRates = ['inputPerMillion', 'cachedInputPerMillion', 'outputPerMillion'] as const satisfies RateName[];

/** The rates that models of a kind usually have; the others are one press away. */
const usualRates: Partial<Record<Capability, readonly RateName[]>> = {
  embeddings: ['inputPerMillion'],
  rerank: ['inputPerMillion', 'perSearch'],
  images: ['perImage', 'inputPerMillion', 'imageInputPerMillion', 'imageOutputPerMillion'],
  transcription: ['perAudioSecond'],
  speech: ['perMillionCharacters'],
  realtime: [...textRates, 'audioInputPerMillion', 'audioOutputPerMillion'],
  video: ['perVideoSecond'],
};

function PriceForm({ place, record, price, onOpenChange, onSaved }: PriceEditorProps) {
  const { models, cost } = useStrings();
  const t = models.price;
  const [currency, setCurrency] = useState(price?.currency ?? 'USD');
  const [typed, setTyped] = useState<{ readonly [Name in RateName]?: string }>(price?.rates ?? {});
  const [limit, setLimit] = useState(String(price?.maxInputTokens ?? ''));
  const [showsAll, setShowsAll] = useState(false);
  const [recalculates, setRecalculates] = useState(false);
  const kinds = record ? capabilitiesFor(record).map(({ capability }) => capability) : [];
  const usual = kinds.map((kind) => usualRates[kind]).find(Boolean) ?? textRates;
  const [first] = useState(() => [
    ...usual,
    ...rateNames.filter((name) => price?.rates[name] && !usual.includes(name)),
  ]);
  const shown = showsAll ? [...first, ...rateNames.filter((name) => !first.includes(name))] : first;

  const given = rateNames.filter((name) => (typed[name] ?? '').trim() !== '');
  const isWrong = (name: RateName) => given.includes(name) && readRate(typed[name] ?? '') === null;
  const wrongLimit = limit.trim() !== '' && !/^[1-9]\d{0,8}$/.test(limit.trim());
  const wrongCurrency = !isCurrency(currency.trim());
  const blocker = wrongCurrency
    ? t.wrongCurrency
    : given.some(isWrong) || wrongLimit
      ? t.wrongRate
      : given.length === 0
        ? t.needsRate
        : undefined;
  const save = useAction(async () => {
    const rates = Object.fromEntries(given.map((name) => [name, (typed[name] ?? '').trim()]));
    const maxInputTokens = limit.trim() === '' ? {} : { maxInputTokens: Number(limit) };
    const { recalculated } = await client.prices.set({
      ...place,
      price: { currency: currency.trim(), rates, ...maxInputTokens },
      recalculate: recalculates,
    });
    onSaved(recalculated);
    onOpenChange(false);
  });
  return (
    <form
      className={s.priceForm}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        if (blocker === undefined) void save.run();
      }}
    >
      <p className={s.tiny}>{t.editHint}</p>
      <div className={s.rateFields}>
        <Field label={t.currency} error={wrongCurrency ? t.wrongCurrency : undefined}>
          <TextField value={currency} onValueChange={(text) => setCurrency(text.toUpperCase())} maxLength={3} mono />
        </Field>
        {shown.map((name) => (
          <Field
            key={name}
            label={t.rateLabel(cost.rates[name], cost.units[name])}
            error={isWrong(name) ? t.wrongRate : undefined}
          >
            <TextField
              value={typed[name] ?? ''}
              onValueChange={(text) => setTyped((before) => ({ ...before, [name]: text }))}
              inputMode="decimal"
              maxLength={24}
              mono
            />
          </Field>
        ))}
        {showsAll && (
          <Field label={t.limit} error={wrongLimit ? t.wrongLimit : undefined}>
            <TextField value={limit} onValueChange={setLimit} inputMode="numeric" maxLength={9} mono />
          </Field>
        )}
      </div>
      {!showsAll && (
        <Button intent="quiet" size="sm" onClick={() => setShowsAll(true)}>
          {t.more}
        </Button>
      )}
      {price && <Tick checked={recalculates} onCheckedChange={setRecalculates} label={t.recalculate} />}
      {save.failure && <FailureCard failure={save.failure} />}
      <div className={s.dialogActs}>
        <Button intent="quiet" onClick={() => onOpenChange(false)}>
          {t.cancel}
        </Button>
        <Button type="submit" intent="primary" busy={save.busy} disabledReason={blocker}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}
