import type { MouseEvent } from 'react';
import { client } from '../../lib/client/client.ts';
import { useHostInfo } from '../../lib/client/query.ts';
import { chooseConnection, useActive } from '../../lib/gateway/connections/active.ts';
import { EnvironmentBadge } from '../../lib/gateway/connections/environment-badge.tsx';
import { healthLeds, useHealth } from '../../lib/gateway/connections/health.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { goTo, useOpenPanel } from '../../lib/navigation/open-panel.ts';
import { toggleSide, toggleWire, useLayout, useNarrow } from '../../lib/preferences/layout.ts';
import { useKeysLabel } from '../../lib/shortcuts/keys.ts';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Led } from '../../ui/feedback/led.tsx';
import type { MenuItem } from '../../ui/overlays/menu.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Glyph } from '../glyph.tsx';
import { openGuide, openPalette } from '../overlays/overlay-state.ts';
import { panelById } from '../panels.ts';
import { BarButton } from './bar-button.tsx';
import s from './title-bar.module.css';

/** Connection at the left, the command palette in the middle, layout at the right. */
export function TitleBar() {
  const t = useStrings().frame;
  return (
    <header className={s.bar}>
      <div className={s.side}>
        <HostMenuButton />
        <ConnectionMenu />
      </div>
      <FindButton />
      <div className={s.end}>
        <LayoutToggles />
        <BarButton label={t.acts.guide} glyph="guide" keys={useKeysLabel('guide')} onClick={openGuide} />
      </div>
    </header>
  );
}

/** Opens the host's own menu, where no window shows it. */
function HostMenuButton() {
  const t = useStrings().frame;
  if (!useHostInfo()?.capabilities.menuButton) return null;
  const open = ({ currentTarget }: MouseEvent) => {
    const { left, bottom } = currentTarget.getBoundingClientRect();
    void client.host.openMenu({ x: left, y: bottom }).catch(() => {});
  };
  return <BarButton label={t.acts.menu} glyph="menu" aria-haspopup="menu" onClick={open} />;
}

function ConnectionMenu() {
  const t = useStrings().frame;
  const { ready, connection, connections, key } = useActive();
  const health = useHealth(connection?.id, key?.id);
  const items: MenuItem[] = [
    ...(connections.length > 0
      ? [
          {
            kind: 'radio',
            id: 'connections',
            label: t.connections,
            value: connection?.id ?? '',
            options: connections.map(({ id, name, origin }) => ({ value: id, label: name, hint: origin })),
            onValueChange: chooseConnection,
          } as const,
          { kind: 'separator', id: 'rule' } as const,
        ]
      : []),
    { kind: 'action', id: 'add', label: t.addConnection, onSelect: () => goTo('welcome') },
    { kind: 'action', id: 'manage', label: t.manageConnections, onSelect: () => goTo('connections') },
  ];
  return (
    <Menu
      items={items}
      trigger={
        <button type="button" className={s.connection}>
          <Led state={connection ? healthLeds[health.state] : 'off'} />
          <span className="sr-only">{t.connectionMenu}</span>
          <span className={s.name}>{connection?.name ?? (ready && t.noConnection)}</span>
          {connection && <EnvironmentBadge colour={connection.colour} />}
          {connection?.isDemo && <Badge>{t.demo}</Badge>}
          <Glyph name="down" px={12} />
        </button>
      }
    />
  );
}

function FindButton() {
  const t = useStrings().frame;
  const keys = useKeysLabel('palette');
  return (
    <button type="button" className={s.find} onClick={() => openPalette()}>
      <Glyph name="find" px={14} />
      <span className={s.findText}>{t.find}</span>
      {keys && <Kbd>{keys}</Kbd>}
    </button>
  );
}

function LayoutToggles() {
  const t = useStrings().frame;
  const { uses = [], side = 'parameters' } = panelById(useOpenPanel()) ?? {};
  const { listOpen, parametersOpen, wireOpen, drawer } = useLayout();
  const narrow = useNarrow();
  const keys = { list: useKeysLabel('list'), drawer: useKeysLabel('drawer'), side: useKeysLabel('parameters') };
  return (
    <>
      {uses.includes('list') && (
        <BarButton
          label={t.toggleList}
          glyph="list"
          keys={keys.list}
          pressed={narrow ? drawer === 'list' : listOpen}
          onClick={() => toggleSide('list')}
        />
      )}
      {uses.includes('wire') && (
        <BarButton label={t.toggleWire} glyph="drawer" keys={keys.drawer} pressed={wireOpen} onClick={toggleWire} />
      )}
      {uses.includes('parameters') && (
        <BarButton
          label={t.toggleSide[side]}
          glyph={narrow && side === 'parameters' ? 'settings' : 'parameters'}
          {...(narrow ? { text: t.sides[side] } : {})}
          keys={keys.side}
          pressed={narrow ? drawer === 'parameters' : parametersOpen}
          onClick={() => toggleSide('parameters')}
        />
      )}
    </>
  );
}
