import { client } from '../../lib/client/client.ts';
import { useHostInfo } from '../../lib/client/host-info.ts';
import { notifyFailure } from '../../lib/failures/tell-failure.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { goTo, useOpenPanel } from '../../lib/navigation/open-panel.ts';
import { useShortcut } from '../../lib/page/shortcuts.ts';
import { themes, useAppearance } from '../../lib/preferences/appearance.ts';
import { toggleSide, toggleWire } from '../../lib/preferences/layout.ts';
import { openGuide, openPalette, openShortcuts } from '../overlays/overlay-state.ts';
import { type PanelRow, panelById, panels } from '../panels.ts';
import { frameKeys } from './frame-keys.ts';

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
    () => void client.host.openWindow({}).catch(notifyFailure),
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
