import type { ReactNode } from 'react';
import type { ListedTask, TaskSummary } from '#shared/contract/tasks.ts';
import { isTaskWord, isUnfinished } from '#shared/protocol/task-words.ts';
import { CostFact } from '../../../lib/cost/cost-fact.tsx';
import { lineOf } from '../../../lib/failures/failures.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { formatBytes, formatMs } from '../../../lib/i18n/format.ts';
import { useLanguage, useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { elapsedMs, isActive, titleOf } from '../model/task-face.ts';
import s from './tasks.module.css';

interface TaskFactsProps {
  task: ListedTask;
  /** The task that it was remixed from. */
  parent: TaskSummary | undefined;
  now: number;
}

/** The figures below the strip: what matters now comes first. */
export function TaskFacts({ task, parent, now }: TaskFactsProps) {
  const words = useStrings();
  const language = useLanguage();
  const t = words.video.task;
  const { ready, connection } = useActive();
  const { statusWord, failure, result } = task;
  const isOdd = statusWord !== null && !isTaskWord(statusWord);
  return (
    <div className={s.facts}>
      {failure && (
        <span className={s.bad} title={failure.message}>
          {failure.gatewayMessage ?? lineOf(failure, language, words)}
        </span>
      )}
      {isOdd && (
        <span>
          {t.says} <b className={s.odd}>{t.word(statusWord)}</b>
        </span>
      )}
      {parent && <span className={s.optional}>{t.remixOf(titleOf(parent))}</span>}
      {isActive(task) ? <Running task={task} now={now} /> : <Times task={task} />}
      <Result result={result} now={now} />
      {!isActive(task) && <CostFact exchangeIds={[task.submitExchangeId]} />}
      {ready && connection?.id !== task.connectionId && <Fact label={t.connection}>{task.connectionName}</Fact>}
      {task.adopted && <span className={s.optional}>{t.adopted}</span>}
    </div>
  );
}

function Running({ task, now }: { task: TaskSummary; now: number }) {
  const words = useStrings();
  const language = useLanguage();
  const t = words.video.task;
  const { taskId, polls, missedPolls, nextPollAt, pollFailure, watching, state } = task;
  return (
    <>
      {taskId && <span className="mono-s">{shortId(taskId)}</span>}
      <Fact label={task.adopted ? t.sinceImport : t.elapsed}>{formatMs(elapsedMs(task, now))}</Fact>
      {polls > 0 && (
        <Fact label={t.polls} optional>
          {polls}
        </Fact>
      )}
      {missedPolls > 0 && (
        <span className={s.warn} title={pollFailure?.message}>
          {t.missed(missedPolls)}
        </span>
      )}
      {task.paused && <span className={s.warn}>{lineOf(task.paused.failure, language, words)}</span>}
      {watching && !task.paused && isUnfinished(state) && (
        <span>
          {nextPollAt === null ? (
            t.askingNow
          ) : (
            <>
              {t.nextPoll} <b>{formatMs(Math.max(0, nextPollAt - now))}</b>
            </>
          )}
        </span>
      )}
    </>
  );
}

/** How long each span of a task took. */
function Times({ task }: { task: TaskSummary }) {
  const t = useStrings().video;
  const long = task.spans.filter(
    ({ kind, endedAt }) => endedAt !== null && kind !== 'submitting' && kind !== 'downloading',
  );
  if (long.length === 0)
    return task.endedAt === null ? null : <Fact label={t.task.after}>{formatMs(elapsedMs(task, task.endedAt))}</Fact>;
  return long.map(({ kind, startedAt, endedAt }) => (
    <Fact key={startedAt} label={t.spans[kind]}>
      {formatMs((endedAt ?? startedAt) - startedAt)}
    </Fact>
  ));
}

function Result({ result, now }: { result: TaskSummary['result']; now: number }) {
  const words = useStrings();
  const language = useLanguage();
  const t = words.video.task;
  const { state, file, receivedBytes, totalBytes, expiresAt, failure } = result;
  const left = expiresAt === null ? null : expiresAt - now;
  return (
    <>
      {file && state === 'saved' && <b>{formatBytes(file.sizeBytes)}</b>}
      {(state === 'downloading' || state === 'paused') && receivedBytes > 0 && (
        <span>
          {totalBytes ? t.fetched(formatBytes(receivedBytes), formatBytes(totalBytes)) : formatBytes(receivedBytes)}
        </span>
      )}
      {failure && state !== 'saved' && (
        <span className={s.bad} title={failure.message}>
          {lineOf(failure, language, words)}
        </span>
      )}
      {left !== null && (
        <span className={classes(s.warn, state === 'saved' && s.optional)}>
          {left > 0 ? t.expiresIn(formatMs(left)) : t.expired}
        </span>
      )}
    </>
  );
}

function Fact({ label, optional, children }: { label: string; optional?: boolean; children: ReactNode }) {
  return (
    <span className={classes(optional && s.optional)}>
      {label} <b>{children}</b>
    </span>
  );
}

/** Returns both ends of a long id. The full id is in the details, and copied to the clipboard. */
const shortId = (id: string): string => (id.length > 16 ? `${id.slice(0, 10)}…${id.slice(-3)}` : id);
