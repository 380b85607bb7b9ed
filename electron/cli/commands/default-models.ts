import { capabilityOfRoute } from '#shared/protocol/capabilities.ts';
import { routeIds } from '#shared/protocol/route.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Terminal } from '../output/terminal.ts';
import { UsageError, unknownRoute } from '../usage-error.ts';
import type { OpenCore } from './open-core.ts';

/** Reads `--model NAME` and `--model ROUTE=NAME`. @throws UsageError for an unknown route, or one without a model. */
export function readDefaultModels(words: readonly string[] = []): { usual?: string; ofRoutes: Record<string, string> } {
  const ofRoutes: Record<string, string> = {};
  let usual: string | undefined;
  for (const word of words) {
    const [, route, name] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
    if (route === undefined) usual = word;
    else if (!modelRoutes.includes(route)) throw unknownRoute(route, modelRoutes, ' in --model');
    else if (!name) throw new UsageError(`--model ${route}= has no model.`);
    else ofRoutes[route] = name;
  }
  return { ...(usual !== undefined && { usual }), ofRoutes };
}

const modelRoutes: readonly string[] = routeIds.filter((id) => capabilityOfRoute(id) !== null);

/** A gateway may serve models that it does not list, so that an unlisted one is only pointed out. */
export async function warnOfUnlisted({ client }: OpenCore, connectionId: string, model: string, terminal: Terminal) {
  const listed = (await client.models.list({ connectionId })).models.map(({ id }) => id);
  if (listed.length === 0 || listed.includes(model)) return;
  terminal.message(`warning: ${model} is not in the last model list.${didYouMean(model, listed)}`, 'warn');
}
