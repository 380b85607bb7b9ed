import { type Route, routeIds } from '#shared/protocol/route.ts';
import { joinRoute, websocketAddress } from '#shared/protocol/route-address.ts';
import { routePath } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { exitCodes } from '../exit-codes.ts';
import { readOptions, refuseArguments, type Values } from '../input/options.ts';
import { wordsOf } from '../input/prompt-shapes.ts';
import { readTarget } from '../input/target.ts';
import { printLine } from '../output/terminal.ts';
import { routesOptions } from '../specs/index.ts';
import type { Command } from './command.ts';
import { inSession } from './session.ts';

/** `patchbay routes`: prints the route table, with full URLs where a gateway is named. */
export const listRoutes: Command = async (args, { version, openTerminal }) => {
  const { values, positionals } = readOptions(args, routesOptions);
  refuseArguments('routes', positionals);
  const terminal = openTerminal();
  const placeOf = await readGateway(values, version);
  const rows: string[][] = [];
  for (const id of routeIds) {
    const route = routes[id];
    const { method, path, family } = route;
    const own = placeOf?.(route);
    if (values.json) await printLine(terminal, { type: 'route', ...route, ...own });
    else rows.push([id, method, ...(own === undefined ? [path, family, wordsOf(route)] : [own.url])]);
  }
  if (!values.json) await terminal.table(rows);
  return exitCodes.done;
};

/** Returns the paths and URLs of the routes of the named gateway; `null` where none is named. */
async function readGateway(
  values: Values<typeof routesOptions>,
  version: string,
): Promise<((route: Route) => { path: string; url: string }) | null> {
  if (values['base-url'] === undefined && values.connection === undefined) return null;
  // Only URLs are built, so that plain HTTP needs no consent; no key is read.
  const target = await readTarget({ ...values, 'allow-insecure': true }, {});
  return inSession(target, version, {}, async (session) => {
    const connection = await session.connection();
    return (route: Route) => ({
      path: routePath(connection, route),
      url: (route.transport === 'websocket' ? websocketAddress : joinRoute)(connection, route),
    });
  });
}
