import { Check, Minus, X } from 'lucide-react';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { lineOf } from '../../../lib/failures/failures.ts';
import { type LastSeen, useLastSeen } from '../../../lib/gateway/connections/key-checks.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { type Strings, useLanguage, useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import s from '../connections.module.css';
import { useCheckFailure, useIsChecking } from './check-key.ts';

const looks = {
  works: { intent: 'ok', icon: Check },
  partly: { intent: 'warn', icon: Minus },
  refused: { intent: 'bad', icon: X },
} as const;

/** What was last seen of a key, in a word and a number, and where; pressing it shows the exchange that proves it. */
export function KeyVerdict({ keyStatus }: { keyStatus: KeyStatus }) {
  const words = useStrings();
  const t = words.connections;
  const language = useLanguage();
  const dates = useDates();
  const seen = useLastSeen(keyStatus.connectionId, keyStatus.id);
  const failure = useCheckFailure(keyStatus.id);
  const isChecking = useIsChecking(keyStatus.id);
  if (isChecking)
    return (
      <span role="status">
        <Badge intent="live" dot>
          {t.checking}
        </Badge>
      </span>
    );
  if (keyStatus.state !== 'ready') return <Badge intent="warn">{t.keyStates[keyStatus.state]}</Badge>;
  if (failure)
    return (
      <span title={lineOf(failure, language, words)}>
        <Badge intent="bad">{t.notChecked}</Badge>
      </span>
    );
  if (!seen) return <Badge>{t.notChecked}</Badge>;
  const { intent, icon } = looks[seen.verdict];
  const verdict = (
    <>
      <Badge intent={intent} icon={<Icon of={icon} size="xs" />}>
        {wordsOf(seen, t)}
      </Badge>
      <span className={s.quiet}>{t.seenIn[seen.from]}</span>
    </>
  );
  const { exchangeId } = seen;
  if (!exchangeId) return <span className={s.verdict}>{verdict}</span>;
  return (
    <button
      type="button"
      className={s.verdict}
      title={t.seenAt[seen.from](dates.formatAgo(seen.at))}
      onClick={() => openWireRecord(exchangeId, 'response')}
    >
      {verdict}
    </button>
  );
}

function wordsOf(seen: LastSeen, t: Strings['connections']): string {
  const cause = (seen.code && (t.causes[seen.code] ?? seen.status)) ?? null;
  if (seen.from === 'check' && seen.answered > 0) return t.cellsWork(seen.answered, seen.asked);
  return t.keyVerdicts[seen.verdict](seen.latencyMs === null ? null : formatMs(seen.latencyMs), cause);
}
