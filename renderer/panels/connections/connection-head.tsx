import { Activity, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import { chooseConnection, useActive } from '../../lib/active.ts';
import { client } from '../../lib/client.ts';
import { EnvironmentBadge } from '../../lib/environment-badge.tsx';
import { failureOf, headlineOf } from '../../lib/failures.ts';
import { formatMs } from '../../lib/format.ts';
import type { Health } from '../../lib/health.ts';
import { queryClient, useAsk } from '../../lib/query.ts';
import { useStrings } from '../../lib/strings.ts';
import { toast } from '../../lib/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Led } from '../../ui/led.tsx';
import { healthLeds } from './connection-list.tsx';
import s from './connections.module.css';

export interface ConnectionHeadProps {
  connection: Connection;
  health: Health;
  isTesting: boolean;
  onTest: () => void;
  isChanged: boolean;
  isSavable: boolean;
  isSaving: boolean;
  onSave: () => void;
  onRevert: () => void;
}

/** Name, light and what can be done with the connection as a whole. */
export function ConnectionHead(props: ConnectionHeadProps) {
  const t = useStrings().connections;
  const { connection, health, isChanged } = props;
  const isActive = useActive().connection?.id === connection.id;
  const latency = health.latencyMs === null ? null : formatMs(health.latencyMs);
  return (
    <header className={s.head}>
      <Led state={props.isTesting ? 'live' : healthLeds[health.state]} />
      <h1 className="cut-text">{connection.name}</h1>
      <EnvironmentBadge colour={connection.colour} />
      {connection.isDemo && <Badge>{t.demo}</Badge>}
      <span className={s.summary} role="status">
        {props.isTesting ? t.testing : t.state[health.state]}
        {!props.isTesting && health.state === 'ok' && `, ${t.summary(latency, health.models)}`}
      </span>
      <span className={s.space} />
      <Button size="sm" icon={<Icon of={Activity} size="s" />} busy={props.isTesting} onClick={props.onTest}>
        {t.test}
      </Button>
      {!isActive && (
        <Button size="sm" onClick={() => chooseConnection(connection.id)}>
          {t.use}
        </Button>
      )}
      <RemoveButton connection={connection} />
      {isChanged && (
        <Button size="sm" intent="quiet" onClick={props.onRevert}>
          {t.revert}
        </Button>
      )}
      <Button
        size="sm"
        intent="primary"
        busy={props.isSaving}
        disabledReason={isChanged ? (props.isSavable ? undefined : t.notSavable) : t.saved}
        onClick={props.onSave}
      >
        {t.save}
      </Button>
    </header>
  );
}

function RemoveButton({ connection }: { connection: Connection }) {
  const t = useStrings().connections;
  const [asking, setAsking] = useState(false);
  const keys = useAsk('keys', 'status', { connectionId: connection.id }).data?.length ?? 0;
  const remove = async () => {
    try {
      await client.connections.remove({ id: connection.id });
      await queryClient.invalidateQueries({ queryKey: ['connections'] });
    } catch (thrown) {
      const failure = failureOf(thrown);
      toast({ intent: 'bad', title: headlineOf(failure), body: failure.message });
    }
  };
  return (
    <>
      <IconButton label={t.remove} size="sm" icon={<Icon of={Trash2} size="s" />} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.removeTitle(connection.name)}
        body={t.removeBody(keys)}
        confirmLabel={t.remove}
        cancelLabel={t.cancel}
        intent="danger"
        onConfirm={() => void remove()}
      />
    </>
  );
}
