import type { KeyboardEvent } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { EnvironmentBadge } from '../../../lib/gateway/connections/environment-badge.tsx';
import { type Health, healthLeds, useHealth } from '../../../lib/gateway/connections/health.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { closeDrawer } from '../../../lib/preferences/layout.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Led } from '../../../ui/feedback/led.tsx';
import { ListRow } from '../../../ui/lists/list-row.tsx';
import { useEdits } from '../drafts.ts';
import { selectConnection } from '../selection.ts';
import { ConnectionFailure } from './connection-failure.tsx';
import s from './list.module.css';

/** One connection: light and name, then its state in words; what went wrong and what to do stands below. */
export function ConnectionCard({ connection, isSelected }: { connection: Connection; isSelected: boolean }) {
  const t = useStrings().connections;
  const active = useActive();
  const isActive = active.connection?.id === connection.id;
  const health = useHealth(connection.id, isActive ? active.key?.id : undefined);
  const isChanged = useEdits(connection.id) !== undefined;
  const open = () => {
    selectConnection(connection.id);
    closeDrawer();
  };
  return (
    <>
      <ListRow
        role="button"
        tabIndex={0}
        data-connection-row=""
        aria-current={isSelected}
        leading={<Led state={healthLeds[health.state]} />}
        title={connection.name}
        trailing={
          <>
            {isChanged && <Badge intent="live">{t.edited}</Badge>}
            <EnvironmentBadge colour={connection.colour} />
          </>
        }
        meta={<StateLabels connection={connection} health={health} isActive={isActive} />}
        selected={isSelected}
        onClick={open}
        onKeyDown={(event) => onKeyDown(event, open)}
      />
      {health.failure && <ConnectionFailure connection={connection} health={health} />}
    </>
  );
}

function StateLabels({ connection, health, isActive }: { connection: Connection; health: Health; isActive: boolean }) {
  const t = useStrings();
  const keys = useCall('keys', 'status', {}).data?.filter(({ connectionId }) => connectionId === connection.id) ?? [];
  const { state, latencyMs, failures, failure } = health;
  const tone = { ok: s.ok, failed: s.bad, refused: s.bad, keyless: s.bad, partly: s.warn }[state as string];
  // These two name the cause themselves.
  const cause = state !== 'refused' && state !== 'keyless' && failure && t.connections.causes[failure.code];
  return (
    <>
      <span className={tone}>
        {state === 'failed' ? t.connections.failedTimes(failures) : t.connections.state[state]}
      </span>
      {(state === 'ok' || state === 'partly') && latencyMs !== null && !cause && (
        <span>· {t.frame.listedIn(formatMs(latencyMs))}</span>
      )}
      {cause && <span>· {cause}</span>}
      {state !== 'failed' && (isActive || !cause) && (
        <span className="cut-text">· {isActive ? t.connections.inUse : t.connections.keyCount(keys.length)}</span>
      )}
    </>
  );
}

function onKeyDown(event: KeyboardEvent<HTMLDivElement>, open: () => void): void {
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    open();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    const rows = [
      ...(event.currentTarget.closest('nav')?.querySelectorAll<HTMLElement>('[data-connection-row]') ?? []),
    ];
    rows[rows.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  }
}
