import { nativeKeyStyles } from '#shared/contract/connections.ts';
import type { ModelList } from '#shared/contract/models.ts';
import type { KeyModels } from './plan.ts';

/** What a check can tell from the list of a key. A gateway that lists nothing to a key has answered. */
export function keyModelsOf({ models, asOf, failures, exchangeIds, nativeKeyStyle }: ModelList): KeyModels {
  const [failure] = failures.filter(({ code }) => code !== 'empty');
  const isEmptyList = failures.some(({ code }) => code === 'empty');
  const isMissing = models.length === 0 && failure !== undefined && !isEmptyList;
  return {
    models,
    isListed: asOf !== null,
    nativeKeyStyle: nativeKeyStyle ?? nativeKeyStyles[0],
    failure: isMissing ? { ...failure, exchangeId: failure.exchangeId ?? exchangeIds[0] ?? null } : null,
  };
}
