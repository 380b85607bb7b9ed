// A core whose disk rejects one of its writes, injected by the tracer around it. Prints "a ID" for each exchange that was
// acknowledged as saved, and at the end one JSON line. With "look" it only reads what is stored.

import { chatBody, startBench } from '../../support/exchange/bench.ts';
import { delta, done, finish, streamed } from '../../support/exchange/chat-wire.ts';
import { startRecordingServer } from '../../support/exchange/wire-server.ts';

const [, , folder = ''] = process.argv;
const server = await startRecordingServer(streamed(delta('Hel'), delta('lo'), finish, done));
const bench = startBench(server.url, { folder });
let answers = 0;
for (let count = 0; count < 12; count += 1) {
  const { text, end, id } = await bench.run({ body: chatBody({ stream: true }) });
  if (end.state === 'done' && text === 'Hello') answers += 1;
  if (bench.db.saving && (bench.troubles.at(-1) ?? null) === null) process.stdout.write(`a ${id}\n`);
}
const told = bench.troubles.filter((trouble) => trouble !== null).length + bench.db.notices.length;
process.stdout.write(`${JSON.stringify({ answers, told, saving: bench.db.saving })}\n`);
await bench.close();
await server.close();
