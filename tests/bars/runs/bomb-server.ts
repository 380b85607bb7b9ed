// Answers requests with one bomb, and calmly below /calm, in a process of its own: bomb-server.ts <number of the bomb>
import { completion } from '../../unit/electron/core/exchange/chat-wire.ts';
import { json, startWireServer } from '../../unit/electron/core/exchange/wire-server.ts';
import { bombs } from '../../unit/secrets/bombs.ts';

const bomb = bombs[Number(process.argv[2])];
if (!bomb) throw new Error('no such bomb');
const { port } = await startWireServer(({ socket, target }) =>
  target.startsWith('/calm') ? socket.write(json(completion('Well.'))) : bomb.answer(socket),
);
process.on('disconnect', () => process.exit());
process.send?.(port);
