import { lazyPart } from '../../ui/base/lazy-module.ts';

/** Costs and estimates for results and buttons: they are loaded after the panel. */
export const CostFact = lazyPart(async () => (await import('./cost-fact.tsx')).CostFact);
export const EstimateAll = lazyPart(async () => (await import('./estimate.tsx')).EstimateAll);
