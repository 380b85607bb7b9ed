// Answers requests below /<number of a bomb> with that bomb, and harmlessly below /calm, in its own process.

import { bombs } from '../../support/bombs.ts';
import { completion } from '../../support/exchange/chat-wire.ts';
import { json, startRecordingServer } from '../../support/exchange/wire-server.ts';

const { port } = await startRecordingServer(({ socket, target }) => {
  const place = target.split('/')[1] ?? '';
  if (place === 'calm') socket.write(json(completion('Well.')));
  else if (bombs[Number(place)] === undefined) socket.destroy();
  else bombs[Number(place)]?.answer(socket);
});
process.on('disconnect', () => process.exit());
process.send?.(port);
