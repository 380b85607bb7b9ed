import type { StoreApi } from 'zustand';
import type { HostCommand } from '#shared/contract/host.ts';
import type { Client } from '#shared/contract/index.ts';
import { client as pageClient } from '../../lib/client/client.ts';
import type { RpcConnectionState } from '../../lib/client/rpc-connection.ts';
import { pressShortcut } from '../../lib/page/shortcuts.ts';
import { followHost } from '../follow-host.ts';

/** Does what the user chooses in the host's own menu: each command is the shortcut of that name. */
export const followHostCommands = (
  host: Pick<Client['host'], 'commands'> = pageClient.host,
  line?: StoreApi<RpcConnectionState>,
): (() => void) =>
  followHost(
    () => host.commands({}),
    ({ command }) => pressShortcut(command satisfies HostCommand),
    line,
  );
