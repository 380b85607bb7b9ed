import { useStore } from 'zustand';
import { DocumentList } from '../../lib/documents/document-list.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import type { PanelView } from '../../lib/navigation/open-panel.ts';
import { compareStore, editComparison, openComparison, removeComparison } from './store.ts';
import { CompareWork } from './work.tsx';

/** The saved comparisons by day, starred first, with a search over their prompts. */
function CompareList() {
  const t = useStrings().compare.list;
  return (
    <DocumentList
      panel="compare"
      words={t}
      openId={useStore(compareStore(), (state) => state.openId)}
      metaOf={(row) => <span>{t.lanes(Number(row.note))}</span>}
      onAdd={() => compareStore().create()}
      onOpen={(id) => void openComparison(id)}
      onEdit={(id, change) => void editComparison(id, change)}
      onRemove={(id) => void removeComparison(id)}
    />
  );
}

/** Sends one prompt to several models, protocols, keys or gateways and shows the replies side by side. */
export const panel: PanelView = { List: CompareList, Work: CompareWork };
