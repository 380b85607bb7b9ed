import type { CompareInput, CompareRouteId, Lane } from '#shared/contract/compare.ts';
import type { ParameterValues } from '#shared/protocol/compose/text-parameters.ts';
import { createHandOff, useHandOff } from './hand-off.ts';
import { goTo } from './open-panel.ts';

/** What a new comparison begins with. */
export interface HandedComparison {
  connectionId: string;
  keyId: string | null;
  routeId: CompareRouteId;
  /** One lane each. */
  models: readonly string[];
  prompt: string;
  system: string;
  parameters: ParameterValues;
  /** Files that are sent with the prompt. */
  attachments: CompareInput['attachments'];
  tools: CompareInput['tools'];
  schema: CompareInput['schema'];
  /** Earlier turns, which each lane sends before the prompt. */
  history: Lane['history'];
}

const handed = createHandOff<HandedComparison>();

type Begun = 'connectionId' | 'keyId' | 'routeId' | 'models' | 'prompt' | 'parameters';

/** Opens Compare with a new comparison; what is left out of it is empty. */
export function openComparisonOf(comparison: Pick<HandedComparison, Begun> & Partial<HandedComparison>): void {
  handed.give({ system: '', attachments: [], tools: [], schema: null, history: [], ...comparison });
  goTo('compare');
}

/** Receives comparisons that were begun elsewhere; for the Compare panel. */
export const useHandedComparison = (take: (comparison: HandedComparison) => void): void => useHandOff(handed, take);
