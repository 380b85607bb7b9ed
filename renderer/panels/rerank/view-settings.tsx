import { useStrings } from '../../lib/i18n/strings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { SliderNumber } from '../../ui/fields/slider.tsx';
import { rankedOrder, reach } from './model/orders.ts';
import type { Outcome } from './model/rank-set.ts';
import s from './parameters.module.css';
import { changeSet, rankStore, useSet } from './rerank.ts';

/** Settings that change how the ranking is shown and measured, not the request. */
export function ViewSettings() {
  const t = useStrings().rerank.parameters;
  const { outcome, cutoff, graded, grades, unmatched, baseline } = useSet();
  return (
    <section className={s.section} aria-label={t.view}>
      <h3 className={s.caption}>{t.view}</h3>
      {outcome?.calls.map((call) => (
        <Threshold key={call.slot} outcome={outcome} at={call.slot === 'A' ? 0 : 1} />
      ))}
      <div className={s.pair}>
        <span>{t.cutoff}</span>
        <NumberField
          label={t.cutoff}
          value={cutoff}
          min={1}
          clamp
          width={72}
          onValueChange={(next) => next !== null && changeSet({ cutoff: Math.round(next) })}
        />
      </div>
      <Switch checked={graded} onCheckedChange={(next) => changeSet({ graded: next })} label={t.graded} />
      <Switch checked={baseline} onCheckedChange={(next) => changeSet({ baseline: next })} label={t.baseline} />
      <p className="hint">{t.baselineHint}</p>
      {Object.keys(grades).length + Object.keys(unmatched).length > 0 && (
        <Button size="sm" intent="quiet" onClick={() => changeSet({ grades: {}, unmatched: {} })}>
          {t.clearMarks}
        </Button>
      )}
    </section>
  );
}

function Threshold({ outcome, at }: { outcome: Outcome; at: 0 | 1 }) {
  const t = useStrings().rerank.parameters;
  const { thresholds } = useSet();
  const order = rankedOrder(outcome, at);
  const range = order?.range;
  if (!order || !range || range.high === range.low) return null;
  const label = t.threshold(outcome.calls[at]?.model ?? '');
  const threshold = thresholds[at];
  const put = (next: number | null) =>
    rankStore().change((set) => {
      const [first, second] = set.thresholds;
      return { ...set, thresholds: at === 0 ? [next, second] : [first, next] };
    });
  const step = stepFor(range.high - range.low);
  const middle = rounded(Math.round((range.low + range.high) / 2 / step) * step);
  return (
    <div className={s.threshold}>
      <Switch checked={threshold !== null} onCheckedChange={(on) => put(on ? middle : null)} label={label} />
      {threshold !== null && (
        <>
          <SliderNumber
            label={label}
            value={threshold}
            min={rounded(Math.floor(range.low / step) * step)}
            max={rounded(Math.ceil(range.high / step) * step)}
            step={step}
            numberWidth={76}
            onValueChange={(next) => put(rounded(next))}
          />
          <span className={s.words}>{t.stay(reach(order, threshold), order.ranked)}</span>
        </>
      )}
    </div>
  );
}

/** About a hundred steps, each a power of ten. */
const stepFor = (width: number): number => 10 ** Math.floor(Math.log10(width / 50));

/** Removes the floating-point error that slider steps accumulate. */
const rounded = (value: number): number => Number(value.toPrecision(8));
