import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { TaskRule } from '#shared/contract/tasks.ts';
import { customPathProblem } from '#shared/protocol/custom-path.ts';
import { fillJson, fillPath, fillText, valueIn } from './fill.ts';
import type { FormField, Pair, RequestDesk } from './request-form.ts';

interface Sender {
  connectionId: string;
  keyId: string | undefined;
}

/** The request as it would be sent, with every value in its place. */
export function requestDraft(desk: RequestDesk, { connectionId, keyId }: Sender): DraftInput {
  const valueAt = (name: string) => valueIn(name, desk);
  const pairs = (list: readonly Pair[]) =>
    list
      .filter(({ on, name }) => on && name.trim() !== '')
      .map(({ name, value }): [string, string] => [name.trim(), fillText(value, valueAt)]);
  return {
    connectionId,
    ...(keyId ? { keyId } : {}),
    routeId: 'custom',
    custom: { method: desk.method, path: fillPath(desk.path, valueAt), keyStyle: desk.keyStyle },
    query: pairs(desk.query),
    headers: pairs(desk.headers),
    body: bodyOf(desk, valueAt),
  };
}

function bodyOf(desk: RequestDesk, valueAt: (name: string) => string): DraftInput['body'] {
  switch (desk.bodyMode) {
    case 'none':
      return { kind: 'none' };
    case 'json':
      return { kind: 'json', text: fillJson(desk.json, desk.fields, valueAt) };
    case 'text':
      return { kind: 'text', text: fillText(desk.text, valueAt), mediaType: desk.mediaType };
    case 'form':
      return {
        kind: 'form',
        fields: desk.form
          .filter(({ on, name }) => on && name.trim() !== '')
          .flatMap((field) => formField(field, valueAt)),
      };
  }
}

type DraftField = Extract<DraftInput['body'], { kind: 'form' }>['fields'][number];

/** A file that was not chosen yet is left out. */
function formField(field: FormField, valueAt: (name: string) => string): DraftField[] {
  const name = field.name.trim();
  if (field.kind === 'text') return [{ kind: 'text', name, value: fillText(field.value, valueAt) }];
  return field.file ? [{ kind: 'file', name, fileId: field.file.id }] : [];
}

/** The rule by which its task is followed. */
export function taskRuleOf({ rule }: RequestDesk): TaskRule {
  const words = (text: string) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  const { idAt, pollMethod, pollPath, stateAt, progressAt, mediaAt, errorAt } = rule;
  return {
    ...{ idAt, pollMethod, pollPath, stateAt, progressAt, mediaAt, errorAt },
    doneWords: words(rule.doneWords),
    failedWords: words(rule.failedWords),
  };
}

/** What stands in the way of sending, as names of what has to be mended. */
export type RequestProblem = 'path' | 'json' | 'file' | 'rule';

/** Why the request can not be sent as it stands; the sentence about its path is the path's own. */
export function problemOf(desk: RequestDesk): { what: RequestProblem; detail: string | null } | null {
  const valueAt = (name: string) => valueIn(name, desk);
  const path = customPathProblem(fillPath(desk.path, valueAt));
  if (path) return { what: 'path', detail: path };
  if (desk.bodyMode === 'json' && !isJson(fillJson(desk.json, desk.fields, valueAt)))
    return { what: 'json', detail: null };
  const empty = desk.bodyMode === 'form' && desk.form.find((field) => field.on && field.kind === 'file' && !field.file);
  if (empty) return { what: 'file', detail: empty.name };
  const { rule } = desk;
  const isFollowed = rule.idAt.trim() && rule.stateAt.trim() && rule.pollPath.includes('{id}') && rule.doneWords.trim();
  return desk.asTask && !isFollowed ? { what: 'rule', detail: null } : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
