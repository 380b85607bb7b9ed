import { exitCodes } from '../exit-codes.ts';
import { noScenario } from '../host-services.ts';
import { readNumber, readOptions, refuseArguments } from '../input/options.ts';
import { untilStopped } from '../interrupt.ts';
import { printLine } from '../output/terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';

const options = {
  port: { type: 'string' },
  pace: { type: 'string' },
  scenario: { type: 'string' },
  scenarios: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** `patchbay demo`: runs the demo gateway alone, for any client. */
export const serveDemo: Command = async (args, { openTerminal }) => {
  const { values, positionals } = readOptions(args, options);
  refuseArguments('demo', positionals);
  const terminal = openTerminal();
  const { startDemoGateway } = await import('#demo/gateway.ts');
  const port = readNumber('port', values.port, 0, 65_535);
  const pace = readNumber('pace', values.pace, 0, 100_000);
  const gateway = await startDemoGateway({
    ...(port === undefined ? {} : { port }),
    ...(pace === undefined ? {} : { paceTokensPerSecond: pace }),
  }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The demo gateway can not use port ${port} (${error.code}).`);
  });
  try {
    if (values.scenarios) {
      const width = Math.max(...gateway.scenarios.map(({ name }) => name.length));
      for (const { name, title } of gateway.scenarios)
        if (values.json) await printLine(terminal, { type: 'scenario', name, title });
        else await terminal.data(`${name.padEnd(width)}  ${title}\n`);
      return exitCodes.done;
    }
    if (values.scenario !== undefined && !gateway.scenarios.some(({ name }) => name === values.scenario))
      throw noScenario(values.scenario, gateway.scenarios);
    const { scenario = null } = values;
    gateway.setScenario(scenario);
    const { url: address, key } = gateway;
    if (values.json) await printLine(terminal, { type: 'demo-ready', address, key, scenario });
    else await terminal.data(`The demo gateway is running at ${address} with the key ${key}\n`);
    terminal.message(`Try: PATCHBAY_API_KEY=${key} patchbay chat --base-url ${address} --model demo-chat "Hello"`);
    await untilStopped();
  } finally {
    await gateway.close();
  }
  if (values.json) await printLine(terminal, { type: 'demo-end' });
  return exitCodes.done;
};
