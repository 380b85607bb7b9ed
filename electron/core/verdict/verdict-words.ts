import type { Failure, FailureCode } from '#shared/protocol/failure.ts';
import type { WarningCode } from '#shared/protocol/part.ts';

/** Statuses that say the same as the body of a refusal with this code. */
export const refusalStatuses = {
  auth: [401],
  'key-missing': [401],
  'key-style': [401],
  forbidden: [403],
  quota: [402],
  'model-not-found': [404],
  'not-found': [404, 410],
  'route-absent': [404, 405, 501],
  'too-big-for-server': [413],
  'unsupported-media': [415],
  parameter: [400, 422],
  rejected: [400, 422],
  moderated: [400, 403],
  'rate-limited': [429],
  overloaded: [503, 529],
  upstream: [502, 504, 520, 521, 522, 523, 524],
  'upstream-account': [401, 402, 403, 429],
  server: [500],
  'in-band': [],
} as const satisfies Partial<Record<FailureCode, readonly number[]>>;

export type RefusalCode = keyof typeof refusalStatuses;

export const isRefusal = (code: FailureCode): code is RefusalCode => Object.hasOwn(refusalStatuses, code);

/** The verdict on an exchange in one language. Each entry is a clause; `sentence` makes one sentence of them. */
export interface VerdictText {
  /** What the body of a refusal says. */
  refusals: Readonly<Record<RefusalCode, string>>;
  wrongField(name: string): string;
  /** How an answer that had begun broke, behind what had come until then. */
  breaks: Readonly<Partial<Record<FailureCode, string>>>;
  brokeOff: string;
  /** What was odd about an answer. */
  oddities: Readonly<Record<WarningCode, string>>;
  moreOddities(count: number): string;
  /** What kept a request from its answer, in the middle of a sentence. */
  reason(failure: Failure): string;
  unexplained: string;
  onTheWay: string;
  waiting: string;
  receiving(events: number): string;
  answered(status: number | null, took: string | null, size: string | null): string;
  streamed(events: number, took: string | null, first: { what: 'byte' | 'token'; after: string } | null): string;
  /** An answer that came and ended; the reason as the gateway gave it. */
  ended(course: string, finishReason: string | null): string;
  stopped: { before: string; waiting: string; within(course: string): string };
  endedByUs: string;
  broke(course: string, how: string, said: string | null): string;
  refusedHere(reason: string): string;
  unanswered(reason: string, maybeProcessed: boolean): string;
  /** The status and the body of a refusal agree; `said` are the gateway's own words. */
  refused(status: number, says: string, said: string | null, maybeProcessed: boolean): string;
  contradicted(status: number, says: string, said: string | null, maybeProcessed: boolean): string;
  failed(status: number, reason: string, maybeProcessed: boolean): string;
  quote(text: string): string;
  sentence(clauses: readonly string[]): string;
}
