import { AppError, failure } from '#shared/protocol/failure.ts';
import type { TaskExchanges } from './ports.ts';
import { giveUp, isEnded, mark } from './stored-task.ts';
import { readSubmission, takeSubmission } from './submit-task.ts';
import type { TaskJournal } from './task-journal.ts';
import type { TaskRows } from './task-rows.ts';

/**
 * A submission whose process ended in the middle: the record of its exchange tells how far it came. It is never sent
 * again. Other tasks are left as they are.
 */
export async function recoverSubmissions(
  id: string,
  rows: TaskRows,
  journal: TaskJournal,
  exchanges: Pick<TaskExchanges, 'replay'>,
): Promise<void> {
  const task = rows.find(id);
  if (task?.facts.state !== 'submitting') return;
  const { submitExchangeId, rule } = task.depth;
  const submitted = submitExchangeId === null ? null : await recorded(exchanges, submitExchangeId, rule);
  const after = rows.change(id, (now) => {
    if (now.facts.state !== 'submitting') return;
    if (submitted && submitted !== 'absent') {
      takeSubmission(now, submitted);
      return;
    }
    // What was not recorded was not sent: the record comes first. Without its name nobody can tell.
    const wasSent = submitted === null;
    const reason = wasSent ? perhapsSent : notSent;
    giveUp(now, wasSent ? 'unknown-outcome' : 'refused', reason);
    mark(now, { kind: 'state', note: reason.message });
  });
  if (after) journal.note(after, isEnded(after.facts));
}

async function recorded(
  { replay }: Pick<TaskExchanges, 'replay'>,
  exchangeId: string,
  rule: Parameters<typeof readSubmission>[1],
) {
  try {
    return await readSubmission(replay(exchangeId), rule);
  } catch (thrown) {
    return AppError.from(thrown).code === 'not-found-here' ? ('absent' as const) : null;
  }
}

const notSent = failure('app-ended', 'Patchbay ended before the request was sent: no task was made.', {
  hint: 'Submit it again.',
  retryable: true,
});
const perhapsSent = failure(
  'app-ended',
  'Patchbay ended while the request was on its way: a task may have been made and charged.',
  {
    hint: 'It is not sent again by itself. Look for the task in the console of the gateway, and take it over by its id.',
  },
);
