import { type TaskFamily, type TaskSummary, taskFamilies } from '#shared/contract/tasks.ts';
import type { Command, Surroundings } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { gatewayOptions, readNumber, readOptions } from './options.ts';
import { type OutFile, openOutFile } from './out-file.ts';
import { draftOptions } from './plan-draft.ts';
import { createPatientInput } from './read-input.ts';
import { openSavedCore, openSession, type Session } from './session.ts';
import { saveStored } from './stored-bytes.ts';
import { readTarget } from './target.ts';
import { changesOf } from './tasks-changes.ts';
import { findTask } from './tasks-find.ts';
import { followTasks } from './tasks-follow.ts';
import { exitOfTask, isSettled, taskLine } from './tasks-lines.ts';
import { planRemix, planSubmission, submitPlan } from './tasks-submit.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

const options = {
  ...gatewayOptions,
  ...draftOptions,
  route: { type: 'string' },
  rule: { type: 'string' },
  family: { type: 'string' },
  limit: { type: 'string' },
  'no-wait': { type: 'boolean' },
  out: { type: 'string', short: 'o' },
  force: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof readOptions<typeof options>>['values'];
type Core = Omit<Session, 'connectionId' | 'connection'>;

/** One command line of `patchbay tasks`, after its verb. */
interface Act {
  words: string[];
  values: Values;
  surroundings: Surroundings;
  terminal: Terminal;
  /** Where the result goes; `null` without `--out`. */
  out: OutFile | null;
}

const verbs: Readonly<Record<string, (act: Act) => Promise<number>>> = {
  submit,
  list,
  watch,
  adopt,
  get,
  download,
  remix,
  stop: (act) => each(act, (core, { id }) => core.client.tasks.stop({ id })),
  forget: (act) => each(act, (core, { id }) => core.client.tasks.forget({ ids: [id] })),
};

/** `patchbay tasks <verb>`: video tasks, and those of custom routes, from a terminal. */
export const manageTasks: Command = async (args, surroundings) => {
  const { values, positionals } = readOptions(args, options);
  const [verb = '', ...words] = positionals;
  const work = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!work) throw new UsageError(`patchbay tasks does one of: ${Object.keys(verbs).join(', ')}.`);
  const { out: file, force = false } = values;
  const hasResult = ['submit', 'watch', 'adopt', 'download', 'remix'].includes(verb);
  if (file !== undefined && !hasResult) throw new UsageError(`tasks ${verb} brings no file: leave out --out.`);
  if (file !== undefined && values['no-wait']) throw new UsageError('--out waits for the result: leave out --no-wait.');
  // Made before anything is sent, so that no paid film meets a name that is taken.
  const out = file === undefined ? null : await openOutFile(file, force);
  const terminal = surroundings.openTerminal();
  let isKept = false;
  try {
    const code = await work({ words, values, surroundings, terminal, out });
    isKept = code === exitCodes.done;
    return code;
  } finally {
    if (out && !isKept) await out.leave();
  }
};

async function submit({ words, values, surroundings, ...act }: Act): Promise<number> {
  const target = await readTarget(values, surroundings.env);
  const plan = await planSubmission(
    words,
    values,
    target.kind === 'demo',
    createPatientInput(surroundings.stdin, act.terminal),
  );
  const session = await openSession(target, surroundings.version);
  return closing(session, async () => {
    const id = await submitPlan(session, plan, session);
    return settle(session, [id], values, act);
  });
}

async function adopt({ words, values, surroundings, ...act }: Act): Promise<number> {
  const [taskId = '', ...more] = words;
  if (taskId === '' || more.length > 0) throw new UsageError('Name one task by its id at the gateway.');
  const family = readFamily(values.family ?? 'videos');
  const session = await openSession(await readTarget(values, surroundings.env), surroundings.version);
  return closing(session, async () => {
    const { client, connectionId } = session;
    const { id } = await client.tasks.adopt({ connectionId, family, taskId });
    return settle(session, [id], values, act);
  });
}

function remix({ words: [word, ...words], values, surroundings, ...act }: Act): Promise<number> {
  return inSaved(surroundings, values, async (core) => {
    const parent = await findTask(core.client, word);
    if (parent.taskId === null) throw new UsageError('The gateway gave no id for this task, so it can not be remixed.');
    const plan = await planRemix(parent.taskId, words, values, createPatientInput(surroundings.stdin, act.terminal));
    const { connectionId, keyId, id: parentId } = parent;
    const id = await submitPlan(core, plan, { connectionId, keyId, parentId });
    return settle(core, [id], values, act);
  });
}

function watch({ words, values, surroundings, ...act }: Act): Promise<number> {
  return inSaved(surroundings, values, async (core) => {
    const { tasks } = core.client;
    const found =
      words.length > 0
        ? await Promise.all(words.map((word) => findTask(core.client, word)))
        : (await tasks.list({ limit: 1000 })).filter((task) => !isSettled(task));
    if (found.length === 0) {
      act.terminal.talk('Nothing is under way.');
      return exitCodes.done;
    }
    const ids = found.map(({ id }) => id);
    // Whoever asks by name means also what was stopped.
    for (const id of ids) await tasks.refresh({ id });
    return settle(core, ids, values, act);
  });
}

function download({ words: [word], values, surroundings, ...act }: Act): Promise<number> {
  return inSaved(surroundings, values, async (core) => {
    const { id } = await findTask(core.client, word);
    await core.client.tasks.download({ id });
    return settle(core, [id], values, act);
  });
}

function list({ values, surroundings, terminal }: Act): Promise<number> {
  return inSaved(surroundings, values, async ({ client }) => {
    const limit = readNumber('limit', values.limit, 1, 1000) ?? 50;
    for (const task of await client.tasks.list({ limit }))
      await terminal.data(values.json ? `${JSON.stringify(task)}\n` : `${taskLine(task)}\n`);
    return exitCodes.done;
  });
}

function get({ words: [word], values, surroundings, terminal }: Act): Promise<number> {
  return inSaved(surroundings, values, async ({ client }) => {
    const task = await client.tasks.get({ id: (await findTask(client, word)).id });
    await terminal.data(`${JSON.stringify(task, null, values.json ? 0 : 2)}\n`);
    return exitCodes.done;
  });
}

function each({ words, values, surroundings }: Act, work: (core: Core, task: TaskSummary) => Promise<void>) {
  if (words.length === 0) throw new UsageError('Name the tasks, as "patchbay tasks list" shows them.');
  return inSaved(surroundings, values, async (core) => {
    for (const word of words) await work(core, await findTask(core.client, word));
    return exitCodes.done;
  });
}

/** Waits until the tasks are settled, unless nobody wants to wait, and puts the result where it was asked for. */
async function settle(
  core: Core,
  ids: readonly string[],
  values: Values,
  { terminal, out }: Pick<Act, 'terminal' | 'out'>,
): Promise<number> {
  if (values['no-wait']) return tell(core, ids, values, terminal);
  const { tasks, code } = await followTasks(core.client, ids, terminal, values.json ?? false);
  for (const task of tasks) {
    const { file } = task.result;
    if (!file) continue;
    if (out) await saveStored(core.files, file.id, out);
    const where = out?.path ?? `${file.name} in the list of tasks (${task.id.slice(0, 8)})`;
    if (!values.json) terminal.talk(`Saved ${where}: ${file.type}, ${file.sizeBytes} bytes.`);
  }
  return code;
}

/** What there is to know as soon as the gateway has given an id, or refused. */
async function tell({ client }: Core, ids: readonly string[], values: Values, terminal: Terminal): Promise<number> {
  let code: number = exitCodes.done;
  for (const id of ids) {
    const task = await untilSent(client, id);
    await terminal.data(
      values.json
        ? `${JSON.stringify({ type: 'task', ...task })}\n`
        : `${task.id}\t${task.taskId ?? ''}\t${task.state}\n`,
    );
    if (task.failure && !values.json) terminal.talk(task.failure.message);
    if (task.taskId === null) code = exitOfTask(task);
  }
  return code;
}

async function untilSent(client: Core['client'], id: string): Promise<TaskSummary> {
  const leaving = new AbortController();
  try {
    for await (const task of changesOf(client, id, leaving.signal)) if (task.state !== 'submitting') return task;
  } finally {
    leaving.abort();
  }
  // Nothing more is told of it, because the core is closing.
  return client.tasks.get({ id });
}

/** @throws UsageError when a gateway is named: its tasks would end with the command. */
async function inSaved(
  { version }: Surroundings,
  values: Values,
  work: (core: Core) => Promise<number>,
): Promise<number> {
  if (values.demo || values['base-url'] !== undefined)
    throw new UsageError('A gateway that is named for one command has no list of tasks. Use: patchbay tasks adopt ID.');
  const core = await openSavedCore(version);
  return closing(core, () => work(core));
}

async function closing<T>(core: Core, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await core.close();
  }
}

function readFamily(word: string): Exclude<TaskFamily, 'custom'> {
  if (word === 'videos' || word === 'video.generations') return word;
  throw new UsageError(`--family is one of ${taskFamilies.filter((family) => family !== 'custom').join(', ')}.`);
}
