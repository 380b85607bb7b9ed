import { useEffect } from 'react';
import type { Destination } from '#shared/contract/destination.ts';
import { client } from '../../lib/client/client.ts';
import { provideKeyStyleRemedy } from '../../lib/failures/key-style-remedy.ts';
import { useFirstListing } from '../../lib/gateway/models/first-listing.ts';
import { listenForShortcuts } from '../../lib/page/listen-for-shortcuts.ts';
import { useRunningChecks } from '../../lib/runs/running-checks.ts';
import { useRunningTasks } from '../../lib/runs/running-tasks.ts';
import { Tips } from '../../ui/overlays/tips.tsx';
import { followHost } from '../follow-host.ts';
import { OverlayHost } from '../overlays/overlay-host.tsx';
import { showOpenedFile } from '../show-opened-file.ts';
import { Announcer } from './announcer.tsx';
import { FrameShortcuts } from './frame-shortcuts.tsx';
import { followHostCommands } from './host-commands.ts';

provideKeyStyleRemedy(
  (exchangeId) =>
    void import('../../lib/gateway/connections/native-style.ts').then(({ tryStylesOf }) => tryStylesOf(exchangeId)),
);

/** Where it leads to is fetched with the first click on a notification. */
const lead = (to: Destination) => void import('../../lib/gateway/patch/lead-to.ts').then(({ leadTo }) => leadTo(to));

export { NoticeStrip } from './notice-strip.tsx';

/** What makes the painted frame reachable in more ways: keys, tips, overlays, the host's menu and notifications. Its chunk comes right after. */
export function FrameReach() {
  useEffect(listenForShortcuts, []);
  useEffect(followHostCommands, []);
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
