import type { HostCommand } from '#shared/contract/host.ts';
import { client, link } from '../lib/client.ts';
import { pressShortcut } from '../lib/shortcuts.ts';

/** Does what the person chose in the host's own menu: each command is the shortcut of that name. */
export function followHostCommands(): () => void {
  const follow = async () => {
    try {
      for await (const { command } of client.host.commands({})) pressShortcut(command satisfies HostCommand);
    } catch {
      // The line broke; it is followed again when it is mended.
    }
  };
  if (link.state.getState().status === 'open') void follow();
  return link.state.subscribe(({ status }, before) => {
    if (status === 'open' && before.status !== 'open') void follow();
  });
}
