import type { StoreApi } from 'zustand';
import type { HostCommand, OpenedFile } from '#shared/contract/host.ts';
import type { Client } from '#shared/contract/index.ts';
import { client, connection, client as pageClient } from '../lib/client/client.ts';
import type { RpcConnectionState } from '../lib/client/rpc-connection.ts';
import { openFileToOpen } from '../lib/files/files-to-open.ts';
import type { ActionId } from '../lib/shortcuts/actions.ts';
import { liveShortcuts, pressShortcut } from '../lib/shortcuts/shortcuts.ts';

/** Passes on the items of a host stream whenever the host is connected; the returned function stops that. */
export function followHost<Item>(
  open: () => AsyncIterable<Item>,
  take: (item: Item) => void,
  line: StoreApi<RpcConnectionState> = connection.state,
): () => void {
  const follow = async () => {
    try {
      for await (const item of open()) take(item);
    } catch {
      // The connection was lost; the stream is followed again after a reconnect.
    }
  };
  if (line.getState().status === 'open') void follow();
  return line.subscribe(({ status }, before) => {
    if (status === 'open' && before.status !== 'open') void follow();
  });
}

const last = (endings: RegExp) => liveShortcuts.getState().list.findLast(({ id }) => endings.test(id))?.id;

/** The action of a command: the one of that name, or what the open panel creates or searches. */
const actionFor = (command: HostCommand): ActionId | undefined => {
  if (command === 'new') return last(/\.new$/);
  if (command === 'find') return last(/\.(filter|find)$/);
  return command;
};

/** Runs what the user selects in the host's own menu. */
export const followHostCommands = (
  host: Pick<Client['host'], 'commands'> = pageClient.host,
  line?: StoreApi<RpcConnectionState>,
): (() => void) =>
  followHost(
    () => host.commands({}),
    ({ command }) => {
      const id = actionFor(command);
      if (id) pressShortcut(id);
    },
    line,
  );

/** Shows a file that the user opened with Patchbay in the file manager. */
export function showOpenedFile({ id, name, kind }: OpenedFile): void {
  // The host returns a text only once; later readers get the same promise.
  let text: Promise<string> | null = null;
  const read = () => {
    text ??= client.host.readOpened({ id });
    return text;
  };
  openFileToOpen({ id, name, kind, read });
}
