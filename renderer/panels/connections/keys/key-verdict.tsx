import { Check, Minus, X } from 'lucide-react';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { formatAgo, formatMs } from '../../../lib/format.ts';
import { useKeyCheck } from '../../../lib/key-checks.ts';
import { useStrings } from '../../../lib/strings.ts';
import { openWire } from '../../../lib/wire-focus.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import s from '../connections.module.css';
import { useCheckFailure, useIsChecking } from './check-key.ts';

const looks = {
  works: { intent: 'ok', icon: Check },
  partly: { intent: 'warn', icon: Minus },
  refused: { intent: 'bad', icon: X },
} as const;

/** What the last check of a key proved, in a word and a number; pressing it shows the exchange that proves it. */
export function KeyVerdict({ keyStatus }: { keyStatus: KeyStatus }) {
  const t = useStrings().connections;
  const check = useKeyCheck(keyStatus.id);
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
      <span title={failure.message}>
        <Badge intent="bad">{t.notChecked}</Badge>
      </span>
    );
  if (!check) return <Badge>{t.notChecked}</Badge>;
  const { intent, icon } = looks[check.verdict];
  const cause = check.code && (t.causes[check.code] ?? check.status);
  const badge = (
    <Badge intent={intent} icon={<Icon of={icon} size="xs" />}>
      {t.keyVerdicts[check.verdict](check.latencyMs === null ? null : formatMs(check.latencyMs), cause ?? null)}
    </Badge>
  );
  const { exchangeId } = check;
  if (!exchangeId) return badge;
  return (
    <button
      type="button"
      className={s.verdict}
      title={t.checkedAt(formatAgo(check.at))}
      onClick={() => openWire(exchangeId, 'response')}
    >
      {badge}
    </button>
  );
}
