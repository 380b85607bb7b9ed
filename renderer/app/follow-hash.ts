import { openPanel, panelInHash } from '../lib/navigation/open-panel.ts';
import { persistedStore } from '../lib/preferences/persisted-store.ts';
import { panelById, panels } from './panels.ts';

const useLastPanel = persistedStore<{ id: string }>('panel', { id: panels[0]?.id ?? '' }, { quietMs: 0 });

/** The panel that the page opened on its own, until the hash names one; `null` when the hash named the first one. */
let selected: string | null = null;

/** Returns the panel to start with: the first run without a connection, else the panel the user was last in. */
function firstPanel(hasConnections: boolean): string {
  if (!hasConnections) return 'welcome';
  return panelById(useLastPanel.getState().id)?.id ?? panels[0]?.id ?? '';
}

/** Shows the panel that the hash names, now and whenever it changes. A hash that names no panel is corrected. */
export function followHash(hasConnections: boolean): void {
  const follow = () => {
    const named = panelById(panelInHash(location.hash) ?? '');
    show(named?.id ?? (openPanel.getState().id || firstPanel(hasConnections)));
    return named !== undefined;
  };
  addEventListener('hashchange', () => {
    follow();
    selected = null;
  });
  const isNamed = follow();
  selected = isNamed ? null : openPanel.getState().id;
}

/**
 * Shows another first panel when the page opened on one by a record of the connections that is not true any more. A
 * panel that the address named, or to which the user has gone since, stays.
 */
export function correctFirstPanel(hasConnections: boolean): void {
  if (selected === null) return;
  show(firstPanel(hasConnections));
  selected = null;
}

function show(id: string): void {
  if (panelInHash(location.hash) !== id)
    history.replaceState(null, '', `${location.pathname}${location.search}#/${id}`);
  openPanel.setState({ id });
  if (panelById(id)?.group !== 'none') useLastPanel.setState({ id });
}
