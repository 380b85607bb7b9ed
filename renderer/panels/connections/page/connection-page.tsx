import { useEffect, useMemo } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { closeFileToOpen, useFileToOpen } from '../../../lib/files/files-to-open.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import {
  type ConnectionFields,
  checkFields,
  draftOf,
  fieldsOf,
} from '../../../lib/gateway/connections/connection-fields.ts';
import { ConnectionAddress } from '../../../lib/gateway/connections/connection-form.tsx';
import { FinalAddresses } from '../../../lib/gateway/connections/final-addresses.tsx';
import { useHealth } from '../../../lib/gateway/connections/health.ts';
import { NoConnection } from '../../../lib/gateway/connections/no-connection.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useShortcut } from '../../../lib/shortcuts/shortcuts.ts';
import { ErrorCard } from '../../../ui/feedback/error-card.tsx';
import s from '../connections.module.css';
import {
  differingParts,
  dropEdits,
  isSame,
  keepEdits,
  rebaseEdits,
  settleEdits,
  stampOf,
  useEdits,
  withSavedValues,
} from '../drafts.ts';
import { LimitsSection } from '../form/limits-section.tsx';
import { NetworkSection } from '../form/network-section.tsx';
import { RepliesSection } from '../form/replies-section.tsx';
import { RoutesSection } from '../form/routes-section.tsx';
import { KeySection } from '../keys/key-section.tsx';
import { setImporting, useImporting, useSelectedConnection } from '../selection.ts';
import { ImportDialog } from '../transfer/import-dialog.tsx';
import { ConnectionHead } from './connection-head.tsx';
import { ModelsCard, ModelsChanged } from './models-card.tsx';

/** Below the first screen, and rarely changed. */

/** One connection: address, keys, network and limits on the left, what follows from them on the right. */
function ConnectionPage({ connection }: { connection: Connection }) {
  const { connections: t, gateway } = useStrings();
  const stamp = stampOf(connection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp represents the content of the connection
  const saved = useMemo(() => fieldsOf(connection), [stamp]);
  const edits = useEdits(connection.id);
  const fields = edits ? withSavedValues(edits.fields, connection) : saved;
  const checked = checkFields(fields);
  const active = useActive();
  const keyId = active.connection?.id === connection.id ? active.key?.id : undefined;
  const health = useHealth(connection.id, keyId);
  // The same in both needs no decision: the page was closed between its save and the end of the edits.
  const isSaved = edits !== undefined && edits.stamp !== stamp && isSame(fields, saved);
  useEffect(() => {
    if (isSaved) dropEdits(connection.id);
  }, [isSaved, connection.id]);
  const hasConflict = edits !== undefined && edits.stamp !== stamp && !isSaved;
  const save = useAction(async () => {
    const kept = await client.connections.save(draftOf(fields, connection.id));
    await queryClient.invalidateQueries({ queryKey: ['connections'] });
    settleEdits(connection, kept, fields);
  });
  const onChange = (changed: ConnectionFields) => {
    save.reset();
    if (!hasConflict && isSame(changed, saved)) dropEdits(connection.id);
    else keepEdits(connection, changed);
  };
  const canConfirm = checked.isSavable && !hasConflict && !save.busy;
  const canSave = edits !== undefined && canConfirm;
  useShortcut('connections.save', () => void save.run(), canSave);
  const section = { connection, fields, checked, onChange };
  return (
    <>
      <ConnectionHead
        connection={connection}
        health={health}
        isChanged={edits !== undefined}
        blocked={
          edits === undefined
            ? t.saved
            : hasConflict
              ? t.conflictFirst
              : checked.isSavable
                ? undefined
                : gateway.notSavable
        }
        isSaving={save.busy}
        onSave={() => void save.run()}
        onRevert={() => dropEdits(connection.id)}
      />
      <div className={s.page} data-connection-form="">
        <div className={s.left}>
          {connection.unconfirmed && (
            <Unconfirmed connection={connection} onConfirm={canConfirm ? () => void save.run() : undefined} />
          )}
          {hasConflict && <ChangedElsewhere connection={connection} mine={fields} theirs={saved} />}
          {save.failure && <FailureCard failure={save.failure} />}
          <section className={s.block}>
            <h2>{t.addressPart}</h2>
            <ConnectionAddress
              fields={fields}
              checked={checked}
              onChange={onChange}
              {...(connection.isDemo ? { fixed: t.demoAddress } : {})}
            />
          </section>
          <KeySection connection={connection} />
          <RoutesSection {...section} />
          <NetworkSection {...section} />
          <LimitsSection {...section} />
          <RepliesSection {...section} />
        </div>
        <div className={s.right}>
          <FinalAddresses base={checked.base} gateway={checked.gateway} exposed={fields.exposedRoutes} />
          <ModelsChanged connection={connection} keyId={keyId} />
          <ModelsCard connection={connection} keyId={keyId} />
        </div>
      </div>
    </>
  );
}

/** A restored backup or another program changed what the user saved: nothing secret is sent until it is saved again. */
function Unconfirmed({ connection, onConfirm }: { connection: Connection; onConfirm: (() => void) | undefined }) {
  const { connections: t } = useStrings();
  return (
    <ErrorCard
      intent="warn"
      title={t.unconfirmedTitle}
      actions={onConfirm ? [{ label: t.confirmConnection, onSelect: onConfirm }] : []}
    >
      <p>{t.unconfirmed(connection.unconfirmed?.confirmedFor ?? null, connection.origin)}</p>
    </ErrorCard>
  );
}

/** Another window saved this connection while it was edited here: the user decides which state to keep. */
function ChangedElsewhere({
  connection,
  mine,
  theirs,
}: {
  connection: Connection;
  mine: ConnectionFields;
  theirs: ConnectionFields;
}) {
  const { connections: t, pieces } = useStrings();
  const parts = differingParts(mine, theirs).map((part) => t.parts[part]);
  return (
    <ErrorCard
      intent="warn"
      announce
      title={t.conflictTitle}
      actions={[
        { label: t.keepMine, onSelect: () => rebaseEdits(connection) },
        { label: t.takeTheirs, onSelect: () => dropEdits(connection.id) },
      ]}
    >
      <p>{parts.length > 0 ? t.conflictParts(pieces.list(parts)) : t.conflictSame}</p>
    </ErrorCard>
  );
}

/** The selected connection, and the import beside it. */
export function ConnectionWork() {
  const isImporting = useImporting(({ isOpen }) => isOpen);
  const file = useFileToOpen('connections');
  return (
    <>
      <SelectedConnection />
      <ImportDialog open={isImporting} onOpenChange={setImporting} />
      {file && <ImportDialog key={file.id} open file={file} onOpenChange={(open) => open || closeFileToOpen()} />}
    </>
  );
}

/** The selected connection, or an empty state. */
function SelectedConnection() {
  const t = useStrings().connections;
  const { ready } = useActive();
  const connection = useSelectedConnection();
  if (connection) return <ConnectionPage key={connection.id} connection={connection} />;
  if (!ready) return null;
  return <NoConnection>{t.emptyBody}</NoConnection>;
}
