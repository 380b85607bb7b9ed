import { useEffect } from 'react';
import { client } from '../lib/client.ts';
import { leadTo } from '../lib/lead-to.ts';
import { listenForShortcuts } from '../lib/listen-for-shortcuts.ts';
import { useRunningChecks } from '../lib/running-checks.ts';
import { useRunningTasks } from '../lib/running-tasks.ts';
import { Tips } from '../ui/tips.tsx';
import { Announcer } from './announcer.tsx';
import { followHost } from './follow-host.ts';
import { FrameShortcuts } from './frame-shortcuts.tsx';
import { followHostCommands } from './host-commands.ts';
import { OverlayHost } from './overlay-host.tsx';
import { showOpenedFile } from './show-opened-file.ts';

/** What makes the painted frame reachable in more ways: keys, tips, overlays, the host's menu and notifications. Its chunk comes right after. */
export function FrameReach() {
  useEffect(listenForShortcuts, []);
  useEffect(followHostCommands, []);
  useEffect(() => followHost(() => client.host.destinations({}), leadTo), []);
  useEffect(() => followHost(() => client.host.openedFiles({}), showOpenedFile), []);
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
