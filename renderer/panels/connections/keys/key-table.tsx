import { Check, Ellipsis, KeyRound, Minus, X } from 'lucide-react';
import type { KeyStatus } from '#shared/contract/keys.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { lineOf } from '../../../lib/failures/failures.ts';
import { type LastSeen, useKeyCheck, useLastSeen } from '../../../lib/gateway/connections/key-checks.ts';
import { openChecks } from '../../../lib/gateway/patch/open-checks.ts';
import { formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { type Strings, useLanguage, useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { useNarrow } from '../../../lib/preferences/layout.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Table } from '../../../ui/lists/table.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import s from '../connections.module.css';
import { checkKey, useCheckFailure, useIsChecking } from './check-key.ts';
import { BalanceButton } from './key-balances.tsx';

export interface KeyQuestion {
  ask: 'rename' | 'forget';
  key: KeyStatus;
}

interface KeyTableProps {
  keys: readonly KeyStatus[];
  onReplace: (key: KeyStatus) => void;
  onAsk: (ask: KeyQuestion['ask'], key: KeyStatus) => void;
}

/** One row for each key. */
export function KeyTable({ keys, onReplace, onAsk }: KeyTableProps) {
  const t = useStrings().connections;
  const dates = useDates();
  const isNarrow = useNarrow();
  const used = ({ lastUsedAt }: KeyStatus) => (lastUsedAt === null ? t.neverUsed : dates.formatAgo(lastUsedAt));
  return (
    <div className={s.keyTable}>
      <Table
        label={t.keys}
        rows={keys}
        rowKey={({ id }) => id}
        empty={t.noKeys}
        columns={[
          { id: 'name', header: t.columns.name, cell: (key) => <KeyName keyStatus={key} /> },
          {
            id: 'fingerprint',
            header: <span title={t.fingerprintHint}>{t.columns.fingerprint}</span>,
            mono: true,
            width: 84,
            cell: ({ fingerprint }) => fingerprint,
          },
          { id: 'check', header: t.columns.check, width: 150, cell: (key) => <KeyVerdict keyStatus={key} /> },
          { id: 'models', header: t.columns.models, width: 62, align: 'end', cell: ({ id }) => <KeyModels id={id} /> },
          // A readable name matters more than this column where there is no room for both.
          ...(isNarrow
            ? []
            : [
                {
                  id: 'used',
                  header: t.columns.used,
                  width: 80,
                  cell: (key: KeyStatus) => <span className={s.quiet}>{used(key)}</span>,
                },
              ]),
          {
            id: 'acts',
            header: t.columns.on,
            width: 172,
            align: 'end',
            cell: (key) => <KeyActs keyStatus={key} onReplace={onReplace} onAsk={onAsk} />,
          },
        ]}
      />
    </div>
  );
}

function KeyName({ keyStatus: { alias, enabled } }: { keyStatus: KeyStatus }) {
  return (
    <span className={enabled ? s.keyName : s.keyOff} title={alias}>
      <Icon of={KeyRound} size="s" />
      <span className="cut-text">{alias}</span>
    </span>
  );
}

function KeyModels({ id }: { id: string }) {
  const check = useKeyCheck(id);
  return <span className="mono-s">{check && check.verdict !== 'refused' ? formatNumber(check.models) : ''}</span>;
}

function KeyActs({ keyStatus: key, onReplace, onAsk }: { keyStatus: KeyStatus } & Omit<KeyTableProps, 'keys'>) {
  const t = useStrings().connections;
  const isChecking = useIsChecking(key.id);
  const blocked = key.enabled ? (key.state === 'ready' ? undefined : t.keyStates[key.state]) : t.keyIsOff;
  return (
    <span className={s.keyActs}>
      <Button
        size="sm"
        intent="quiet"
        busy={isChecking}
        disabledReason={blocked}
        aria-label={t.checkKey(key.alias)}
        onClick={() => void checkKey(key.connectionId, key.id)}
      >
        {t.check}
      </Button>
      <BalanceButton keyStatus={key} blocked={blocked} />
      <Switch
        checked={key.enabled}
        onCheckedChange={(enabled) => void enable(key, enabled)}
        ariaLabel={t.keyOn(key.alias)}
      />
      <Menu
        align="end"
        trigger={<IconButton label={t.keyActs(key.alias)} size="sm" icon={<Icon of={Ellipsis} size="s" />} />}
        items={[
          menuAction('routes', t.checkKeyRoutes, () => openChecks({ connectionId: key.connectionId, keyId: key.id }), {
            disabled: !key.enabled,
          }),
          { kind: 'separator', id: 'rule-1' },
          menuAction('rename', t.rename, () => onAsk('rename', key)),
          menuAction('replace', t.replace, () => onReplace(key)),
          { kind: 'separator', id: 'rule-2' },
          menuAction('forget', t.forget, () => onAsk('forget', key), { danger: true }),
        ]}
      />
    </span>
  );
}

async function enable({ id }: KeyStatus, enabled: boolean): Promise<void> {
  try {
    await client.keys.enable({ id, enabled });
    await queryClient.invalidateQueries({ queryKey: ['keys'] });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

const looks = {
  works: { intent: 'ok', icon: Check },
  partly: { intent: 'warn', icon: Minus },
  refused: { intent: 'bad', icon: X },
} as const;

/** The last observation of a key, as a word and a number, and where; a click shows the request behind it. */
function KeyVerdict({ keyStatus }: { keyStatus: KeyStatus }) {
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
