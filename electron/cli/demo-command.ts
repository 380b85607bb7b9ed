import type { Command } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { noScenario } from './hands.ts';
import { untilStopped } from './interrupt.ts';
import { readNumber, readOptions, refuseWords } from './options.ts';
import { UsageError } from './usage-error.ts';

const options = {
  port: { type: 'string' },
  pace: { type: 'string' },
  scenario: { type: 'string' },
  scenarios: { type: 'boolean' },
} as const;

/** `patchbay demo`: the demo gateway alone, for any client. */
export const serveDemo: Command = async (args, { openTerminal }) => {
  const { values, positionals } = readOptions(args, options);
  refuseWords('demo', positionals);
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
      for (const { name, title } of gateway.scenarios) await terminal.data(`${name.padEnd(width)}  ${title}\n`);
      return exitCodes.done;
    }
    if (values.scenario !== undefined && !gateway.scenarios.some(({ name }) => name === values.scenario))
      throw noScenario(values.scenario, gateway.scenarios);
    gateway.setScenario(values.scenario ?? null);
    await terminal.data(`The demo gateway is running at ${gateway.url} with the key ${gateway.key}\n`);
    terminal.talk(
      `Try: PATCHBAY_API_KEY=${gateway.key} patchbay chat --base-url ${gateway.url} --model demo-chat "Hello"`,
    );
    await untilStopped();
    return exitCodes.done;
  } finally {
    await gateway.close();
  }
};
