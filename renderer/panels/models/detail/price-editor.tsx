import { useState } from 'react';
import type { ModelPrice } from '#shared/contract/prices.ts';
import { isCurrency, type RateName, rateNames, readRate } from '#shared/cost/price.ts';
import type { Capability } from '#shared/protocol/capabilities.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import { client } from '../../../lib/client/client.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { capabilitiesFor } from '../../../lib/gateway/models/model-capabilities.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import s from '../models.module.css';

export interface PriceEditorProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  place: { connectionId: string; model: string };
  record: ModelRecord | null;
  /** The price in force. */
  price: ModelPrice | null;
  /** The price was saved; so many earlier requests have another cost now. */
  onSaved: (recalculated: number) => void;
}

/** Sets the price of one model by hand. */
export function PriceEditor(props: PriceEditorProps) {
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
