import type { Failure } from '#shared/protocol/failure.ts';
import type { Closed, Gap, Problem, SessionItem, SessionView, SettingsChange } from '../model/session-view.ts';

/** One row of the conversation. `atMs`: after the start of the session. */
export type TalkRow = { key: string; atMs: number } & (
  | { kind: 'saying'; item: SessionItem }
  | { kind: 'gap'; gap: Gap }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'response-failed'; failure: Failure }
  | { kind: 'warning'; warning: SessionView['warnings'][number] }
  | { kind: 'expectation'; expectation: SessionView['expectations'][number] }
  | { kind: 'change'; change: SettingsChange }
  | { kind: 'closed'; closed: Closed }
  | { kind: 'failed'; failure: Failure }
);

type TalkSource = Pick<
  SessionView,
  'items' | 'gaps' | 'problems' | 'failedResponses' | 'warnings' | 'expectations' | 'changes' | 'closed' | 'ended'
>;

/** Returns all rows of the conversation in chronological order. */
export function talkRows(view: TalkSource): TalkRow[] {
  const { items, gaps, problems, failedResponses, warnings, expectations, changes, closed, ended } = view;
  const ending = ended?.failure?.message;
  const rows: TalkRow[] = [
    ...items
      .filter(hasContent)
      .map((item): TalkRow => ({ kind: 'saying', key: `item ${item.itemId}`, atMs: item.startMs, item })),
    ...gaps.map((gap): TalkRow => ({ kind: 'gap', key: `gap ${gap.fromMs}`, atMs: gap.fromMs, gap })),
    ...problems
      // A problem that ended the session is told once, where it ended.
      .filter(({ fatal, failure }) => fatal || failure.message !== ending)
      .map((problem): TalkRow => ({ kind: 'problem', key: `problem ${problem.n}`, atMs: problem.atMs, problem })),
    ...failedResponses.map(({ n, ...told }): TalkRow => ({ kind: 'response-failed', key: `failed ${n}`, ...told })),
    ...warnings.map(
      (warning): TalkRow => ({
        ...{ kind: 'warning', key: `warning ${warning.n}`, atMs: warning.atMs, warning },
      }),
    ),
    ...changes.map((change, at): TalkRow => ({ kind: 'change', key: `change ${at}`, atMs: change.atMs, change })),
    ...expectations.map(
      (expectation): TalkRow => ({
        ...{ kind: 'expectation', key: `expectation ${expectation.n}`, atMs: expectation.atMs, expectation },
      }),
    ),
  ].sort((first, second) => first.atMs - second.atMs);
  // If the session continued on another socket, the gap already says how the first one closed.
  if (closed && ended)
    rows.push({ kind: 'closed', key: 'closed', atMs: closed.atMs, closed: closedOf(closed, ended.failure) });
  const isReported =
    problems.some(({ fatal }) => fatal) || failedResponses.some(({ failure }) => failure.message === ending);
  if (ended?.failure && !isReported)
    rows.push({ kind: 'failed', key: 'failed', atMs: ended.atMs, failure: ended.failure });
  return rows;
}

/** Returns true unless an item has no text, audio or call yet. */
const hasContent = ({ text, spoken, audioMs, tool, failure }: SessionItem): boolean =>
  text !== '' || spoken || audioMs > 0 || tool !== null || failure !== null;

/** A session that failed was not closed normally, whatever code the service closed it with. */
const closedOf = (closed: Closed, failure: Failure | null): Closed =>
  failure === null || closed.code !== 1000 ? closed : { ...closed, meaning: '' };
