import { readFile } from 'node:fs/promises';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { readyRule, readyRuleNames } from '#shared/contract/ready-rules.ts';
import { type TaskRule, taskRule } from '#shared/contract/tasks.ts';
import { routes } from '#shared/protocol/table.ts';
import { ruleProblem, ruleProblems } from '#shared/protocol/task-rule.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { admitPath } from '../input/admit-path.ts';
import type { Values } from '../input/options.ts';
import { type DraftPlan, type DraftValues, finishDraft, planDraft } from '../input/plan-draft.ts';
import type { StandardInput } from '../input/read-input.ts';
import type { tasksOptions } from '../specs/tasks-spec.ts';
import { UsageError } from '../usage-error.ts';
import type { Session } from './session.ts';

export interface SubmitValues extends DraftValues {
  route: Values<typeof tasksOptions>['route'];
  rule?: string | undefined;
}

export interface SubmitPlan {
  draft: DraftPlan;
  prompt: string;
  /** For custom routes only. */
  rule?: TaskRule;
}

/** Plans a submission, before anything is sent. @throws UsageError */
export async function planSubmission(
  words: readonly string[],
  values: SubmitValues,
  preset: string | undefined,
  input: StandardInput,
): Promise<SubmitPlan> {
  const { route } = values;
  const rule = route === 'custom' ? await readRule(values.rule, values.path) : undefined;
  const draft = await planDraft(routes[route], route === 'custom' ? [] : words, values, input, preset);
  return { draft, prompt: words.join(' '), ...(rule && { rule }) };
}

/** Plans a remix, before anything is sent. @throws UsageError */
export async function planRemix(
  videoId: string,
  words: readonly string[],
  values: DraftValues,
  input: StandardInput,
): Promise<SubmitPlan> {
  const param = [...(values.param ?? []), `video_id=${videoId}`];
  const draft = await planDraft(routes['videos.remix'], words, { ...values, param }, input, undefined);
  return { draft, prompt: words.join(' ') };
}

/** Sends the plan; resolves as soon as the task is stored. */
export async function submitPlan(
  { client, files }: Pick<Session, 'client' | 'files'>,
  { draft: plan, prompt, rule }: SubmitPlan,
  place: { connectionId: string; keyId?: string | null; parentId?: string },
): Promise<string> {
  const { connectionId, keyId, parentId } = place;
  const draft = await draftOfPlan(plan, connectionId, files);
  const { id } = await client.tasks.submit({
    draft: { ...draft, ...(keyId && { keyId }) },
    prompt,
    ...(parentId !== undefined && { parentId }),
    ...(rule && { rule }),
  });
  return id;
}

/** Turns the plan into the draft that is submitted, and stores its files. */
export async function draftOfPlan(plan: DraftPlan, connectionId: string, files: FileStore): Promise<DraftInput> {
  const draft = await finishDraft(plan, connectionId, (path) => admitPath(files, path));
  return { ...draft, options: { ...draft.options, origin: 'terminal' } };
}

/** @param path where the task is submitted: ready rules poll below it. */
export async function readRule(file: string | undefined, path?: string): Promise<TaskRule> {
  if (file === undefined)
    throw new UsageError(
      'A task of a custom route needs --rule FILE or NAME, which says how it is polled.',
      'Example: patchbay help tasks',
    );
  const ready = readyRuleNames.find((name) => name === file);
  if (ready) return readyRule(ready, path);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`--rule: ${file} cannot be read, and is not one of ${readyRuleNames.join(', ')}.`);
  });
  let rule: unknown;
  try {
    rule = JSON.parse(text);
  } catch {
    throw new UsageError(`--rule: ${file} is not valid JSON.`);
  }
  const checked = taskRule.safeParse(rule);
  const problem = checked.success ? ruleProblem(checked.data) : null;
  if (problem) throw new UsageError(`--rule: ${ruleProblems[problem.what]}`);
  if (checked.success) return checked.data;
  throw new UsageError(
    `--rule: ${checked.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
  );
}
