/** Costs and estimates for results and buttons: they are loaded after the panel. */
export { CostFact } from './cost-fact.tsx';
export { EstimateAll } from './estimate.tsx';
