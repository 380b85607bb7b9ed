import type { AssertionResult } from '#shared/contract/compare.ts';

export const passed = (reason: string): AssertionResult => ({ verdict: 'passed', reason });
export const failed = (reason: string): AssertionResult => ({ verdict: 'failed', reason });
export const unknown = (reason: string): AssertionResult => ({ verdict: 'unknown', reason });
export const judged = (isMet: boolean, yes: string, no: string): AssertionResult => (isMet ? passed(yes) : failed(no));

/** Returns as much of a text as a reason quotes. */
export const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
