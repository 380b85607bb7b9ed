import path from 'node:path';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { formatSize } from '#shared/format.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { routes } from '#shared/protocol/table.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Values as ValuesOf } from '../input/options.ts';
import { createPatientInput } from '../input/read-input.ts';
import { isTemporary, readTarget, type Target } from '../input/target.ts';
import { failureJson, printFailureLines } from '../output/failure-lines.ts';
import { type OutFile, openOutput, refuseBothOnStdout, saveStored } from '../output/out-file.ts';
import { openNumbered, rightExtension } from '../output/response-files.ts';
import { printLine, type Terminal } from '../output/terminal.ts';
import { tasksOptions } from '../specs/tasks-spec.ts';
import { UsageError } from '../usage-error.ts';
import { type Command, readVerb, type Surroundings, type VerbLine, type Verbs } from './command.ts';
import { noteUsed, presetModel } from './defaults.ts';
import { isPreview, previewDraft } from './preview-draft.ts';
import { gatewayFirst, inSession, openSavedCore, type Session } from './session.ts';
import { changesOf, exitOfTask, findTask, followTasks, isSettled, taskLine } from './tasks-follow.ts';
import { draftOfPlan, planRemix, planSubmission, readRule, submitPlan } from './tasks-submit.ts';

type Values = ValuesOf<typeof tasksOptions>;
type Core = Pick<Session, 'client' | 'files' | 'close'>;

/** One command line of `patchbay tasks`, after its verb. The result is written to `out`; `null` without `--out`. */
type Act = VerbLine<typeof tasksOptions> & { out: OutFile | null };

const verbs: Verbs<typeof tasksOptions, Act> = {
  submit: { work: submit },
  list: { work: list },
  watch: { work: watch },
  adopt: { work: adopt },
  get: { work: get },
  download: { work: download },
  remix: { work: remix },
  stop: { work: (act) => each(act, (core, { id }) => core.client.tasks.stop({ id })) },
  forget: { work: (act) => each(act, (core, { id }) => core.client.tasks.forget({ ids: [id] })) },
};

/** `patchbay tasks <verb>`: manages video tasks, and those of custom routes, from a terminal. */
export const manageTasks: Command = async (args, surroundings) => {
  const { verb, work, line } = readVerb('tasks', tasksOptions, verbs, args, surroundings);
  const { values, terminal } = line;
  const { out: file, force = false } = values;
  const hasResult = ['submit', 'watch', 'adopt', 'download', 'remix'].includes(verb);
  if (file !== undefined && !hasResult) throw new UsageError(`tasks ${verb} returns no file: remove --out.`);
  if (file !== undefined && values['no-wait']) throw new UsageError('--out waits for the result: remove --no-wait.');
  refuseBothOnStdout(values);
  // Created before anything is sent, so that no paid video fails because its name is taken.
  const out = file === undefined ? null : await openOutput(file, force, terminal);
  let isKept = false;
  try {
    const code = await work({ ...line, out });
    isKept = code === exitCodes.done;
    return code;
  } finally {
    if (out && !isKept) await out.leave();
  }
};

async function submit({ words, values, surroundings, ...act }: Act): Promise<number> {
  const target = await readTarget(values, surroundings.env);
  const { env, version } = surroundings;
  const isShown = isPreview(values);
  if (!isShown) refuseLoss(target, values);
  const preset = presetModel(target, env, routes[values.route]);
  const plan = await planSubmission(words, values, preset, createPatientInput(surroundings.stdin, act.terminal)).catch(
    (thrown) => gatewayFirst(thrown, target, version),
  );
  if (isShown)
    return previewDraft(target, version, values, act.terminal, ({ connectionId, files }) =>
      draftOfPlan(plan.draft, connectionId, files),
    );
  return inSession(target, version, { terminal: act.terminal, ...values }, async (session) => {
    await noteUsed(session, target, values, values.model ?? preset ?? null, act.terminal);
    const id = await submitPlan(session, plan, session);
    return settle(session, [id], values, act, target);
  });
}

async function adopt({ words, values, surroundings, ...act }: Act): Promise<number> {
  const [taskId = '', ...more] = words;
  if (taskId === '' || more.length > 0) throw new UsageError('adopt takes one task ID, as the gateway returned it.');
  const target = await readTarget(values, surroundings.env);
  refuseLoss(target, values);
  return inSession(target, surroundings.version, { terminal: act.terminal, ...values }, async (session) => {
    const { client, connectionId } = session;
    const rule = values.family === 'custom' ? await readRule(values.rule, values.path) : undefined;
    const { id } = await client.tasks.adopt({ connectionId, family: values.family, taskId, ...(rule && { rule }) });
    return settle(session, [id], values, act, target);
  });
}

function remix({ words: [word, ...words], values, surroundings, ...act }: Act): Promise<number> {
  return inSaved(surroundings, values, act.terminal, async (core) => {
    const parent = await findTask(core.client, word);
    if (parent.taskId === null) throw new UsageError('This task cannot be remixed: the gateway returned no ID for it.');
    const plan = await planRemix(parent.taskId, words, values, createPatientInput(surroundings.stdin, act.terminal));
    const { connectionId, keyId, id: parentId } = parent;
    const id = await submitPlan(core, plan, { connectionId, keyId, parentId });
    return settle(core, [id], values, act);
  });
}

function watch({ words, values, surroundings, ...act }: Act): Promise<number> {
  return inSaved(surroundings, values, act.terminal, async (core) => {
    const { tasks } = core.client;
    const found =
      words.length > 0
        ? await Promise.all(words.map((word) => findTask(core.client, word)))
        : (await tasks.list({ limit: 1000 })).filter((task) => !isSettled(task));
    if (found.length === 0) {
      act.terminal.note('There are no unfinished tasks.');
      return exitCodes.done;
    }
    const ids = found.map(({ id }) => id);
    if (act.out && ids.length > 1) throw new UsageError('--out takes the result of one task: name the task.');
    // Tasks that are named explicitly include stopped ones.
    for (const id of ids) await tasks.refresh({ id });
    return settle(core, ids, values, act);
  });
}

function download({ words: [word], values, surroundings, ...act }: Act): Promise<number> {
  return inSaved(surroundings, values, act.terminal, async (core) => {
    const { id } = await findTask(core.client, word);
    await core.client.tasks.download({ id });
    return settle(core, [id], values, act);
  });
}

function list({ values, surroundings, terminal }: Act): Promise<number> {
  return inSaved(surroundings, values, terminal, async ({ client }) => {
    for (const task of await client.tasks.list({ limit: values.limit }))
      await (values.json ? printLine(terminal, { type: 'task', ...task }) : terminal.data(`${taskLine(task)}\n`));
    return exitCodes.done;
  });
}

function get({ words: [word], values, surroundings, terminal }: Act): Promise<number> {
  return inSaved(surroundings, values, terminal, async ({ client }) => {
    const task = await client.tasks.get({ id: (await findTask(client, word)).id });
    if (values.json) await printLine(terminal, { type: 'task', ...task });
    else await terminal.data(`${JSON.stringify(task, null, 2)}\n`);
    return exitCodes.done;
  });
}

function each({ words, values, surroundings, terminal }: Act, work: (core: Core, task: TaskSummary) => Promise<void>) {
  if (words.length === 0) throw new UsageError('Missing task ID.', 'List the tasks: patchbay tasks list');
  return inSaved(surroundings, values, terminal, async (core) => {
    for (const word of words) await work(core, await findTask(core.client, word));
    return exitCodes.done;
  });
}

/** @throws UsageError when a paid result would be deleted with the command. */
function refuseLoss(target: Target, { out, 'no-wait': isLeft }: Values): void {
  if (!isTemporary(target) || out !== undefined) return;
  if (target.kind === 'demo' && isLeft)
    throw new UsageError('The demo gateway stops with this command, and the task with it: remove --no-wait.');
  if (!isLeft)
    throw new UsageError(
      'The result would be deleted with this command, since its connection is not saved. Add --out FILE to keep it.',
    );
}

/**
 * Waits until the tasks are settled, unless `--no-wait` is set, and writes the result to `--out`.
 *
 * @param target of a command whose tasks may be in no list afterwards.
 */
async function settle(
  core: Core,
  ids: readonly string[],
  values: Values,
  { terminal, out }: Pick<Act, 'terminal' | 'out'>,
  target?: Target,
): Promise<number> {
  const temporary = target && isTemporary(target) ? target : null;
  if (values['no-wait']) return print(core, ids, values, terminal, temporary);
  const { tasks, code } = await followTasks(core.client, ids, terminal, values.json ?? false);
  for (const task of tasks) {
    const { file } = task.result;
    let isSaved = file !== null && !temporary;
    try {
      if (!file) continue;
      if (out) await saveStored(core.files, file.id, out);
      isSaved = true;
      const saved = out?.saved ?? `Saved to the task list as ${file.name} (task ${task.id.slice(0, 8)})`;
      if (!values.json) terminal.note(`${saved} (${file.type}, ${formatSize(file.sizeBytes)}).`);
      const { more = [] } = task.result;
      if (out && values.out !== undefined && values.out !== '-')
        for (const [at, ref] of more.entries())
          await saveMore(core, ref, { path: values.out, number: at + 2, force: values.force ?? false }, terminal);
      else if (more.length > 0 && !temporary && !values.json)
        terminal.note(`The task has more results, which are in its list: ${more.map(({ name }) => name).join(', ')}.`);
      else if (more.length > 0)
        terminal.message(
          `The task has more results, which were not saved: add --out FILE to keep all ${more.length + 1}.`,
        );
    } finally {
      if (!isSaved && temporary) adviseAdoption(task, temporary, terminal);
    }
  }
  return code;
}

/** Saves a further result under the next free number of the name. */
async function saveMore(
  { files }: Pick<Core, 'files'>,
  ref: FileRef,
  { path: name, number, force }: { path: string; number: number; force: boolean },
  terminal: Terminal,
): Promise<void> {
  const out = await openNumbered(path.parse(rightExtension(name, ref) ?? name), number, force);
  await saveStored(files, ref.id, out);
  terminal.note(`${out.saved} (${ref.type}, ${formatSize(ref.sizeBytes)}).`);
}

/** Says how to track a task that is in no list on this computer. */
function adviseAdoption({ taskId, family, state }: TaskSummary, target: Target, terminal: Terminal): void {
  if (taskId === null || state === 'failed' || target.kind === 'demo') return;
  const gateway =
    target.kind === 'address' ? ` --base-url ${target.address}` : ` --connection ${target.name ?? 'NAME'}`;
  terminal.message(`This task is in no list on this computer. Its ID at the gateway is ${taskId}.`);
  if (family === 'custom') return;
  terminal.message(`  Fetch its result: patchbay tasks adopt ${taskId} --family ${family}${gateway} --out FILE`);
}

/** Prints what is known as soon as the gateway has returned an id, or refused. */
async function print(
  { client }: Core,
  ids: readonly string[],
  values: Values,
  terminal: Terminal,
  temporary: Target | null,
): Promise<number> {
  let code: number = exitCodes.done;
  for (const id of ids) {
    const task = await untilSent(client, id);
    if (task.failure && values.json) await terminal.data(failureJson(task.failure, exitOfTask(task)));
    if (values.json) await printLine(terminal, { type: 'task', ...task });
    else await terminal.data(`${temporary ? '-' : task.id}\t${task.taskId ?? ''}\t${task.state}\n`);
    if (task.failure && !values.json) printFailureLines(task.failure, terminal);
    if (temporary && !values.json) adviseAdoption(task, temporary, terminal);
    if (task.taskId === null || task.failure) code = exitOfTask(task);
  }
  return code;
}

async function untilSent(client: Core['client'], id: string): Promise<TaskSummary> {
  const interrupted = new AbortController();
  try {
    for await (const task of changesOf(client, id, interrupted.signal)) if (task.state !== 'submitting') return task;
  } finally {
    interrupted.abort();
  }
  // No further changes are reported, because the core is closing.
  return client.tasks.get({ id });
}

/** @throws UsageError when a gateway is named: its tasks would end with the command. */
async function inSaved(
  { version }: Surroundings,
  values: Values,
  terminal: Terminal,
  work: (core: Core) => Promise<number>,
): Promise<number> {
  if (values.demo || values['base-url'] !== undefined)
    throw new UsageError(
      'Only saved connections have a task list. To track a task without one, use "patchbay tasks adopt".',
    );
  const core = await openSavedCore(version, { terminal, ...values });
  try {
    return await work(core);
  } finally {
    await core.close();
  }
}
