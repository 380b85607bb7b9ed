import type { Route } from '#shared/protocol/route.ts';
import { pathParameters } from '#shared/protocol/table.ts';
import { promptShapes } from '../input/prompt-shapes.ts';
import type { Target } from '../input/target.ts';
import { readSavedChoice } from './defaults.ts';

/**
 * Returns the model that a route gets when the command line names none: on the demo gateway its own, elsewhere
 * `PATCHBAY_MODEL`, or else the default of the saved connection. Nothing is added where a route needs no model.
 */
export function presetModel(
  target: Target,
  env: Readonly<Record<string, string | undefined>>,
  route: Route,
): string | undefined {
  if (target.kind === 'demo') return promptShapes[route.id].demoModel;
  const needsModel = route.needs.includes('model') || pathParameters(route).includes('model');
  if (!needsModel && route.transport !== 'websocket') return undefined;
  const saved = () => (target.kind === 'saved' ? readSavedChoice(target.name, env).model : null);
  return env.PATCHBAY_MODEL || (saved() ?? undefined);
}
