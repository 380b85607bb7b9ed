import { createCore } from '#core/index.ts';
import { usualGateway } from '../../../../../shared/protocol/gateway-details.ts';
import { canaryVault } from '../../../../support/core/canary-vault.ts';
import { createHostServices } from '../../../../support/core/create-host-services.ts';
import { canaryKey } from '../../../../support/exchange/canary.ts';

const [dataFolder = '', baseAddress = ''] = process.argv.slice(2);
const timings = JSON.parse(process.env.TASK_TIMINGS ?? '{}');
const core = await createCore(createHostServices({ dataFolder, vault: canaryVault }), { taskTimings: timings });
const callContext = { signal: new AbortController().signal };
if (baseAddress !== '') {
  const { connections, keys, tasks } = core.handlers;
  const draft = { name: 'gateway', baseAddress, headers: [], exposedRoutes: [], acceptedInsecure: false, retries: 0 };
  const network = {
    ...usualGateway(),
    proxy: { mode: 'none', address: '', bypass: '', user: '' },
    extraCa: { name: '', pem: '' },
    deadlines: {},
  } as const;
  const { id: connectionId } = await connections.save(
    { ...draft, ...network, nativeKeyStyle: 'bearer', colour: 'none' },
    callContext,
  );
  await keys.put({ connectionId, alias: 'canary', secret: canaryKey }, callContext);
  const options = { finishAlone: true, allowMisuse: false, deadlines: {}, origin: 'panel' } as const;
  const body = { kind: 'json', text: '{"model":"m-video","prompt":"a hill"}', inline: [] } as const;
  const plain = { connectionId, params: {}, query: [], headers: [], options };
  for (let count = Number(process.env.TASK_COUNT ?? 1); count > 0; count -= 1)
    await tasks.submit(
      { draft: { ...plain, routeId: 'videos', body: { ...body, inline: [] } }, prompt: '' },
      callContext,
    );
}
process.stdout.write('ready\n');
