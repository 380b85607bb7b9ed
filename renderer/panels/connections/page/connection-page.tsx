import { useMemo } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
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
import { startDemo } from '../../../lib/gateway/connections/start-demo.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { useShortcut } from '../../../lib/page/shortcuts.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorCard } from '../../../ui/feedback/error-card.tsx';
import s from '../connections.module.css';
import {
  differingParts,
  dropEdits,
  isSame,
  keepEdits,
  rebaseEdits,
  stampOf,
  useEdits,
  withSavedValues,
} from '../drafts.ts';
import { LimitsSection } from '../form/limits-section.tsx';
import { NetworkSection } from '../form/network-section.tsx';
import { RoutesSection } from '../form/routes-section.tsx';
import { KeySection } from '../keys/key-section.tsx';
import { setImporting, useImporting, useSelectedConnection } from '../selection.ts';
import { ImportDialog } from '../transfer/import-dialog.tsx';
import { ConnectionHead } from './connection-head.tsx';
import { ModelsCard } from './models-card.tsx';
import { ModelsChanged } from './models-changed.tsx';

/** One connection: address, keys, network and limits at the left, what follows from them at the right. */
function ConnectionPage({ connection }: { connection: Connection }) {
  const t = useStrings().connections;
  const stamp = stampOf(connection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp is the content of the connection
  const saved = useMemo(() => fieldsOf(connection), [stamp]);
  const edits = useEdits(connection.id);
  const fields = edits ? withSavedValues(edits.fields, connection) : saved;
  const checked = checkFields(fields);
  const active = useActive();
  const keyId = active.connection?.id === connection.id ? active.key?.id : undefined;
  const health = useHealth(connection.id, keyId);
  const hasConflict = edits !== undefined && edits.stamp !== stamp;
  const save = useAction(async () => {
    await client.connections.save(draftOf(fields, connection.id));
    await queryClient.invalidateQueries({ queryKey: ['connections'] });
    dropEdits(connection.id);
  });
  const onChange = (changed: ConnectionFields) => {
    save.reset();
    if (!hasConflict && isSame(changed, saved)) dropEdits(connection.id);
    else keepEdits(connection, changed);
  };
  const canSave = edits !== undefined && checked.isSavable && !hasConflict && !save.busy;
  useShortcut(
    { id: 'connections.save', keys: '$mod+s', title: t.saveAct, group: t.title, inFields: true },
    () => void save.run(),
    canSave,
  );
  const section = { connection, fields, checked, onChange };
  return (
    <>
      <ConnectionHead
        connection={connection}
        health={health}
        isChanged={edits !== undefined}
        blocked={
          edits === undefined ? t.saved : hasConflict ? t.conflictFirst : checked.isSavable ? undefined : t.notSavable
        }
        isSaving={save.busy}
        onSave={() => void save.run()}
        onRevert={() => dropEdits(connection.id)}
      />
      <div className={s.page} data-connection-form="">
        <div className={s.left}>
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
          <NetworkSection {...section} />
          <LimitsSection {...section} />
          <RoutesSection {...section} />
        </div>
        <div className={s.right}>
          <FinalAddresses base={checked.base} exposed={fields.exposedRoutes} />
          <ModelsChanged connection={connection} keyId={keyId} />
          <ModelsCard connection={connection} keyId={keyId} />
        </div>
      </div>
    </>
  );
}

/** Another window saved this connection while it was edited here: the person decides whose state counts. */
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

/** The chosen connection, and what is being imported beside it. */
export function ConnectionWork() {
  const isImporting = useImporting(({ isOpen }) => isOpen);
  const file = useFileToOpen('connections');
  return (
    <>
      <ChosenConnection />
      <ImportDialog open={isImporting} onOpenChange={setImporting} />
      {file && <ImportDialog key={file.id} open file={file} onOpenChange={(open) => open || closeFileToOpen()} />}
    </>
  );
}

/** The chosen connection, or what to do when there is none. */
function ChosenConnection() {
  const t = useStrings();
  const { ready } = useActive();
  const connection = useSelectedConnection();
  const demo = useAction(startDemo);
  if (connection) return <ConnectionPage key={connection.id} connection={connection} />;
  if (!ready) return null;
  return (
    <EmptyState
      title={t.connections.empty}
      actions={
        <>
          <Button intent="primary" onClick={() => goTo('welcome')}>
            {t.connections.add}
          </Button>
          <Button busy={demo.busy} onClick={() => void demo.run()}>
            {t.welcome.demo}
          </Button>
        </>
      }
    >
      {t.connections.emptyBody}
      {demo.failure && <FailureCard failure={demo.failure} />}
    </EmptyState>
  );
}
