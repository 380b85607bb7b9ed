import { useCall } from '../../lib/client/query.ts';
import { notifyFailure } from '../../lib/failures/failure-text.tsx';
import { verdictIntent } from '../../lib/failures/verdict.ts';
import { chooseConnection, rememberedModel, useActive } from '../../lib/gateway/connections/active.ts';
import { startDemo } from '../../lib/gateway/connections/start-demo.ts';
import { useModels } from '../../lib/gateway/models/model-list.ts';
import { openChecks } from '../../lib/gateway/patch/open-checks.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useDates } from '../../lib/i18n/use-dates.ts';
import { addressPath } from '../../lib/inspector/header-origins.ts';
import { useWireExchange } from '../../lib/inspector/use-wire-exchange.ts';
import { copyCurl, replay } from '../../lib/inspector/wire-acts.ts';
import { handOffModel } from '../../lib/navigation/model-handoff.ts';
import { goTo, openPanel, useOpenPanel } from '../../lib/navigation/open-panel.ts';
import { openWireRecord, requestCurl } from '../../lib/navigation/wire-focus.ts';
import { themes, useAppearance } from '../../lib/preferences/appearance.ts';
import { languageChoices, useLanguageChoice } from '../../lib/preferences/language.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import { pressShortcut, type Shortcut, useShortcuts } from '../../lib/shortcuts/shortcuts.ts';
import { panelById, panels } from '../panels.ts';
import type { PaletteRow } from './palette-rows.ts';

/** Returns everything that can be done from here, collected again while the palette is open. */
export function usePaletteRows(): PaletteRow[] {
  return [
    ...useActionRows(),
    ...usePanelRows(),
    ...useConnectionRows(),
    ...useModelRows(),
    ...useExchangeRows(),
    ...useSettingRows(),
  ];
}

const glyphsOfActs: Record<string, PaletteRow['glyph']> = {
  list: 'list',
  drawer: 'drawer',
  parameters: 'parameters',
  settings: 'settings',
  theme: 'settings',
};

/** The keys of every panel's Send. */
const sendKeys = '$mod+Enter';

/** Shortcuts of the open panel, then actions without one, then those of the frame. */
function useActionRows(): PaletteRow[] {
  const t = useStrings();
  const { connection } = useActive();
  const exchangeId = useWireExchange();
  const shortcuts = useShortcuts().filter(({ id }) => id !== 'palette' && !id.startsWith('panel.'));
  const row = (id: string, glyph: PaletteRow['glyph'], text: string, run: () => void): PaletteRow => ({
    id,
    group: 'actions',
    glyph,
    text,
    run,
  });
  const rowOf = ({ id, title, keys }: Shortcut): PaletteRow => ({
    ...row(id, glyphsOfActs[id] ?? 'running', title, () => pressShortcut(id)),
    keys,
    sends: keys === sendKeys,
  });
  const isOfFrame = ({ group }: Shortcut) => group === t.frame.shortcutGroups.page;
  return [
    ...shortcuts.filter((shortcut) => !isOfFrame(shortcut)).map(rowOf),
    ...(exchangeId
      ? [
          { ...row('replay', 'replay', t.palette.replay, () => void replay(exchangeId)), sends: true },
          row('curl', 'copy', t.palette.copyCurl, () => void copyCurl(exchangeId)),
        ]
      : []),
    row('paste', 'wire', t.palette.pasteCurl, requestCurl),
    ...(connection
      ? [row('check', 'checks', t.palette.checkConnection, () => openChecks({ connectionId: connection.id }))]
      : []),
    row('demo', 'demo', t.palette.startDemo, () => void openDemo()),
    row('add', 'keys', t.palette.addConnection, () => goTo('welcome')),
    ...shortcuts.filter(isOfFrame).map(rowOf),
  ];
}

async function openDemo(): Promise<void> {
  try {
    const { connectionId } = await startDemo();
    goTo('chat');
    if (connectionId) handOffModel(rememberedModel('chat', connectionId), 'chat', null, { inNew: true });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

function usePanelRows(): PaletteRow[] {
  const t = useStrings();
  const open = useOpenPanel();
  return panels
    .filter((row) => row.id !== open && row.group !== 'none')
    .map((row) => ({
      id: `panel ${row.id}`,
      group: 'panels',
      glyph: row.glyph,
      text: t.frame.acts.open(t.frame.panels[row.id]),
      ...(row.keys ? { keys: row.keys } : {}),
      run: () => goTo(row.id),
    }));
}

function useConnectionRows(): PaletteRow[] {
  const t = useStrings().palette;
  const { connections, connection } = useActive();
  return connections
    .filter(({ id }) => id !== connection?.id)
    .map(({ id, name, origin }) => ({
      id: `connection ${id}`,
      group: 'connections',
      glyph: 'keys',
      text: t.switchTo(name),
      note: origin,
      run: () => chooseConnection(id),
    }));
}

/** Selecting a model puts it into the open panel, or into the chat when the open one takes none. */
function useModelRows(): PaletteRow[] {
  const t = useStrings().palette;
  const { connection, key } = useActive();
  const { data } = useModels(connection?.id, key?.id);
  return (data?.models ?? []).map(({ id, owner }) => ({
    id: `model ${id}`,
    group: 'models',
    glyph: 'model',
    text: id,
    mono: true,
    note: owner ? t.pickModelOf(owner) : t.pickModel,
    run() {
      if (!usesWire()) goTo('chat');
      handOffModel(id);
    },
  }));
}

function useExchangeRows(): PaletteRow[] {
  const t = useStrings();
  const dates = useDates();
  const { data } = useCall('exchanges', 'list', { limit: 60 });
  return (data ?? []).map((exchange) => ({
    id: `exchange ${exchange.id}`,
    group: 'exchanges',
    glyph: 'clock',
    text: `${exchange.method} ${addressPath(exchange.address)} ${exchange.model ?? ''}`.trim(),
    mono: true,
    note: dates.formatWhen(exchange.startedAt),
    badge: {
      text: exchange.refusedAsPlanned ? t.wire.asPlanned : t.wire.states[exchange.state],
      intent: verdictIntent(exchange),
    },
    run: () => openWireRecord(exchange.id),
  }));
}

function useSettingRows(): PaletteRow[] {
  const t = useStrings();
  const { theme } = useAppearance();
  const { choice } = useLanguageChoice();
  return [
    ...themes.map(
      (one): PaletteRow => ({
        id: `theme ${one}`,
        group: 'settings',
        glyph: 'settings',
        text: t.palette.theme[one],
        ...(one === theme ? { note: t.palette.on } : {}),
        run: () => useAppearance.setState({ theme: one }),
      }),
    ),
    ...languageChoices.map(
      (one): PaletteRow => ({
        id: `language ${one}`,
        group: 'settings',
        glyph: 'settings',
        text: t.palette.language[one],
        ...(one === choice ? { note: t.palette.on } : {}),
        run: () => useLanguageChoice.setState({ choice: one }),
      }),
    ),
    {
      id: 'sizes',
      group: 'settings',
      glyph: 'settings',
      text: t.palette.usualSizes,
      run: () => useLayout.setState({ listPx: null, parametersPx: null, wirePx: null }),
    },
  ];
}

const usesWire = () => panelById(openPanel.getState().id)?.uses.includes('wire') ?? false;
