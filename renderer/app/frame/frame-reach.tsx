import { useEffect } from 'react';
import { useStore } from 'zustand';
import { themes } from '#shared/contract/theme.ts';
import { client } from '../../lib/client/client.ts';
import { useCall, useHostInfo } from '../../lib/client/query.ts';
import { notifyFailure } from '../../lib/failures/failure-text.tsx';
import { provideKeyRemedies } from '../../lib/failures/key-style-remedy.ts';
import { sendKeyAs } from '../../lib/gateway/connections/key-header.ts';
import { tryStylesOf } from '../../lib/gateway/connections/native-style.ts';
import { useFirstListing } from '../../lib/gateway/models/first-listing.ts';
import { openDestination } from '../../lib/gateway/patch/open-destination.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { goToList } from '../../lib/navigation/go-to-list.ts';
import { useOpenPanel } from '../../lib/navigation/open-panel.ts';
import { workField } from '../../lib/navigation/work-field.ts';
import { alarm, announcement } from '../../lib/notices/announce.ts';
import { useAppearance } from '../../lib/preferences/appearance.ts';
import { toggleSide, toggleWire } from '../../lib/preferences/layout.ts';
import { countWork } from '../../lib/runs/running-work.ts';
import { listenForShortcuts } from '../../lib/shortcuts/listen-for-shortcuts.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { Tips } from '../../ui/overlays/tips.tsx';
import { followHost, followHostCommands, showOpenedFile } from '../follow-host.ts';
import { openGuide, openPalette, openShortcuts } from '../overlays/overlay-state.ts';
import { Overlays } from '../overlays/overlays.tsx';
import { type PanelRow, panelById, panels } from '../panels.ts';

provideKeyRemedies({
  tryStylesOf: (exchangeId) => void tryStylesOf(exchangeId),
  sendKeyAs: (exchangeId, header) => void sendKeyAs(exchangeId, header),
});

/** What the frame does besides its bars: keys, tooltips, overlays, the host's menu and notifications. */
export function FrameReach() {
  useEffect(listenForShortcuts, []);
  useEffect(followHostCommands, []);
  useEffect(() => followHost(() => client.host.destinations({}), openDestination), []);
  useEffect(() => followHost(() => client.host.openedFiles({}), showOpenedFile), []);
  useFirstListing();
  useRunningChecks();
  useRunningTasks();
  return (
    <>
      <Overlays />
      <Tips />
      <Announcer />
    </>
  );
}

/** The page's live regions: a polite one, and an assertive one for errors. */
function Announcer() {
  return (
    <>
      <div className="sr-only" aria-live="polite">
        <Turns of={announcement} />
      </div>
      <div className="sr-only" aria-live="assertive">
        <Turns of={alarm} />
      </div>
    </>
  );
}

/** Alternates between two elements, so that a sentence announced twice is read twice. */
function Turns({ of }: { of: typeof announcement }) {
  const { text, turn } = useStore(of);
  return (
    <>
      <span>{turn % 2 === 0 ? text : ''}</span>
      <span>{turn % 2 === 1 ? text : ''}</span>
    </>
  );
}

/** Actions that work everywhere. Drawn before the panel, whose own keys win where both have them. */
export function FrameShortcuts() {
  const { toggleSide: titles } = useStrings().frame;
  const { side = 'parameters', uses = [] } = panelById(useOpenPanel()) ?? {};
  useShortcut('palette', () => openPalette());
  useShortcut('prompt', () => workField()?.focus());
  useShortcut('model', () => openSocket('model'));
  useShortcut('route', () => openSocket('route'));
  useShortcut('key', () => openSocket('key'));
  useShortcut('list', () => toggleSide('list'), uses.includes('list'));
  useShortcut('parameters', () => toggleSide('parameters'), uses.includes('parameters'), titles[side]);
  useShortcut('drawer', toggleWire, uses.includes('wire'));
  useShortcut('settings', () => void goToList('settings'));
  useShortcut('theme', nextTheme);
  useShortcut(
    'window',
    () => void client.host.openWindow({}).catch(notifyFailure),
    useHostInfo()?.capabilities.windows ?? false,
  );
  useShortcut('shortcuts', openShortcuts);
  useShortcut('guide', openGuide);
  return panels.map(({ id }) => id !== 'welcome' && <PanelShortcut key={id} id={id} />);
}

/** Opens the choices of a socket of the patch line. */
const openSocket = (place: 'model' | 'route' | 'key'): void =>
  document.querySelector<HTMLElement>(`main [data-place="${place}"]`)?.click();

function PanelShortcut({ id }: { id: Exclude<PanelRow['id'], 'welcome'> }) {
  useShortcut(`panel.${id}`, () => void goToList(id));
  return null;
}

function nextTheme(): void {
  const { theme } = useAppearance.getState();
  useAppearance.setState({ theme: themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system' });
}

/** Updates the badge of the checks panel: the core runs checks, independently of the open page. */
function useRunningChecks(): void {
  const { data = [] } = useCall('checks', 'runs', {});
  const running = data.filter(({ state }) => state === 'running').length;
  useEffect(() => countWork('checks', running), [running]);
}

/**
 * Updates the badges of the video and realtime panels: the core polls tasks and keeps sessions open, independently
 * of the open page.
 */
function useRunningTasks(): void {
  const { data: tasks = [] } = useCall('tasks', 'list', {});
  const { data: sessions = [] } = useCall('realtime', 'sessions', {});
  const watched = tasks.filter(({ watching }) => watching).length;
  const live = sessions.filter(({ state }) => state === 'running').length;
  useEffect(() => countWork('video', watched), [watched]);
  useEffect(() => countWork('realtime', live), [live]);
}
