import { randomUUID } from 'node:crypto';
import type { Draft } from '#shared/contract/exchanges.ts';
import type { Core } from '#shared/contract/index.ts';
import type { TaskDetail, TaskRule, TaskSummary } from '#shared/contract/tasks.ts';
import { customPathProblems, isExposedPath } from '#shared/protocol/custom-path.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { parameterProblem } from '#shared/protocol/route-address.ts';
import { routes } from '#shared/protocol/table.ts';
import { pollPathsOf, ruleProblem, ruleProblems, ruleRequest } from '#shared/protocol/task-rule.ts';
import { isUnfinished } from '#shared/protocol/task-words.ts';
import { orNull } from '../or-null.ts';
import { nameStorageFault } from '../store/storage-failure.ts';
import type { Monitor } from './monitor.ts';
import type { TaskParts } from './ports.ts';
import { emptyResult, isPolled, mark, newTask, type StoredTask, type TaskFacts } from './stored-task.ts';
import { submitFamilies } from './submit-task.ts';
import type { TaskJournal } from './task-journal.ts';
import type { TaskRows } from './task-rows.ts';

/** Characters of a prompt in a list; `get` returns all of it. */
const listedPrompt = 1000;

type AreaParts = Pick<TaskParts, 'connections' | 'keys' | 'files' | 'announce'>;

/** Implements the `tasks` area for the page and the terminal. */
export function createTaskArea(
  { connections, keys, files, announce }: AreaParts,
  rows: TaskRows,
  journal: TaskJournal,
  monitor: Monitor,
): Core['tasks'] {
  const find = (id: string): StoredTask => {
    const task = rows.find(id);
    if (task) return task;
    throw new AppError(notFound);
  };

  const summaryOf = (facts: TaskFacts): TaskSummary => {
    const { way: _way, isKnown: _isKnown, watchedMs: _watchedMs, restStamp: _restStamp, ...shown } = facts;
    const progress = monitor.results.progress(facts.id);
    return {
      ...shown,
      nextPollAt: monitor.isAsking(facts.id) ? null : facts.nextPollAt,
      result: progress
        ? { ...facts.result, receivedBytes: progress.receivedBytes, totalBytes: progress.totalBytes }
        : facts.result,
    };
  };

  const detailOf = ({ facts, depth }: StoredTask): TaskDetail => ({
    ...summaryOf(facts),
    ...depth,
    resultUrls: depth.resultUrls.map(hideTokens),
    record: depth.record === null ? null : hideTokens(depth.record),
  });

  /**
   * Stores the task before anything is sent; if the disk refuses, the request is not sent.
   *
   * @returns false when another process stored a task with this id first, and will send it.
   */
  function write(task: StoredTask): boolean {
    try {
      if (!rows.add(task)) return false;
    } catch (thrown) {
      throw nameStorageFault(thrown, 'The task was not created, because it could not be saved');
    }
    journal.note(task, false);
    announce({ area: 'tasks', id: task.facts.id });
    return true;
  }

  const owner = (connectionId: string, keyId: string | undefined) => {
    const connection = connections.find(connectionId);
    if (!connection) throw new AppError(noConnection);
    const key = keys.choose(connectionId, keyId);
    // It is polled with the key it was created with: other keys may not see it.
    return {
      connectionId,
      connectionName: connection.name,
      keyId: key?.id ?? keyId ?? null,
      keyAlias: key?.alias ?? null,
    };
  };

  return {
    list: ({ limit }) =>
      rows.list(limit).map(({ submitExchangeId, ...facts }) => ({
        ...summaryOf({ ...facts, prompt: facts.prompt.slice(0, listedPrompt) }),
        submitExchangeId,
      })),
    get: ({ id }) => detailOf(find(id)),
    submit({ id = randomUUID(), draft, prompt, parentId, groupId, rule }) {
      if (rows.find(id)) return { id };
      const family = submitFamilies[draft.routeId];
      if (!family) throw new AppError(noTaskRoute);
      if (family === 'custom' && !rule) throw new AppError(noRule);
      if (family === 'custom' && rule) checkRule(rule, connections.find(draft.connectionId)?.exposedRoutes ?? []);
      const ownRule =
        family === 'custom' && rule ? { ...rule, keyStyle: rule.keyStyle ?? draft.custom?.keyStyle } : null;
      const task = newTask(
        {
          id,
          ...owner(draft.connectionId, draft.keyId),
          family,
          model: modelIn(draft),
          prompt: prompt || promptIn(draft),
          parentId: parentId ?? null,
          groupId: groupId ?? null,
        },
        { request: requestText(draft), rule: ownRule },
      );
      if (write(task)) monitor.send(id, { ...draft, ...(task.facts.keyId !== null && { keyId: task.facts.keyId }) });
      return { id };
    },
    adopt({ connectionId, keyId, family, taskId: given, rule, prompt, model, submitExchangeId }) {
      const taskId = given.trim();
      if (taskId === '') throw new AppError(noId);
      // An id must never lead elsewhere, whichever path it becomes part of.
      if (parameterProblem(routes['videos.get'], 'task_id', taskId) !== null) throw new AppError(wrongId(taskId));
      if (family === 'custom' && !rule) throw new AppError(noRule);
      if (family === 'custom' && rule) checkRule(rule, null);
      const known = rows.findByTaskId(connectionId, taskId);
      if (known) {
        watchAgain(known.facts.id);
        return { id: known.facts.id };
      }
      const id = randomUUID();
      const task = newTask(
        {
          id,
          ...owner(connectionId, keyId),
          ...{ family, taskId, adopted: submitExchangeId === undefined, state: 'checking', prompt },
          model: model ?? null,
        },
        {
          candidateIds: [taskId],
          rule: family === 'custom' ? (rule ?? null) : null,
          submitExchangeId: submitExchangeId ?? null,
        },
      );
      mark(task, { kind: 'adopted' });
      write(task);
      monitor.poll(id);
      return { id };
    },
    refresh({ id }) {
      find(id);
      watchAgain(id);
    },
    stop({ id }) {
      find(id);
      rows.change(id, (task) => {
        if (!task.facts.watching) return;
        task.facts.watching = false;
        task.facts.nextPollAt = null;
        task.facts.paused = null;
        mark(task, { kind: 'stopped', note: 'The task continues at the gateway.' });
      });
      monitor.drop(id);
      monitor.results.stop(id);
      announce({ area: 'tasks', id });
    },
    async download({ id }) {
      const { facts } = find(id);
      if (facts.state !== 'succeeded') throw new AppError(notDone);
      if (facts.result.file && (await files.open(facts.result.file.id))) return;
      rows.change(id, (task) => {
        const { expiresAt, receivedBytes, totalBytes } = task.facts.result;
        task.facts.result = { ...emptyResult, expiresAt, receivedBytes, totalBytes, state: 'waiting' };
        task.facts.restStamp = null;
      });
      announce({ area: 'tasks', id });
      monitor.workOn(id);
    },
    async forget({ ids }) {
      for (const id of ids) {
        const task = rows.find(id);
        monitor.drop(id);
        await monitor.results.discard(id);
        rows.remove([id]);
        const { file, more = [] } = task?.facts.result ?? { file: null };
        for (const one of file ? [file, ...more] : []) await files.remove(one.id).catch(() => {});
      }
      journal.forget(ids);
      announce({ area: 'tasks' });
    },
  };

  /** Also for tasks that were stopped, lost or paused. An ended task is left unchanged. */
  function watchAgain(id: string): void {
    const task = rows.change(id, (now) => {
      const { facts } = now;
      if (!canBeAsked(facts)) return;
      if (facts.state === 'lost') Object.assign(facts, { state: 'checking', failure: null, endedAt: null, way: 0 });
      const wasWatching = facts.watching;
      Object.assign(facts, { watching: true, paused: null, restStamp: null, watchedMs: 0, missedPolls: 0 });
      if (!wasWatching) mark(now, { kind: 'watched' });
    });
    announce({ area: 'tasks', id });
    if (!task) return;
    if (isPolled(task.facts)) monitor.poll(id);
    else monitor.workOn(id);
  }
}

/**
 * Checks a rule before the submission is sent, which costs money: a poll that cannot be sent would lose the task.
 *
 * @param exposed the routes of the connection; `null` where the path is polled without being one of them.
 */
function checkRule(rule: TaskRule, exposed: readonly string[] | null): void {
  const problem = ruleProblem(rule);
  if (problem) {
    const detail = problem.what === 'path' ? ` ${customPathProblems[problem.detail]}` : '';
    throw new AppError(invalidRule(`${ruleProblems[problem.what]}${detail}`));
  }
  if (exposed === null) return;
  const addresses = [...pollPathsOf(rule), ...(rule.resultPath?.trim() ? [rule.resultPath.trim()] : [])];
  const hidden = addresses
    .map((address) => ruleRequest(address, undefined, () => 'x').path)
    .find((path) => !isExposedPath(path, exposed));
  if (hidden !== undefined) throw new AppError(notExposed(hidden));
}

const invalidRule = (why: string) =>
  failure('bad-input', `The rule of the task is invalid. ${why}`, { effect: 'not-sent', hint: 'Correct the rule.' });
const notExposed = (path: string) =>
  failure('route-off', `The task would be polled at ${path}, which is turned off in this connection.`, {
    effect: 'not-sent',
    hint: 'Turn the path on in the connection, or use another poll path.',
  });

const canBeAsked = ({ taskId, state }: TaskFacts): boolean =>
  taskId !== null && (state === 'lost' || isUnfinished(state));

const notFound = failure('not-found-here', 'This task is no longer in the list.', {
  hint: 'If you have its ID, track it again.',
});
const noConnection = failure('not-found-here', 'The connection of this task was deleted.', {
  effect: 'not-sent',
  hint: 'Select another connection.',
});
const noTaskRoute = failure('bad-input', "This route doesn't create tasks.", {
  effect: 'not-sent',
  hint: 'Use videos, video.generations, videos.remix, or custom with a rule.',
});
const noRule = failure('bad-input', 'A task of a custom route requires a rule for its ID and status.', {
  effect: 'not-sent',
  hint: 'Fill in the rule.',
});
const noId = failure('bad-input', 'The task ID is empty.', { hint: 'Copy it from the gateway.' });
const wrongId = (given: string) =>
  failure('bad-input', `${JSON.stringify(given.slice(0, 100))} is not a valid task ID.`, {
    effect: 'not-sent',
    hint: 'Enter only the ID that the gateway returned, without a URL.',
  });
const notDone = failure('bad-input', 'This task has no result yet.', { hint: 'Wait until it has succeeded.' });

const secretPair =
  /([?&](?:access|access_token|token|sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|key|auth_key)=)[^&#\s"]+/gi;

/**
 * Removes the secrets from signed URLs in a text: a signed URL gives access to the video. Patchbay itself stores the
 * whole URL to download it.
 */
const hideTokens = (text: string): string => text.replace(secretPair, '$1[hidden]');

/** Longer bodies contain files, and are neither parsed nor shown with the task. */
const maxBodyLength = 1_000_000;
const shownBody = 100_000;

function field({ body }: Draft, name: string): string | null {
  if (body.kind === 'form') {
    const found = body.fields.find((one) => one.name === name);
    return found && 'value' in found ? found.value : null;
  }
  if (body.kind !== 'json' || body.text.length > maxBodyLength) return null;
  const value = orNull((): unknown => JSON.parse(body.text)[name]);
  return typeof value === 'string' ? value : null;
}

const modelIn = (draft: Draft): string | null => field(draft, 'model');

const promptIn = (draft: Draft): string => field(draft, 'prompt') ?? '';

/** Returns the body as text, with names in place of files. */
function requestText({ body }: Draft): string | null {
  if (body.kind === 'none') return null;
  if (body.kind !== 'form') return body.text.slice(0, shownBody);
  const fields = body.fields.map((one) => [one.name, 'value' in one ? one.value : { file: one.fileId }]);
  return JSON.stringify(Object.fromEntries(fields)).slice(0, shownBody);
}
