import { Ellipsis, LayoutGrid, Share2 } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient, useCall } from '../../../lib/client/query.ts';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { chooseConnection, useActive } from '../../../lib/gateway/connections/active.ts';
import { EnvironmentBadge } from '../../../lib/gateway/connections/environment-badge.tsx';
import { type Health, healthLeds } from '../../../lib/gateway/connections/health.ts';
import { openChecks } from '../../../lib/gateway/patch/open-checks.ts';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Led } from '../../../ui/feedback/led.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import s from '../connections.module.css';
import { dropEdits } from '../drafts.ts';
import { ExportDialog } from '../transfer/export-dialog.tsx';

export interface ConnectionHeadProps {
  connection: Connection;
  health: Health;
  isChanged: boolean;
  /** Why it cannot be saved now. */
  blocked: string | undefined;
  isSaving: boolean;
  onSave: () => void;
  onRevert: () => void;
}

/** Name, light and actions of a connection. */
export function ConnectionHead(props: ConnectionHeadProps) {
  const words = useStrings();
  const t = words.connections;
  const { connection, health, isChanged } = props;
  const [asking, setAsking] = useState<'remove' | 'share' | null>(null);
  const isActive = useActive().connection?.id === connection.id;
  return (
    <header className={s.head}>
      <Led state={healthLeds[health.state]} />
      <h1 className="cut-text" title={connection.name}>
        {connection.name}
      </h1>
      <EnvironmentBadge colour={connection.colour} />
      {connection.isDemo && <Badge>{t.demo}</Badge>}
      <span className={`cut-text ${s.summary}`} role="status">
        {words.pieces.facts(
          health.state === 'failed' ? t.failedTimes(health.failures) : t.state[health.state],
          health.models === null &&
            health.state === 'partly' &&
            health.failure !== null &&
            (t.causes[health.failure.code] ?? ''),
          (health.state === 'ok' || health.state === 'partly') &&
            t.summary(health.latencyMs === null ? null : formatMs(health.latencyMs), health.models),
        )}
      </span>
      <span className="space" />
      <Button
        size="sm"
        icon={<Icon of={LayoutGrid} size="s" />}
        onClick={() => openChecks({ connectionId: connection.id })}
      >
        {t.checkAll}
      </Button>
      <Button size="sm" icon={<Icon of={Share2} size="s" />} onClick={() => setAsking('share')}>
        {t.share}
      </Button>
      <Menu
        align="end"
        trigger={<IconButton label={t.moreActs} size="sm" icon={<Icon of={Ellipsis} size="s" />} />}
        items={[
          menuAction('use', isActive ? t.inUse : t.use, () => chooseConnection(connection.id), { disabled: isActive }),
          { kind: 'separator', id: 'rule' },
          menuAction('remove', t.remove, () => setAsking('remove'), { danger: true }),
        ]}
      />
      {isChanged && (
        <Button size="sm" intent="quiet" onClick={props.onRevert}>
          {t.revert}
        </Button>
      )}
      <Button size="sm" intent="primary" busy={props.isSaving} disabledReason={props.blocked} onClick={props.onSave}>
        {t.save}
      </Button>
      <RemoveQuestion connection={connection} open={asking === 'remove'} onClose={() => setAsking(null)} />
      {asking === 'share' && (
        <ExportDialog connection={connection} open onOpenChange={(open) => setAsking(open ? 'share' : null)} />
      )}
    </header>
  );
}

function RemoveQuestion({ connection, open, onClose }: { connection: Connection; open: boolean; onClose: () => void }) {
  const t = useStrings().connections;
  const keys = useCall('keys', 'status', { connectionId: connection.id }).data?.length ?? 0;
  const remove = async () => {
    try {
      await client.connections.remove({ id: connection.id });
      dropEdits(connection.id);
      await queryClient.invalidateQueries({ queryKey: ['connections'] });
    } catch (thrown) {
      notifyFailure(thrown);
    }
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t.removeTitle(connection.name)}
      body={t.removeBody(keys)}
      confirmLabel={t.remove}
      cancelLabel={t.cancel}
      intent="danger"
      onConfirm={() => void remove()}
    />
  );
}
