import type { Failure } from '#shared/protocol/failure.ts';
import type { Closed, Gap, Problem, Saying, SessionView } from './session-view.ts';

export type TalkRow = { key: string; atMs: number } & (
  | { kind: 'saying'; saying: Saying }
  | { kind: 'gap'; gap: Gap }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'expectation'; expectation: SessionView['expectations'][number] }
  | { kind: 'closed'; closed: Closed }
  | { kind: 'failed'; failure: Failure }
);

type Told = Pick<SessionView, 'sayings' | 'gaps' | 'problems' | 'expectations' | 'closed' | 'ended'>;

/** Everything that a person reads of a session, in the order in which it happened. */
export function talkRows({ sayings, gaps, problems, expectations, closed, ended }: Told): TalkRow[] {
  const rows: TalkRow[] = [
    ...sayings
      .filter(isWorthARow)
      .map((saying) => ({ kind: 'saying' as const, key: `item ${saying.itemId}`, atMs: saying.startMs, saying })),
    ...gaps.map((gap) => ({ kind: 'gap' as const, key: `gap ${gap.fromMs}`, atMs: gap.fromMs, gap })),
    ...problems.map((problem) => ({
      kind: 'problem' as const,
      key: `problem ${problem.n}`,
      atMs: problem.atMs,
      problem,
    })),
    ...expectations.map((expectation) => ({
      kind: 'expectation' as const,
      key: `expectation ${expectation.n}`,
      atMs: expectation.atMs,
      expectation,
    })),
  ].sort((first, second) => first.atMs - second.atMs);
  const isTold = problems.some(({ fatal }) => fatal);
  return [
    ...rows,
    // Of a session that went on with another socket, the gap tells how the first one closed.
    ...(closed && ended ? [{ kind: 'closed' as const, key: 'closed', atMs: closed.atMs, closed }] : []),
    ...(ended?.failure && !isTold
      ? [{ kind: 'failed' as const, key: 'failed', atMs: ended.atMs, failure: ended.failure }]
      : []),
  ];
}

/** An item that has neither words, nor sound, nor a call yet is nothing to read. */
const isWorthARow = ({ text, spoken, audioMs, tool, failure }: Saying): boolean =>
  text !== '' || spoken || audioMs > 0 || tool !== null || failure !== null;
