import { Plus } from 'lucide-react';
import type { Connection } from '#shared/contract/connections.ts';
import { useActive } from '../../lib/active.ts';
import { EnvironmentBadge } from '../../lib/environment-badge.tsx';
import { headlineOf } from '../../lib/failures.ts';
import { formatMs } from '../../lib/format.ts';
import { useHealth } from '../../lib/health.ts';
import { goTo } from '../../lib/open-panel.ts';
import { useAsk } from '../../lib/query.ts';
import { useStrings } from '../../lib/strings.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Led, type LedState } from '../../ui/led.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { PaneHead } from '../../ui/pane-head.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import s from './connections.module.css';
import { selectConnection, useSelectedConnection } from './selection.ts';

export const healthLeds = {
  unknown: 'off',
  asking: 'live',
  ok: 'ok',
  partly: 'warn',
  failed: 'bad',
} as const satisfies Record<string, LedState>;

/** Every connection with its light and a few words; a failure is explained under its own row. */
export function ConnectionList() {
  const t = useStrings().connections;
  const { connections } = useActive();
  const selected = useSelectedConnection();
  return (
    <>
      <PaneHead title={t.title}>
        <IconButton label={t.add} size="sm" icon={<Icon of={Plus} />} onClick={() => goTo('welcome')} />
      </PaneHead>
      <VirtualList
        className={s.list}
        label={t.title}
        items={connections}
        itemKey={({ id }) => id}
        rowHeight={52}
        measured
        padding={6}
        selectedKey={selected?.id ?? null}
        onSelect={({ id }) => selectConnection(id)}
        empty={<EmptyState title={t.empty}>{t.emptyBody}</EmptyState>}
        renderItem={(connection, { selected: isSelected }) => (
          <ConnectionRow connection={connection} isSelected={isSelected} />
        )}
      />
    </>
  );
}

function ConnectionRow({ connection, isSelected }: { connection: Connection; isSelected: boolean }) {
  const t = useStrings().connections;
  const active = useActive();
  const isActive = active.connection?.id === connection.id;
  const health = useHealth(connection.id, isActive ? active.key?.id : undefined);
  const keys = useAsk('keys', 'status', {}).data?.filter(({ connectionId }) => connectionId === connection.id) ?? [];
  return (
    <>
      <ListRow
        leading={<Led state={healthLeds[health.state]} />}
        title={connection.name}
        trailing={<EnvironmentBadge colour={connection.colour} />}
        meta={
          <>
            <span className={health.state === 'failed' ? s.bad : health.state === 'ok' ? s.ok : undefined}>
              {t.state[health.state]}
            </span>
            {health.latencyMs !== null && health.state === 'ok' && <span>· {formatMs(health.latencyMs)}</span>}
            <span>· {isActive ? t.inUse : t.keyCount(keys.length)}</span>
          </>
        }
        selected={isSelected}
      />
      {health.state === 'failed' && health.failure && <p className={s.cause}>{headlineOf(health.failure)}</p>}
    </>
  );
}
