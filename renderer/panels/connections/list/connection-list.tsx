import { Activity, ChevronDown, ChevronUp, Download, Plus, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import { routePath } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { headlineOf } from '../../../lib/failures/failures.ts';
import { chooseConnection, useActive } from '../../../lib/gateway/connections/active.ts';
import { EnvironmentBadge } from '../../../lib/gateway/connections/environment-badge.tsx';
import { type Health, healthLeds, useHealth } from '../../../lib/gateway/connections/health.ts';
import { refreshModels } from '../../../lib/gateway/models/model-list.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { closeDrawer } from '../../../lib/preferences/layout.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Led } from '../../../ui/feedback/led.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { PaneHead } from '../../../ui/layout/pane-head.tsx';
import { ListNote } from '../../../ui/lists/list-pane.tsx';
import { ListRow } from '../../../ui/lists/list-row.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { useEdits } from '../drafts.ts';
import { selectConnection, setImporting, useSelectedConnection } from '../selection.ts';
import s from './list.module.css';

/** Every connection with its state in words; a failure is explained below its own row. */
export function ConnectionList() {
  const { connections: t, gateway } = useStrings();
  const { connections } = useActive();
  const selected = useSelectedConnection();
  return (
    <>
      <PaneHead title={t.title}>
        <IconButton
          label={t.importConnections}
          size="sm"
          icon={<Icon of={Download} />}
          onClick={() => setImporting(true)}
        />
        <IconButton label={gateway.add} size="sm" icon={<Icon of={Plus} />} onClick={() => goTo('welcome')} />
      </PaneHead>
      <nav className={layout.fill} aria-label={t.title}>
        <VirtualList
          label={t.title}
          items={connections}
          itemKey={({ id }) => id}
          rowHeight={52}
          measured
          padding={6}
          empty={<ListNote>{t.emptyList}</ListNote>}
          renderItem={(connection) => (
            <ConnectionCard connection={connection} isSelected={connection.id === selected?.id} />
          )}
        />
      </nav>
    </>
  );
}

/** One connection: light and name, then its state in words; below, what went wrong and what to do. */
function ConnectionCard({ connection, isSelected }: { connection: Connection; isSelected: boolean }) {
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
  // These two states name the cause themselves.
  const cause = state !== 'refused' && state !== 'keyless' && failure && t.connections.causes[failure.code];
  return (
    <>
      <span className={tone}>
        {state === 'failed' ? t.connections.failedTimes(failures) : t.connections.state[state]}
      </span>
      {(state === 'ok' || state === 'partly') && latencyMs !== null && !cause && <span>{formatMs(latencyMs)}</span>}
      {cause && <span>{cause}</span>}
      {state !== 'failed' && (isActive || !cause) && (
        <span className="cut-text">{isActive ? t.connections.inUse : t.connections.keyCount(keys.length)}</span>
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

/** What went wrong in one line, more on demand, and the actions: retry, edit, or view the wire. */
function ConnectionFailure({ connection, health }: { connection: Connection; health: Health }) {
  const words = useStrings();
  const t = words.connections;
  const [isOpen, setOpen] = useState(false);
  const again = useAction(() => refreshModels(connection.id));
  const { failure, exchangeId, state, surface } = health;
  if (!failure) return null;
  const edit = () => {
    selectConnection(connection.id);
    closeDrawer();
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-connection-form] input')?.focus());
  };
  return (
    <div className={classes(s.failure, state === 'partly' && s.failureOdd)}>
      <div className={s.failureLine}>
        <Icon of={TriangleAlert} size="s" />
        <span>
          {surface && state === 'partly' && (
            <code className="mono-s">
              {routePath(connection, routes[surface === 'native' ? 'native.models' : 'models'])}:{' '}
            </code>
          )}
          {headlineOf(failure, words)}
        </span>
        <IconButton
          label={isOpen ? t.showLess : t.showMore}
          size="sm"
          icon={<Icon of={isOpen ? ChevronUp : ChevronDown} size="s" />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <p className={s.failureMore}>
          <FailureText failure={failure} />
        </p>
      )}
      <div className={s.failureActs}>
        <Button size="sm" busy={again.busy} onClick={() => void again.run()}>
          {t.tryAgain}
        </Button>
        <Button size="sm" intent="quiet" onClick={edit}>
          {t.edit}
        </Button>
        {exchangeId && (
          <Button
            size="sm"
            intent="quiet"
            icon={<Icon of={Activity} size="s" />}
            onClick={() => {
              chooseConnection(connection.id);
              openWireRecord(exchangeId, 'timing');
            }}
          >
            {t.wire}
          </Button>
        )}
      </div>
    </div>
  );
}
