/** A core with one session that speaks and listens, until it is killed. Prints the id of the session when it is live. */
import { createCore } from '#core/index.ts';
import { contract } from '#shared/contract/index.ts';
import { connect } from '#shared/rpc/connect.ts';
import { serve } from '#shared/rpc/serve.ts';
import { createPair } from '#shared/rpc/transport.ts';
import { createHostServices } from '../../../../support/core/create-host-services.ts';

const [dataFolder = '', address = ''] = process.argv.slice(2);
const core = await createCore(createHostServices({ dataFolder }));
const [clientEnd, coreEnd] = createPair();
serve(contract, core.handlers, coreEnd);
const client = connect(contract, clientEnd);
const { id: connectionId } = await client.connections.save({ name: 'Tested', baseAddress: address });
await client.keys.put({ connectionId, alias: 'one', secret: 'demo-key' });
const { id } = await client.realtime.start({
  connectionId,
  model: 'demo-realtime',
  settings: { output: 'audio', turns: { kind: 'manual' } },
});
const session = client.realtime.attach({ id });
const chunk = Buffer.alloc(960, 1).toString('base64');
for await (const part of session) {
  if (part.type === 'frame' && part.frame.kind === 'input_audio_buffer.append')
    process.stdout.write(`${JSON.stringify({ id, index: part.frame.index })}\n`);
  if (part.type === 'stage' && part.stage === 'live') {
    setInterval(() => session.push({ kind: 'audio', base64: chunk }), 20);
    session.push({ kind: 'say', text: 'Tell me something' });
  }
}
