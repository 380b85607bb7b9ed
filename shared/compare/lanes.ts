import type { CompareInput, CompareRouteId, Lane, SheetRow } from '../contract/compare.ts';
import { type TextRouteId, textRouteIds } from '../protocol/compose/text-parameters.ts';
import { fillVariables, variablesIn } from '../variables.ts';

export type Prompts = Pick<CompareInput, 'prompt' | 'system' | 'attachments' | 'tools' | 'schema'>;

export const isTextRoute = (routeId: CompareRouteId): routeId is TextRouteId =>
  (textRouteIds as readonly string[]).includes(routeId);

/** Returns the prompt of a lane for one row. */
export const promptOf = (lane: Lane, { prompt }: Pick<Prompts, 'prompt'>, row: SheetRow): string =>
  fillVariables(lane.prompt ?? prompt, row.values);

/** Returns the variables of a run's prompts, in order of appearance. */
export const variablesOf = ({ prompt, system, lanes }: Pick<CompareInput, 'prompt' | 'system' | 'lanes'>): string[] =>
  variablesIn(lanes.flatMap((lane) => [lane.system ?? system, lane.prompt ?? prompt]));
