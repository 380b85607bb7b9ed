import { useEffect, useState } from 'react';
import type { Spent } from '#shared/contract/prices.ts';
import { sumMoney } from '#shared/cost/money.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { onChange } from '../client/changes.ts';
import { queryClient, useCall } from '../client/query.ts';
import { useActive } from '../gateway/connections/active.ts';
import { formatNumber } from '../i18n/format.ts';
import { useStrings } from '../i18n/strings.ts';
import { goTo } from '../navigation/open-panel.ts';
import s from './cost.module.css';
import { useMoney } from './costs.ts';

/** Requests end in bursts: sums of a day are read again at most this often. */
const readAgainMs = 1000;

/** Returns when this day began, in milliseconds since 1970, in the local time zone; follows midnight. */
function useToday(): number {
  const [today, setToday] = useState(() => new Date().setHours(0, 0, 0, 0));
  useEffect(() => {
    const next = new Date(today);
    const timer = setTimeout(
      () => setToday(new Date().setHours(0, 0, 0, 0)),
      next.setDate(next.getDate() + 1) - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [today]);
  return today;
}

function useSpentToday(): readonly Spent[] {
  const from = useToday();
  const next = new Date(from);
  const { data } = useCall('prices', 'spent', { from, to: next.setDate(next.getDate() + 1) }, { keepPrevious: true });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onChange((change) => {
      if (change !== null && change.area !== 'exchanges') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: ['prices', 'spent'] });
      }, readAgainMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return data ?? [];
}

/** What the requests of this day cost, in the status bar; nothing while none of them has a price. */
export function SpentToday() {
  const { cost: t } = useStrings();
  const { connection } = useActive();
  const words = useMoney();
  const isDemo = connection?.isDemo ?? false;
  // Nothing is charged for the demo gateway, so the two are never added.
  const rows = useSpentToday().filter((row) => row.isDemo === isDemo);
  const sums = sumMoney(rows.flatMap(({ money }) => money));
  if (sums.length === 0) return null;
  const text = words.sums(
    sums,
    rows.some(({ isEstimate }) => isEstimate),
  );
  const label = isDemo ? t.demoToday(text) : t.today(text);
  return (
    <Popover
      title={t.todayTitle}
      side="top"
      align="end"
      trigger={
        <button type="button" className={s.today} data-testid="spent-today">
          {label}
        </button>
      }
    >
      <SpentByModel rows={rows} total={text} isDemo={isDemo} />
    </Popover>
  );
}

/** Models shown in the breakdown; the others are in its total. */
const mostRows = 12;

function SpentByModel({ rows, total, isDemo }: { rows: readonly Spent[]; total: string; isDemo: boolean }) {
  const { cost: t } = useStrings();
  const words = useMoney();
  const priced = rows.filter(({ money }) => money.length > 0);
  const gaps = (isWanted: (gap: string) => boolean) =>
    rows
      .flatMap((row) => Object.entries(row.gaps))
      .reduce((sum, [gap, count]) => (isWanted(gap) ? sum + count : sum), 0);
  const withoutPrice = gaps((gap) => gap === 'no-price');
  const withoutCost = gaps((gap) => gap !== 'no-price');
  return (
    <div className={s.spent}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.byModel.model}</th>
            <th scope="col">{t.byModel.connection}</th>
            <th scope="col" className={s.number}>
              {t.byModel.requests}
            </th>
            <th scope="col" className={s.number}>
              {t.byModel.cost}
            </th>
          </tr>
        </thead>
        <tbody>
          {priced
            .slice(0, mostRows)
            .map(({ connectionId, connectionName, model, requests, gaps: unknown, money, isEstimate }) => (
              <tr key={`${connectionId} ${model}`}>
                <td className="cut-text" title={model}>
                  {model || t.deleted}
                </td>
                <td className="cut-text">{connectionName}</td>
                <td className={s.number}>
                  {formatNumber(requests - Object.values(unknown).reduce((sum, count) => sum + count, 0))}
                </td>
                <td className={s.number}>{words.sums(money, isEstimate)}</td>
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>{t.total}</td>
            <td className={s.number}>{total}</td>
          </tr>
        </tfoot>
      </table>
      {isDemo && <p>{t.demoNote}</p>}
      {withoutCost > 0 && <p>{t.withoutCost(withoutCost)}</p>}
      {withoutPrice > 0 && (
        <div className={s.foot}>
          <p>{t.withoutPrice(withoutPrice)}</p>
          <Button size="sm" onClick={() => goTo('models')}>
            {t.setPrices}
          </Button>
        </div>
      )}
    </div>
  );
}
