import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { TaskRule } from '#shared/contract/tasks.ts';
import { type CustomPathProblem, findCustomPathProblem } from '#shared/protocol/custom-path.ts';
import { type RuleProblem, ruleProblem } from '#shared/protocol/task-rule.ts';
import { findRoute } from '../../../lib/recognize/find-route.ts';
import { fillerOf } from './fill.ts';
import type { FormField, Pair, RequestForm } from './request-form.ts';

interface Sender {
  connectionId: string;
  keyId: string | undefined;
  /** Where its known routes are. */
  gateway?: Parameters<typeof findRoute>[2];
}

/** Returns the request as it would be sent, with every variable filled in. */
export function requestDraft(form: RequestForm, { connectionId, keyId, gateway }: Sender): DraftInput {
  const fill = fillerOf(form);
  const pairs = (list: readonly Pair[]) =>
    list
      .filter(({ on, name }) => on && name.trim() !== '')
      .map(({ name, value }): [string, string] => [name.trim(), fill.text(value)]);
  const path = fill.path(form.path);
  const found = form.asRoute && gateway ? findRoute(form.method, path, gateway) : null;
  return {
    connectionId,
    ...(keyId ? { keyId } : {}),
    ...(found && found.route.family !== 'custom' && found.route.method === form.method
      ? { routeId: found.route.id, params: found.params }
      : { routeId: 'custom', custom: { method: form.method, path, keyStyle: form.keyStyle } }),
    query: pairs(form.query),
    headers: pairs(form.headers),
    body: bodyOf(form, fill),
    ...((form.asRoute || form.from !== '') && {
      options: { ...form.options, origin: form.from === '' ? 'panel' : 'replay', expectRefusal: false },
    }),
  };
}

type Filler = ReturnType<typeof fillerOf>;

function bodyOf(form: RequestForm, fill: Filler): DraftInput['body'] {
  switch (form.bodyMode) {
    case 'none':
      return { kind: 'none' };
    case 'json':
      return {
        kind: 'json',
        text: fill.json(form.json),
        ...(form.inline.length > 0 && { inline: form.inline }),
      };
    case 'text':
      return { kind: 'text', text: fill.text(form.text), mediaType: form.mediaType };
    case 'form':
      return {
        kind: 'form',
        fields: form.form.filter(({ on, name }) => on && name.trim() !== '').flatMap((field) => formField(field, fill)),
      };
  }
}

type DraftField = Extract<DraftInput['body'], { kind: 'form' }>['fields'][number];

/** A field whose file has not been selected yet is left out. */
function formField(field: FormField, fill: Filler): DraftField[] {
  const name = field.name.trim();
  if (field.kind === 'text') return [{ kind: 'text', name, value: fill.text(field.value) }];
  return field.file ? [{ kind: 'file', name, fileId: field.file.id }] : [];
}

/** Returns the rule by which its task is polled. */
export function taskRuleOf({ rule }: RequestForm): TaskRule {
  const words = (text: string) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  const { idAt, pollMethod, pollPath, stateAt, progressAt, mediaAt, errorAt } = rule;
  const [pollBody, resultPath] = [rule.pollBody.trim(), rule.resultPath.trim()];
  return {
    ...{ idAt, pollMethod, pollPath, stateAt, progressAt, mediaAt, errorAt },
    doneWords: words(rule.doneWords),
    failedWords: words(rule.failedWords),
    ...(pollBody !== '' && pollMethod === 'POST' && { pollBody }),
    ...(resultPath !== '' && { resultPath }),
  };
}

/** What prevents sending. `detail`: the problem with the path, or the name of the field without a file. */
export type RequestProblem =
  | { what: 'path'; detail: CustomPathProblem }
  | { what: 'file'; detail: string }
  | { what: 'json'; detail: null }
  | { what: 'rule'; detail: RuleProblem };

/** Returns why the request cannot be sent. */
export function problemOf(form: RequestForm): RequestProblem | null {
  const fill = fillerOf(form);
  const path = findCustomPathProblem(fill.path(form.path));
  if (path) return { what: 'path', detail: path };
  if (form.bodyMode === 'json' && !isJson(fill.json(form.json))) return { what: 'json', detail: null };
  const empty = form.bodyMode === 'form' && form.form.find((field) => field.on && field.kind === 'file' && !field.file);
  if (empty) return { what: 'file', detail: empty.name };
  // Before the submission, which may cost money: a task that cannot be polled would be lost.
  const wrong = form.asTask ? ruleProblem(taskRuleOf(form)) : null;
  return wrong && { what: 'rule', detail: wrong };
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
