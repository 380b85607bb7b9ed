import { openPanel, panelInHash } from '../lib/navigation/open-panel.ts';
import { persistedStore } from '../lib/preferences/persisted-store.ts';
import { panelById, panels } from './panels.ts';

const useLastPanel = persistedStore<{ id: string }>('panel', { id: panels[0]?.id ?? '' }, { quietMs: 0 });

/** Returns the panel to start with: the first run without a connection, else the panel the user was last in. */
function firstPanel(hasConnections: boolean): string {
  if (!hasConnections) return 'welcome';
  return panelById(useLastPanel.getState().id)?.id ?? panels[0]?.id ?? '';
}

/**
 * Shows the panel that the hash names, now and whenever it changes. A hash that names no panel is corrected. Returns the
 * first panel.
 */
export function followHash(hasConnections: boolean): string {
  const follow = () => {
    const named = panelById(panelInHash(location.hash) ?? '');
    show(named?.id ?? (openPanel.getState().id || firstPanel(hasConnections)));
  };
  addEventListener('hashchange', follow);
  follow();
  return openPanel.getState().id;
}

function show(id: string): void {
  if (panelInHash(location.hash) !== id)
    history.replaceState(null, '', `${location.pathname}${location.search}#/${id}`);
  openPanel.setState({ id });
  if (panelById(id)?.group !== 'none') useLastPanel.setState({ id });
}
