import { useEffect, useState } from 'react';
import type { EventRow } from '#shared/contract/exchanges.ts';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { client } from '../../client/client.ts';
import { formatMs, formatNumber } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import s from './events-tab.module.css';

export interface EventDetailProps {
  exchangeId: string;
  row: EventRow | null;
  before: EventRow | null;
}

/** One event in full: its data as indented JSON, or as it came when it is none. */
export function EventDetail({ exchangeId, row, before }: EventDetailProps) {
  const t = useStrings().wire;
  const data = useEventData(exchangeId, row);
  if (!row) return <aside className={s.detail} aria-label={t.eventDetail} />;
  const { text, isJson } = indented(data);
  return (
    <aside className={s.detail} aria-label={t.eventDetail}>
      <div className={s.detailHead}>
        <b>{t.event(row.index + 1)}</b>
        <span className={s.detailFacts}>
          {t.eventBytes(formatNumber(row.sizeBytes))}
          {before && `, ${t.after(formatMs(row.atMs - before.atMs), before.index + 1)}`}
        </span>
        <CopyButton text={data} labels={{ copy: t.copyEvent, copied: t.copied, failed: t.copyFailed }} />
      </div>
      {row.name && <p className={s.name}>event: {row.name}</p>}
      <CodeView text={text} language={isJson ? 'json' : 'text'} wrap label={t.eventDetail} className={s.code} />
    </aside>
  );
}

/** Data of a row; asked for again where the log left it out to stay small. */
function useEventData(exchangeId: string, row: EventRow | null): string {
  const [asked, setAsked] = useState<{ index: number; data: string } | null>(null);
  const index = row && row.data === '' && row.sizeBytes > 0 ? row.index : null;
  useEffect(() => {
    if (index === null) return;
    const leaving = new AbortController();
    const ask = async () => {
      for await (const found of client.exchanges.events({ id: exchangeId, from: index }, { signal: leaving.signal })) {
        setAsked({ index, data: found.data });
        break;
      }
    };
    // Without an answer the row stays as it is: its summary is there.
    ask().catch(() => undefined);
    return () => leaving.abort();
  }, [exchangeId, index]);
  return index !== null && asked?.index === index ? asked.data : (row?.data ?? '');
}

function indented(data: string): { text: string; isJson: boolean } {
  try {
    return { text: JSON.stringify(JSON.parse(data), null, 2), isJson: true };
  } catch {
    return { text: data, isJson: false };
  }
}
