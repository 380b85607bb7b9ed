import type { CheckVerdict } from '#shared/contract/checks.ts';
import type { ModelPrice } from '#shared/contract/prices.ts';
import { rateNames } from '#shared/cost/price.ts';
import { useMoney } from '../../lib/cost/costs.ts';
import { ModelCapabilities } from '../../lib/gateway/models/model-capabilities.tsx';
import type { ModelMarks } from '../../lib/gateway/models/model-history.ts';
import { formatNumber } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { withSigns } from '../../ui/base/hidden-signs.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { type CatalogRow, ownerOf } from './catalog.ts';
import s from './models.module.css';

interface ModelTableProps {
  rows: readonly CatalogRow[];
  marks: ModelMarks;
  prices: ReadonlyMap<string, ModelPrice>;
  chosen: string | null;
  onChoose: (id: string) => void;
  onOpen: (id: string) => void;
}

/** The catalog as rows; only the visible ones are rendered. Arrow keys select, Enter opens the model in chat. */
export function ModelTable({ rows, marks, prices, chosen, onChoose, onOpen }: ModelTableProps) {
  const t = useStrings().models;
  return (
    <div className={s.table}>
      <div className={s.header} aria-hidden>
        <span>{t.columns.id}</span>
        <span>{t.columns.capabilities}</span>
        <span className={s.owner}>{t.columns.owner}</span>
        <span className={s.listed}>{t.columns.listed}</span>
        <span className={s.limits}>{t.columns.limits}</span>
        <span className={s.price}>{t.columns.price}</span>
        <span>{t.columns.checks}</span>
      </div>
      {rows.length === 0 && <p className={s.empty}>{t.noneMatches}</p>}
      {rows.length > 0 && (
        <VirtualList
          label={t.title}
          items={rows}
          itemKey={({ id }) => id}
          rowHeight={32}
          selectedKey={chosen}
          onSelect={({ id }) => onChoose(id)}
          onOpen={({ id }) => onOpen(id)}
          renderItem={(row, { selected }) => (
            <ModelRow row={row} marks={marks} price={prices.get(row.id)} isChosen={selected} />
          )}
        />
      )}
    </div>
  );
}

interface ModelRowProps {
  row: CatalogRow;
  marks: ModelMarks;
  price: ModelPrice | undefined;
  isChosen: boolean;
}

function ModelRow({ row, marks, price, isChosen }: ModelRowProps) {
  const t = useStrings().models;
  const { id, model, listed, change } = row;
  const limits = [model?.inputTokenLimit, model?.outputTokenLimit];
  return (
    <div className={isChosen ? s.rowOn : s.row}>
      <span className={s.id}>
        <span className={model ? 'mono cut-text' : s.gone} title={id}>
          {withSigns(id, 'code')}
        </span>
        {change && <Badge intent={changeIntents[change.what]}>{t.changes[change.what]}</Badge>}
      </span>
      <span className={s.cell}>{model && <ModelCapabilities model={model} most={2} />}</span>
      <span className={s.owner}>{ownerOf(row)}</span>
      <span className={s.listed}>{listed ? t.listedShort[listed] : t.notListed}</span>
      <span className={s.limits}>{limits.some((limit) => limit != null) ? limits.map(short).join(' / ') : ''}</span>
      <span className={s.price}>{price && <PriceCell price={price} />}</span>
      <span className={s.cell}>
        <CheckMark row={row} marks={marks} />
      </span>
    </div>
  );
}

/** Input and output per million tokens, else the first rate with its unit. */
function PriceCell({ price }: { price: ModelPrice }) {
  const words = useMoney();
  const { rates } = price;
  if (rates.inputPerMillion !== undefined && rates.outputPerMillion !== undefined)
    return words.pair(price, ['inputPerMillion', 'outputPerMillion']);
  const [first] = rateNames.filter((name) => rates[name] !== undefined);
  return first && words.rate(first, price);
}

const changeIntents = { added: 'ok', removed: 'bad', changed: 'odd' } as const;

/** Formats `128000` as `128k` and `1048576` as `1M`; an unknown limit is a dash. */
const short = (limit: number | null | undefined) => {
  if (limit == null) return '–';
  if (limit < 10_000) return formatNumber(limit);
  return limit < 999_500 ? `${Math.round(limit / 1000)}k` : `${Number((limit / 1e6).toFixed(1))}M`;
};

const working: readonly CheckVerdict[] = ['works', 'works-with-warnings'];

/** The number of checked routes that responded; says so when none did. */
function CheckMark({ row: { id, answers }, marks }: { row: CatalogRow; marks: ModelMarks }) {
  const t = useStrings().models;
  if (answers === 'unchecked') return null;
  const verdicts = Object.values(marks[id]?.verdicts ?? {});
  const good = verdicts.filter((verdict) => working.includes(verdict)).length;
  return answers === 'dead' ? (
    <Badge intent="bad">{t.dead}</Badge>
  ) : (
    <Badge intent="ok">{t.answersOn(good, verdicts.length)}</Badge>
  );
}
