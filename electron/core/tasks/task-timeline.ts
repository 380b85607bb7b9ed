import type { TaskSpan } from '#shared/contract/tasks.ts';
import { isTaskWord } from '#shared/protocol/task-words.ts';
import type { TaskFacts } from './stored-task.ts';

/** So many stretches are told of one task: a gateway that goes back and forth must not fill a row. */
const mostSpans = 60;

function kindOf({ state, statusWord, result, family }: TaskFacts): TaskSpan['kind'] | null {
  if (state === 'submitting' || state === 'checking') return state;
  if (state === 'queued' || state === 'running')
    return family === 'custom' || isTaskWord(statusWord ?? '') ? state : 'odd';
  return state === 'succeeded' && (result.state === 'waiting' || result.state === 'downloading') ? 'downloading' : null;
}

/** Brings the stretches of a task's life up to its present state. */
export function recordTimeline(facts: TaskFacts, now: number): void {
  const kind = kindOf(facts);
  const last = facts.spans.at(-1);
  const isGoingOn = last !== undefined && last.endedAt === null;
  if (isGoingOn && last.kind === kind) return;
  // A clock that was set back must not make a stretch end before it began.
  const at = Math.max(now, last?.startedAt ?? now);
  const before = facts.spans.map((span) => (span.endedAt === null ? { ...span, endedAt: at } : span));
  const spans = kind === null ? before : [...before, { kind, startedAt: at, endedAt: null }];
  facts.spans = spans.slice(-mostSpans);
}
