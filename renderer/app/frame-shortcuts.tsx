import { themes, useAppearance } from '../lib/appearance.ts';
import { client } from '../lib/client.ts';
import { useHostInfo } from '../lib/host-info.ts';
import { toggleSide, toggleWire } from '../lib/layout.ts';
import { goTo, useOpenPanel } from '../lib/open-panel.ts';
import { useShortcut } from '../lib/shortcuts.ts';
import { useStrings } from '../lib/strings.ts';
import { tellFailure } from '../lib/tell-failure.tsx';
import { frameKeys } from './frame-keys.ts';
import { openGuide, openPalette, openShortcuts } from './overlay-state.ts';
import { type PanelRow, panelById, panels } from './panels.ts';

/** Keys that work everywhere. */
export function FrameShortcuts() {
  const t = useStrings().frame;
  const group = t.shortcutGroups.page;
  const { side = 'parameters' } = panelById(useOpenPanel()) ?? {};
  useShortcut({ id: 'palette', keys: frameKeys.palette, title: t.acts.palette, group }, () => openPalette());
  useShortcut({ id: 'list', keys: frameKeys.list, title: t.toggleList, group }, () => toggleSide('list'));
  useShortcut({ id: 'drawer', keys: frameKeys.drawer, title: t.toggleWire, group }, toggleWire);
  useShortcut({ id: 'parameters', keys: frameKeys.parameters, title: t.toggleSide[side], group }, () =>
    toggleSide('parameters'),
  );
  useShortcut({ id: 'settings', keys: frameKeys.settings, title: t.acts.settings, group }, () => goTo('settings'));
  useShortcut({ id: 'shortcuts', keys: frameKeys.shortcuts, title: t.acts.shortcuts, group }, openShortcuts);
  useShortcut({ id: 'guide', keys: frameKeys.guide, title: t.acts.guide, group }, openGuide);
  useShortcut({ id: 'theme', keys: frameKeys.theme, title: t.acts.theme, group }, nextTheme);
  useShortcut(
    { id: 'window', keys: frameKeys.window, title: t.acts.window, group },
    () => void client.host.openWindow({}).catch(tellFailure),
    useHostInfo()?.capabilities.windows ?? false,
  );
  return panels.map((row) => <PanelShortcut key={row.id} row={row} />);
}

function PanelShortcut({ row }: { row: PanelRow }) {
  const t = useStrings().frame;
  useShortcut(
    {
      id: `panel.${row.id}`,
      keys: row.keys ?? '',
      title: t.acts.open(t.panels[row.id]),
      group: t.shortcutGroups.panels,
    },
    () => goTo(row.id),
    row.keys !== undefined,
  );
  return null;
}

function nextTheme(): void {
  const { theme } = useAppearance.getState();
  useAppearance.setState({ theme: themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system' });
}
