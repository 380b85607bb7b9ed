import { exitCodes } from '../exit-codes.ts';
import { noScenario } from '../host-services.ts';
import { readOptions, refuseArguments } from '../input/options.ts';
import { untilStopped } from '../interrupt.ts';
import { printLine } from '../output/terminal.ts';
import { demoOptions } from '../specs/index.ts';
import { portError } from '../usage-error.ts';
import type { Command } from './command.ts';

/** `patchbay demo`: runs the demo gateway alone, for any client. */
export const serveDemo: Command = async (args, { openTerminal }) => {
  const { values, positionals } = readOptions(args, demoOptions);
  refuseArguments('demo', positionals);
  const terminal = openTerminal();
  const { startDemoGateway } = await import('#demo/gateway.ts');
  const { port, pace } = values;
  const gateway = await startDemoGateway({
    ...(port === undefined ? {} : { port }),
    ...(pace === undefined ? {} : { paceTokensPerSecond: pace }),
  }).catch((error: NodeJS.ErrnoException) => {
    throw portError(error, port);
  });
  try {
    if (values.scenarios) {
      const width = Math.max(...gateway.scenarios.map(({ name }) => name.length));
      for (const { name, title } of gateway.scenarios)
        if (values.json) await printLine(terminal, { type: 'scenario', name, title: title.en });
        else await terminal.data(`${name.padEnd(width)}  ${title.en}\n`);
      return exitCodes.done;
    }
    if (values.scenario !== undefined && !gateway.scenarios.some(({ name }) => name === values.scenario))
      throw noScenario(values.scenario, gateway.scenarios);
    const { scenario = null } = values;
    gateway.setScenario(scenario);
    const { url: address, key } = gateway;
    if (values.json) await printLine(terminal, { type: 'demo-ready', address, key, scenario });
    else await terminal.data(`Demo gateway running at ${address} with the key ${key}\n`);
    terminal.message(`Try: PATCHBAY_API_KEY=${key} patchbay chat --base-url ${address} --model demo-chat "Hello"`);
    await untilStopped();
  } finally {
    await gateway.close();
  }
  if (values.json) await printLine(terminal, { type: 'demo-end' });
  return exitCodes.done;
};
