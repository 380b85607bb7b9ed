import { setTimeout as wait } from 'node:timers/promises';
import type { Draft } from '#shared/contract/exchanges.ts';
import { localeOf } from '#shared/locale/locale.ts';
import type { TaskNotice } from '#shared/locale/words.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { pauseStamp, stampOf } from './pause.ts';
import { createPollHistory } from './polling/poll-history.ts';
import { firstWait } from './polling/poll-policy.ts';
import { createPoller } from './polling/poller.ts';
import type { TaskParts } from './ports.ts';
import { pauseOf } from './results/fetch-result.ts';
import { createResults, type Results } from './results/result-downloads.ts';
import { createSchedule } from './schedule.ts';
import { giveUp, isEnded, isFetched, isPolled, mark, type StoredTask, type TaskFacts } from './stored-task.ts';
import { applySubmission, createLocationReader, readSubmission, recoverSubmissions } from './submit-task.ts';
import type { TaskJournal } from './task-journal.ts';
import type { TaskRows } from './task-rows.ts';
import { watchEnvironment } from './watch-environment.ts';

/** Background work on tasks. */
export interface Monitor {
  /** Sends the submission of a task that is already stored. */
  send(id: string, draft: Draft): void;
  /** Polls the task now, and continues watching it. */
  poll(id: string): void;
  /** Ensures that a task is worked on, by this process unless another one does it. */
  workOn(id: string, waitMs?: number): void;
  drop(id: string): void;
  isAsking(id: string): boolean;
  readonly results: Results;
  close(): Promise<void>;
}

/** This many tasks share the resume window after a start. */
const resumeSlots = 16;

export function createMonitor(parts: TaskParts, rows: TaskRows, journal: TaskJournal): Monitor {
  const { exchanges, timings, clock, announce, db } = parts;
  const closing = new AbortController();
  const sending = new Set<Promise<void>>();
  const cutOff = new AbortController();

  const results = createResults({ ...parts, rows, onSettled: (task) => notifyCompletion(task, parts) });
  const poller = createPoller({ ...parts, rows, history: createPollHistory(db, exchanges), onEnd });
  const schedule = createSchedule({ concurrency: timings.concurrency, clock, run });

  async function run(id: string, signal: AbortSignal): Promise<number | null> {
    try {
      const waitMs = await poller.poll(id, signal);
      // Another process may have seen it end.
      if (waitMs === null && !signal.aborted) fetchResult(id);
      return waitMs;
    } catch {
      // Database error: polling continues.
      return signal.aborted ? null : timings.maxPollMs;
    }
  }

  function fetchResult(id: string): void {
    const facts = rows.find(id)?.facts;
    if (facts && isFetched(facts) && facts.result.state !== 'paused' && rows.claim(id)) results.begin(id);
  }

  function onEnd(task: StoredTask): void {
    journal.note(task, true);
    poller.reset(task.facts.id);
    if (isFetched(task.facts)) fetchResult(task.facts.id);
    else notifyCompletion(task, parts);
  }

  function workOn(id: string, waitMs = 0): void {
    if (closing.signal.aborted || !rows.claim(id)) return;
    const task = rows.find(id);
    if (!task) return;
    const { facts } = task;
    if (isPolled(facts) && facts.paused === null) schedule.in(id, waitMs);
    else fetchResult(id);
  }

  async function send(id: string, draft: Draft): Promise<void> {
    const rule = rows.find(id)?.depth.rule ?? null;
    const noteExchange = (exchangeId: string) => {
      rows.change(id, ({ depth }) => {
        depth.submitExchangeId = exchangeId;
      });
    };
    const sent = exchanges.perform(draft, { signal: cutOff.signal, keepDraft: true });
    const submitted = await readSubmission(sent, rule, createLocationReader(exchanges), noteExchange);
    if (!submitted) return;
    const task = rows.change(id, (now) => applySubmission(now, submitted));
    if (!task) return;
    journal.note(task, isEnded(task.facts));
    announce({ area: 'tasks', id });
    if (task.facts.result.state === 'saved') notifyCompletion(task, parts);
    workOn(id, firstWait(timings));
  }

  /** Takes over tasks whose process has ended. */
  async function takeOver(isStart: boolean): Promise<void> {
    if (!isStart && rows.isHeldElsewhere()) db.forgetEndedProcesses();
    for (const [index, id] of rows.unclaimed().entries()) {
      if (!rows.claim(id)) continue;
      await recoverSubmissions(id, rows, journal, exchanges);
      // What paused may have become possible while no process was running.
      const task = rows.change(id, (now) => {
        unpause(now);
        if (isPolled(now.facts)) mark(now, { kind: 'restarted' });
      });
      announce({ area: 'tasks', id });
      if (task) workOn(id, ((index % resumeSlots) / resumeSlots) * timings.resumeMs);
    }
  }

  /** Picks up what another process requested for a task that this one works on. */
  function catchUp(): void {
    for (const id of rows.held()) if (!schedule.knows(id) && !results.knows(id)) workOn(id);
  }

  /** Resumes paused tasks whose reason no longer applies. */
  function resumePaused(): void {
    for (const facts of rows.resting())
      if (facts.restStamp !== pauseStamp && facts.restStamp !== stampOf(facts, parts)) wakeUp(facts.id);
  }

  /** Runs everything that is waiting, at once. */
  function runAllNow(): void {
    schedule.runAllNow();
    results.runAllNow();
  }

  function wakeUp(id: string): void {
    rows.change(id, unpause);
    poller.reset(id);
    announce({ area: 'tasks', id });
    workOn(id);
  }

  const world = parts.resumes
    ? watchEnvironment(parts, {
        onTick() {
          catchUp();
          void takeOver(false).catch(() => {});
        },
        onWake() {
          runAllNow();
          for (const facts of rows.resting()) if (mayHavePassed(facts)) wakeUp(facts.id);
        },
        onNetwork() {
          runAllNow();
          resumePaused();
        },
        onChange: resumePaused,
        onRoom() {
          for (const { restStamp, id } of rows.resting()) if (restStamp === pauseStamp) wakeUp(id);
        },
      })
    : null;
  if (parts.resumes) void takeOver(true).catch(() => {});

  return {
    send(id, draft) {
      const run = send(id, draft)
        .catch((thrown: unknown) => {
          rows.change(id, (task) => giveUp(task, 'unknown-outcome', AppError.from(thrown)));
          announce({ area: 'tasks', id });
        })
        .finally(() => sending.delete(run));
      sending.add(run);
    },
    poll(id) {
      poller.reset(id);
      if (rows.claim(id)) schedule.in(id, 0);
      else void run(id, closing.signal);
    },
    workOn,
    drop: (id) => schedule.drop(id),
    isAsking: (id) => schedule.isRunning(id),
    results,
    async close() {
      closing.abort();
      world?.();
      // A response in transit may contain the id of a task that costs money.
      await Promise.race([Promise.all(sending), wait(timings.quitGraceMs, undefined, { ref: false })]);
      cutOff.abort();
      await Promise.all([schedule.close(), results.close(), ...sending]);
      rows.release();
    },
  };
}

/** Whatever kept a task from being polled or downloaded may have been resolved during sleep. */
const mayHavePassed = ({ paused, result }: TaskFacts): boolean =>
  paused?.why === 'network' ||
  paused?.why === 'answer' ||
  (result.failure !== null && pauseOf(result.failure) === 'network');

/**
 * Ends the pause of a task. A download that the user stopped has no stamp: it stays paused until the user resumes it.
 */
function unpause({ facts }: StoredTask): void {
  facts.paused = null;
  if (facts.result.state === 'paused' && facts.restStamp !== null) facts.result = { ...facts.result, state: 'waiting' };
  facts.restStamp = null;
}

/** Notifies the user that a task has ended: its model and connection, never its prompt or a gateway's message. */
export function notifyCompletion(
  { facts }: StoredTask,
  { notify, language = () => 'en' }: Pick<TaskParts, 'notify' | 'language'>,
): void {
  const end = endOf(facts);
  if (end === null) return;
  const { id, model, connectionName } = facts;
  notify(localeOf(language()).tasks[end], [model, connectionName].filter(Boolean).join(' · '), { kind: 'task', id });
}

function endOf({ state, result }: StoredTask['facts']): TaskNotice | null {
  if (state === 'succeeded') {
    if (result.state === 'saved') return 'ready';
    return result.state === 'expired' ? 'gone' : 'unfetched';
  }
  if (state === 'lost') return 'lost';
  return state === 'failed' || state === 'cancelled' || state === 'expired' ? 'failed' : null;
}
