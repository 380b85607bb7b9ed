import type { Connection } from '#shared/contract/connections.ts';
import type { ConnectionFields } from '../../../lib/gateway/connections/connection-fields.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ErrorCard } from '../../../ui/feedback/error-card.tsx';
import { differingParts, dropEdits, rebaseEdits } from '../drafts.ts';

/** Another window saved this connection while it was edited here: the person decides whose state counts. */
export function ChangedElsewhere({
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
