import { routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';
import { exitCodes } from '../exit-codes.ts';
import { readOptions, refuseArguments } from '../input/options.ts';
import { wordsOf } from '../input/prompt-shapes.ts';
import { printLine } from '../output/terminal.ts';
import { jsonOption } from '../specs/spec.ts';
import type { Command } from './command.ts';

/** `patchbay routes`: prints the route table. */
export const listRoutes: Command = async (args, { openTerminal }) => {
  const { values, positionals } = readOptions(args, jsonOption);
  refuseArguments('routes', positionals);
  const terminal = openTerminal();
  for (const id of routeIds) {
    const route = routes[id];
    const { method, path, family } = route;
    if (values.json) await printLine(terminal, { type: 'route', ...route });
    else {
      const columns = [id.padEnd(28), method.padEnd(4), path.padEnd(46), family.padEnd(10), wordsOf(route)];
      await terminal.data(`${columns.join(' ').trimEnd()}\n`);
    }
  }
  return exitCodes.done;
};
