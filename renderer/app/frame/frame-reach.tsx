import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Destination } from '#shared/contract/destination.ts';
import { client } from '../../lib/client/client.ts';
import { useCall, useHostInfo } from '../../lib/client/query.ts';
import { notifyFailure } from '../../lib/failures/failure-text.tsx';
import { provideKeyStyleRemedy } from '../../lib/failures/key-style-remedy.ts';
import { useFirstListing } from '../../lib/gateway/models/first-listing.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { linkToConfirm } from '../../lib/links/confirm-external-link.ts';
import { goTo, useOpenPanel } from '../../lib/navigation/open-panel.ts';
import { alarm, announcement } from '../../lib/notices/announce.ts';
import { waitingToasts } from '../../lib/notices/toasts.ts';
import { themes, useAppearance } from '../../lib/preferences/appearance.ts';
import { toggleSide, toggleWire } from '../../lib/preferences/layout.ts';
import { countWork } from '../../lib/runs/running-work.ts';
import { listenForShortcuts } from '../../lib/shortcuts/listen-for-shortcuts.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { lazyModule, loadWhenIdle, useLazyModule } from '../../ui/base/lazy-module.ts';
import { Tips } from '../../ui/overlays/tips.tsx';
import { followHost, followHostCommands, showOpenedFile } from '../follow-host.ts';
import { openGuide, openPalette, openShortcuts, overlay, refusedCopy } from '../overlays/overlay-state.ts';
import { holdKeysForPalette } from '../overlays/type-ahead.ts';
import { type PanelRow, panelById, panels } from '../panels.ts';
import { frameKeys } from './frame-keys.ts';

provideKeyStyleRemedy(
  (exchangeId) =>
    void import('../../lib/gateway/connections/native-style.ts').then(({ tryStylesOf }) => tryStylesOf(exchangeId)),
);

/** Fetched with the first click on a notification. */
const lead = (to: Destination) =>
  void import('../../lib/gateway/patch/open-destination.ts').then(({ openDestination }) => openDestination(to));

export { NoticeStrip } from './notice-strip.tsx';

/**
 * Adds keys, tooltips, overlays, the host's menu and notifications to the painted frame. Its chunk loads right after
 * it.
 */
export function FrameReach() {
  useEffect(listenForShortcuts, []);
  useEffect(followHostCommands, []);
  useEffect(holdKeysForPalette, []);
  useEffect(() => followHost(() => client.host.destinations({}), lead), []);
  useEffect(() => followHost(() => client.host.openedFiles({}), showOpenedFile), []);
  useFirstListing();
  useRunningChecks();
  useRunningTasks();
  return (
    <>
      <FrameShortcuts />
      <OverlayHost />
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

/** Shortcuts that work everywhere. */
function FrameShortcuts() {
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

const overlays = lazyModule(() => import('../overlays/overlays.tsx'));

/** Loads the overlays when first needed, then keeps them mounted. */
function OverlayHost() {
  const isWanted = [
    useStore(overlay, ({ shown }) => shown !== 'none'),
    useStore(linkToConfirm, ({ address }) => address !== null),
    useStore(refusedCopy, ({ refused }) => refused !== null),
    useStore(waitingToasts, ({ list }) => list.length > 0),
  ].includes(true);
  const wasWanted = useStore(overlay, ({ isLoaded }) => isLoaded);
  // A user who opens the palette starts typing at once.
  useEffect(() => loadWhenIdle(overlays), []);
  const loaded = useLazyModule(overlays, isWanted || wasWanted);
  return loaded && <loaded.Overlays />;
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
