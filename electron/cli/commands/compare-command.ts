import type * as z from 'zod/mini';
import { defaultRubric } from '#shared/compare/grades.ts';
import type { Assertion, compareInput } from '#shared/contract/compare.ts';
import { compareForms } from '#shared/contract/compare-words.ts';
import { variablesIn } from '#shared/variables.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { readAssignment, removePath, setPath } from '../input/assignments.ts';
import {
  type NamedLane,
  readAgainst,
  readAssertion,
  readLanes,
  readMoney,
  readRubric,
  readSheet,
} from '../input/compare-input.ts';
import { readOptions, type Values } from '../input/options.ts';
import { addedTo } from '../input/plan-body.ts';
import { createPatientInput } from '../input/read-input.ts';
import { readTarget } from '../input/target.ts';
import { printFailure } from '../output/failure-lines.ts';
import { openOutFile, saveStored } from '../output/out-file.ts';
import { printLine, printWarning } from '../output/terminal.ts';
import { compareOptions } from '../specs/compare-spec.ts';
import { UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';
import { planLines } from './compare-lines.ts';
import { execute, exitOfCompare, openFolder } from './execute-compare.ts';
import { readNamedPrompt } from './named-prompt.ts';
import { leaveReports, openReports } from './reports.ts';
import { inSession, type Session } from './session.ts';

type Input = z.input<typeof compareInput>;

/**
 * `patchbay compare`: sends one prompt, or each row of a sheet, to several lanes. Replies go to stdout as they end, then a
 * table of figures; with `--json` a line per reply, and the whole result on the last. The exit status is 8 when an
 * assertion fails, else that of the worst lane.
 */
export const compare: Command = async (args, { env, version, stdin, openTerminal }) => {
  const { values, positionals } = readOptions(args, compareOptions);
  const named = await lanesOf(values);
  const terminal = openTerminal(values);
  const rows = values.sheet === undefined ? undefined : await readSheet(values.sheet);
  const piped = createPatientInput(stdin, terminal);
  const saved = await readNamedPrompt(values, version, piped, Object.keys(rows?.[0]?.values ?? {}));
  const prompt = await readPrompt([saved, values.prompt ?? '', positionals.join(' ')], piped, named);
  const variables = variablesIn(named.flatMap((lane) => [lane.system ?? values.system ?? '', lane.prompt ?? prompt]));
  if (rows === undefined && variables.length > 0)
    await printWarning(terminal, values.json ?? false, 'no-sheet', unfilled(variables), 'warn');
  const assertions = await Promise.all((values.assert ?? []).map(readAssertion));
  const rubric = await rubricOf(values, assertions);
  const against = values.against === undefined ? null : await readAgainst(values.against);
  const money = values['max-cost'] === undefined ? null : readMoney(values['max-cost']);
  const target = await readTarget(values, env);
  const reports = await openReports(values.report, compareForms, values.force);
  if (values.html !== undefined)
    reports.unshift({ form: 'html', file: await openOutFile(values.html, values.force ?? false) });
  try {
    return await inSession(target, version, { terminal, ...values }, async (session) => {
      const input: Input = {
        prompt,
        system: values.system ?? '',
        lanes: await resolveLanes(named, session, values.without ?? []),
        ...(rows === undefined ? {} : { rows }),
        repeats: values.repeat,
        assertions,
        concurrency: values.concurrency,
        perMinute: values['per-minute'] ?? null,
        judge:
          rubric === null
            ? null
            : {
                connectionId: session.connectionId,
                routeId: 'chat.completions',
                model: values.judge ?? '',
                rubric,
              },
        cap: { calls: values['max-calls'], tokens: values['max-tokens'] ?? null, money },
      };
      const plan = await session.client.compare.plan(input);
      for (const text of planLines(plan, input.lanes)) terminal.note(text);
      if (values.plan || plan.problems[0]) {
        await leaveReports(reports);
        for (const problem of plan.problems) await printFailure(problem, terminal, values.json ?? false);
        if (values.json) await printLine(terminal, { type: 'compare-plan', ...plan });
        return plan.problems[0] ? exitOfFailure(plan.problems[0].code) : exitCodes.done;
      }
      const isJson = values.json ?? false;
      const saveFiles = await openFolder(values.save, session, terminal, isJson);
      const run = await execute(session, { input, against, saveFiles }, terminal, isJson);
      for (const { form, file } of reports) {
        const { id } = await session.client.compare.export({ runId: run.run.id, form });
        await saveStored(session.files, id, file);
        if (!isJson) terminal.note(file.saved, 'good');
      }
      return exitOfCompare(run);
    });
  } catch (thrown) {
    await leaveReports(reports);
    throw thrown;
  }
};

const unfilled = (variables: readonly string[]): string =>
  `There is no --sheet with values for ${variables.map((name) => `{{${name}}}`).join(', ')}: the text is sent as it is.`;

/** Returns the rubric of the judge; `null` without a judge. @throws UsageError for an option that needs one. */
async function rubricOf(
  { judge, rubric }: Values<typeof compareOptions>,
  assertions: readonly Assertion[],
): Promise<string | null> {
  if (judge !== undefined) return rubric === undefined ? defaultRubric : readRubric(rubric);
  if (rubric !== undefined) throw new UsageError('--rubric needs a judge: add --judge MODEL.');
  if (assertions.some(({ kind }) => kind === 'judge'))
    throw new UsageError('--assert judge needs a judge: add --judge MODEL.');
  return null;
}

async function lanesOf(values: Values<typeof compareOptions>): Promise<NamedLane[]> {
  const routeIds = values.route ?? (['chat.completions'] as const);
  const fields = (values.set ?? [])
    .map(readAssignment)
    .reduce<unknown>((at, [place, value]) => setPath(at, place, value), {}) as Record<string, unknown>;
  const typed = (values.model ?? []).flatMap((model) =>
    routeIds.map((routeId) => ({
      model,
      routeId,
      connection: null,
      key: null,
      system: null,
      prompt: null,
      fields: {},
    })),
  );
  const lanes = [...typed, ...(values.lanes === undefined ? [] : await readLanes(values.lanes))];
  if (lanes.length === 0) throw new UsageError('compare needs lanes: add --model for each model, or --lanes FILE.');
  if (lanes.length > 12) throw new UsageError(`compare takes at most 12 lanes; these are ${lanes.length}.`);
  return lanes.map((lane) => ({ ...lane, fields: { ...fields, ...lane.fields } }));
}

async function readPrompt(
  typed: readonly string[],
  input: ReturnType<typeof createPatientInput>,
  lanes: readonly NamedLane[],
): Promise<string> {
  const text = [await input.piped(), ...typed].filter((part) => part.trim() !== '').join('\n\n');
  if (text === '' && lanes.some((lane) => lane.prompt === null))
    throw new UsageError('There is no prompt: add it, or pipe it in.');
  return text;
}

/** Finds connections and keys by name. @throws UsageError for an unknown one. */
async function resolveLanes(
  named: readonly NamedLane[],
  { client, connectionId }: Session,
  without: readonly string[],
): Promise<Input['lanes']> {
  const connections = await client.connections.list({});
  return Promise.all(
    named.map(async ({ connection, key, routeId, fields, ...lane }, at) => {
      const found = connection === null ? { id: connectionId } : connections.find(({ name }) => name === connection);
      if (!found) throw new UsageError(`Lane ${at + 1}: there is no connection "${connection}".`);
      const keys = key === null ? [] : await client.keys.status({ connectionId: found.id });
      const foundKey = keys.find(({ alias }) => alias === key);
      if (key !== null && !foundKey) throw new UsageError(`Lane ${at + 1}: its connection has no key "${key}".`);
      const streams = routeId === 'chat.completions' || routeId === 'responses';
      return {
        ...lane,
        id: String(at + 1),
        connectionId: found.id,
        keyId: foundKey?.id ?? null,
        routeId,
        // Without a list of its own, a lane has the fields that are added to streams.
        ...(addedTo({ id: routeId }, { without: [...without] }).length === 0 ? { added: [] } : {}),
        fields: without.reduce(removePath, {
          // Only a stream has a time to first token.
          ...(streams ? { stream: true } : {}),
          // Services refuse speech without a voice.
          ...(routeId === 'audio.speech' ? { voice: 'alloy' } : {}),
          ...fields,
        }) as Record<string, unknown>,
      };
    }),
  );
}
