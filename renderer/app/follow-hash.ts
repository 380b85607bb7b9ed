import type { Connection } from '#shared/contract/connections.ts';
import { askKey, queryClient } from '../lib/client/query.ts';
import { openPanel, panelInHash } from '../lib/navigation/open-panel.ts';
import { persistedStore } from '../lib/preferences/persisted-store.ts';
import { panelById, panels } from './panels.ts';

const useLastPanel = persistedStore<{ id: string }>('panel', { id: panels[0]?.id ?? '' }, { quietMs: 0 });

/** Returns the panel to start with: the first run without a connection, else the panel the user was last in. */
function firstPanel(): string {
  const connections = queryClient.getQueryData<Connection[]>(askKey('connections', 'list', {}));
  if (connections?.length === 0) return 'welcome';
  return panelById(useLastPanel.getState().id)?.id ?? panels[0]?.id ?? '';
}

/** Shows the panel that the hash names, now and whenever it changes. A hash that names no panel is corrected. */
export function followHash(): void {
  const follow = () => {
    const named = panelById(panelInHash(location.hash) ?? '');
    const id = named?.id ?? (openPanel.getState().id || firstPanel());
    if (!named) history.replaceState(null, '', `${location.pathname}${location.search}#/${id}`);
    openPanel.setState({ id });
    if (panelById(id)?.group !== 'none') useLastPanel.setState({ id });
  };
  addEventListener('hashchange', follow);
  follow();
}
