import { Download, Plus } from 'lucide-react';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PaneHead } from '../../../ui/layout/pane-head.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
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
