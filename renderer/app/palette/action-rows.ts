import { client } from '../../lib/client/client.ts';
import { notifyFailure } from '../../lib/failures/failure-text.tsx';
import { saveFile } from '../../lib/files/files.ts';
import { rememberedModel, useActive } from '../../lib/gateway/connections/active.ts';
import { startDemo } from '../../lib/gateway/connections/start-demo.ts';
import { openFailureMenu } from '../../lib/gateway/demo/simulate-failure.tsx';
import { openChecks } from '../../lib/gateway/patch/open-checks.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useWireExchange } from '../../lib/inspector/use-wire-exchange.ts';
import { copyCurl, replay } from '../../lib/inspector/wire-acts.ts';
import { goToList } from '../../lib/navigation/go-to-list.ts';
import { handOffModel } from '../../lib/navigation/model-handoff.ts';
import { goTo, useOpenPanel } from '../../lib/navigation/open-panel.ts';
import { whenThere } from '../../lib/navigation/when-there.ts';
import { requestCurl } from '../../lib/navigation/wire-focus.ts';
import { type ActionId, actionOf, actions } from '../../lib/shortcuts/actions.ts';
import { keysOf } from '../../lib/shortcuts/own-keys.ts';
import { pressShortcut, useShortcuts } from '../../lib/shortcuts/shortcuts.ts';
import { useActionTitle } from '../overlays/action-titles.ts';
import { overlay } from '../overlays/overlay-state.ts';
import { panelById, panels } from '../panels.ts';
import type { PaletteRow } from './palette-rows.ts';

const glyphsOfActs: Partial<Record<ActionId, PaletteRow['glyph']>> = {
  list: 'list',
  drawer: 'drawer',
  parameters: 'parameters',
  settings: 'settings',
  theme: 'settings',
  model: 'model',
  key: 'key',
  guide: 'guide',
};

const allIds = Object.keys(actions) as ActionId[];

/** Returns the actions of the open panel, then those without a shortcut, then those of the frame. */
export function useActionRows(): PaletteRow[] {
  const { palette: t, prompts, pieces } = useStrings();
  const { connection } = useActive();
  const exchangeId = useWireExchange();
  const open = useOpenPanel();
  const titleOf = useActionTitle();
  const live = new Map(useShortcuts().map((shortcut) => [shortcut.id, shortcut]));
  const row = (id: string, glyph: PaletteRow['glyph'], text: string, run: () => void): PaletteRow => ({
    id,
    group: 'actions',
    glyph,
    text,
    run,
  });
  const rowOf = (id: ActionId, run: () => void): PaletteRow => {
    const { scope, risk } = actionOf(id);
    return {
      ...row(id, glyphsOfActs[id] ?? panelById(scope)?.glyph ?? 'running', titleOf(id, live.get(id)?.title), run),
      keys: keysOf(id),
      ...(risk && { risk, note: t.risks[risk] }),
    };
  };
  const here = [...live.keys()].filter((id) => id !== 'palette' && actionOf(id).scope !== 'panels');
  const rowsIn = (isWanted: (scope: string) => boolean) =>
    here.filter((id) => isWanted(actionOf(id).scope)).map((id) => rowOf(id, () => pressShortcut(id)));
  const elsewhere = allIds.filter((id) => id.endsWith('.new') && actionOf(id).scope !== open);
  return [
    ...rowsIn((scope) => scope !== 'page'),
    ...elsewhere.map((id) => ({
      ...rowOf(id, () => {
        goTo(actionOf(id).scope);
        void whenThere(() => pressShortcut(id) || null);
      }),
      keys: '',
    })),
    ...(exchangeId
      ? [
          {
            ...row('replay', 'replay', t.replay, () => void replay(exchangeId)),
            risk: 'sends',
            note: t.risks.sends,
          } as const,
          row('curl', 'copy', t.copyCurl, () => void copyCurl(exchangeId)),
          row('har', 'wire', t.har, () => void saveHar(exchangeId)),
        ]
      : []),
    row('paste', 'wire', t.pasteCurl, requestCurl),
    row('prompts', 'list', prompts.palette.manage, () => overlay.setState({ shown: 'prompts' })),
    ...(connection
      ? [row('check', 'checks', t.checkConnection, () => openChecks({ connectionId: connection.id }))]
      : []),
    row('demo', 'demo', t.startDemo, () => void openDemo()),
    ...(connection?.isDemo ? [row('failure', 'demo', pieces.simulate.title, openFailureMenu)] : []),
    row('add', 'keys', t.addConnection, () => goTo('welcome')),
    ...rowsIn((scope) => scope === 'page'),
  ];
}

async function saveHar(exchangeId: string): Promise<void> {
  try {
    await saveFile(await client.exchanges.har({ ids: [exchangeId] }));
  } catch (thrown) {
    notifyFailure(thrown);
  }
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

/** Returns a row for every panel that is not open. */
export function usePanelRows(): PaletteRow[] {
  const t = useStrings();
  const open = useOpenPanel();
  return panels
    .filter(({ id, group }) => id !== open && group !== 'none')
    .map(({ id, glyph }) => ({
      id: `panel ${id}`,
      group: 'panels',
      glyph,
      text: t.actions.open(t.frame.panels[id]),
      keys: keysOf(`panel.${id}` as ActionId),
      run: () => goToList(id),
    }));
}
