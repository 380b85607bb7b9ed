import { useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import { useActive } from '../../lib/active.ts';
import { client } from '../../lib/client.ts';
import { checkFields, draftOf, fieldsOf } from '../../lib/connection-fields.ts';
import { ConnectionForm } from '../../lib/connection-form.tsx';
import { FailureCard } from '../../lib/failure-card.tsx';
import { FinalAddresses } from '../../lib/final-addresses.tsx';
import { useHealth } from '../../lib/health.ts';
import { refreshModels } from '../../lib/model-list.ts';
import { queryClient } from '../../lib/query.ts';
import { useStrings } from '../../lib/strings.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConnectionHead } from './connection-head.tsx';
import s from './connections.module.css';
import { KeySection } from './key-section.tsx';
import { ModelsCard } from './models-card.tsx';
import { dropEdits, editConnection, useEdits } from './selection.ts';

/** One connection: address and headers at the left with its keys below, final addresses and models at the right. */
export function ConnectionPage({ connection }: { connection: Connection }) {
  const t = useStrings().connections;
  const [initial] = useState(() => fieldsOf(connection));
  const edits = useEdits(connection.id);
  const fields = edits ?? initial;
  const checked = checkFields(fields);
  const active = useActive();
  const keyId = active.connection?.id === connection.id ? active.key?.id : undefined;
  const health = useHealth(connection.id, keyId);
  const test = useAction(() => refreshModels(connection.id, keyId));
  const save = useAction(async () => {
    await client.connections.save(draftOf(fields, connection.id));
    await queryClient.invalidateQueries({ queryKey: ['connections'] });
    dropEdits(connection.id);
  });
  const failure = save.failure ?? test.failure ?? health.failure;
  return (
    <>
      <ConnectionHead
        connection={connection}
        health={health}
        isTesting={test.busy}
        onTest={() => void test.run()}
        isChanged={edits !== undefined}
        isSavable={checked.isSavable}
        isSaving={save.busy}
        onSave={() => void save.run()}
        onRevert={() => dropEdits(connection.id)}
      />
      <div className={s.page}>
        <div className={s.left}>
          {failure && !test.busy && <FailureCard failure={failure} announce={save.failure !== null} />}
          <section className={s.block}>
            <h3>{t.addressPart}</h3>
            <ConnectionForm
              fields={fields}
              checked={checked}
              onChange={(changed) => editConnection(connection.id, changed)}
            />
          </section>
          <KeySection connection={connection} />
        </div>
        <div className={s.right}>
          <FinalAddresses base={checked.base.base} isClean={checked.base.problems.length === 0} />
          <ModelsCard connectionId={connection.id} keyId={keyId} />
        </div>
      </div>
    </>
  );
}
