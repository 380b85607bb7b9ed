import { useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import type { Intent } from '../../../ui/base/intent.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Table } from '../../../ui/lists/table.tsx';
import s from './compare.module.css';
import { compareHeaders, type HeaderPair } from './compare-headers.ts';

const intents: Record<HeaderPair['what'], Intent> = {
  same: 'neutral',
  changed: 'warn',
  added: 'ok',
  removed: 'bad',
};

/** Headers of both requests and both answers, name by name. */
export function HeaderCompare({ left, right }: { left: ExchangeDetail; right: ExchangeDetail }) {
  const t = useStrings().wireDetail;
  const [showsSame, setShowsSame] = useState(false);
  return (
    <div className={s.scroll}>
      <div className={s.bar}>
        <Switch checked={showsSame} onCheckedChange={setShowsSame} label={t.compare.showSame} />
      </div>
      <Pairs
        title={t.tabs.sent}
        pairs={compareHeaders(left.request.headers, right.request.headers)}
        showsSame={showsSame}
      />
      <Pairs
        title={t.tabs.response}
        pairs={compareHeaders(left.response?.headers ?? [], right.response?.headers ?? [])}
        showsSame={showsSame}
      />
    </div>
  );
}

function Pairs({ title, pairs, showsSame }: { title: string; pairs: HeaderPair[]; showsSame: boolean }) {
  const t = useStrings().wireDetail.compare;
  const rows = pairs.filter(({ what }) => showsSame || what !== 'same');
  return (
    <section className={s.part}>
      <h3>{title}</h3>
      <Table
        label={title}
        rows={rows}
        rowKey={({ name }) => name}
        empty={t.same}
        columns={[
          { id: 'name', header: t.header, width: 220, mono: true, cell: ({ name }) => name },
          {
            id: 'what',
            header: t.difference,
            width: 120,
            cell: ({ what }) => <Badge intent={intents[what]}>{t.words[what]}</Badge>,
          },
          { id: 'left', header: t.sides.left, mono: true, cell: ({ left }) => <Values values={left} /> },
          { id: 'right', header: t.sides.right, mono: true, cell: ({ right }) => <Values values={right} /> },
        ]}
      />
    </section>
  );
}

const Values = ({ values }: { values: string[] | null }) =>
  values === null ? '–' : <span title={values.join('\n')}>{values.join(' · ')}</span>;
