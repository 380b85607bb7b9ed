import { Download, Plus } from 'lucide-react';
import { useActive } from '../../../lib/active.ts';
import { goTo } from '../../../lib/open-panel.ts';
import { useStrings } from '../../../lib/strings.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PaneHead } from '../../../ui/pane-head.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { setImporting, useSelectedConnection } from '../selection.ts';
import { ConnectionCard } from './connection-card.tsx';
import s from './list.module.css';

/** Every connection with its light in words; a failure is explained under its own row. */
export function ConnectionList() {
  const t = useStrings().connections;
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
        <IconButton label={t.add} size="sm" icon={<Icon of={Plus} />} onClick={() => goTo('welcome')} />
      </PaneHead>
      <nav className={s.list} aria-label={t.title}>
        <VirtualList
          label={t.title}
          items={connections}
          itemKey={({ id }) => id}
          rowHeight={52}
          measured
          padding={6}
          empty={<EmptyState title={t.empty}>{t.emptyBody}</EmptyState>}
          renderItem={(connection) => (
            <ConnectionCard connection={connection} isSelected={connection.id === selected?.id} />
          )}
        />
      </nav>
    </>
  );
}
