import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { followHostCommands } from '../../../../renderer/app/follow-host.ts';
import type { RpcConnectionState } from '../../../../renderer/lib/client/rpc-connection.ts';
import { liveShortcuts } from '../../../../renderer/lib/shortcuts/shortcuts.ts';
import type { HostCommand } from '../../../../shared/contract/host.ts';

test('each command of the host’s menu triggers its shortcut, also after a reconnect', async () => {
  const pressed: string[] = [];
  liveShortcuts.setState({
    list: (['palette', 'theme', 'chat.new'] as const).map((id) => ({ id, run: () => void pressed.push(id) })),
  });
  const line = createStore<RpcConnectionState>(() => ({ status: 'connecting', attempt: 0, failure: null }));
  let asked = 0;
  const menus: HostCommand[][] = [['palette'], ['theme', 'find', 'new']];
  const stop = followHostCommands(
    {
      async *commands() {
        for (const command of menus[asked++] ?? []) yield { command };
        throw new Error('the line broke');
      },
    },
    line,
  );
  const rest = () => new Promise((resolve) => setTimeout(resolve));
  await rest();
  expect(asked).toBe(0);
  line.setState({ status: 'open' });
  await rest();
  expect(pressed).toEqual(['palette']);
  line.setState({ attempt: 1 });
  line.setState({ status: 'lost' });
  line.setState({ status: 'open' });
  await rest();
  // `new` is what the open panel creates. A command whose action does not work here does nothing.
  expect(pressed).toEqual(['palette', 'theme', 'chat.new']);
  stop();
  line.setState({ status: 'lost' });
  line.setState({ status: 'open' });
  await rest();
  expect(asked).toBe(2);
});
