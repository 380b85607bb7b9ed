import type { StoreApi } from 'zustand';
import type { HostCommand } from '#shared/contract/host.ts';
import type { Client } from '#shared/contract/index.ts';
import { link, client as pageClient } from '../lib/client.ts';
import type { LinkState } from '../lib/link.ts';
import { pressShortcut } from '../lib/shortcuts.ts';

/** Does what the person chose in the host's own menu: each command is the shortcut of that name. */
export function followHostCommands(
  host: Pick<Client['host'], 'commands'> = pageClient.host,
  line: StoreApi<LinkState> = link.state,
): () => void {
  const follow = async () => {
    try {
      for await (const { command } of host.commands({})) pressShortcut(command satisfies HostCommand);
    } catch {
      // The line broke; it is followed again when it is mended.
    }
  };
  if (line.getState().status === 'open') void follow();
  return line.subscribe(({ status }, before) => {
    if (status === 'open' && before.status !== 'open') void follow();
  });
}
