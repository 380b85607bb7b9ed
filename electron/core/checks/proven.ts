import type { CheckVerdict } from '#shared/contract/checks.ts';

const answered: ReadonlySet<CheckVerdict> = new Set(['works', 'works-with-warnings']);

/** A real response was seen. */
export const isWorking = (verdict: CheckVerdict): boolean => answered.has(verdict);

/** The route is proved for this key, by a real response or by a refusal that only it can give. */
export const isProven = (verdict: CheckVerdict): boolean => isWorking(verdict) || verdict === 'exists';
