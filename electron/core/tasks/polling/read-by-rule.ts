import type { TaskRule } from '#shared/contract/tasks.ts';
import { asObject, parseJson } from '#shared/protocol/json.ts';
import type { TaskPart } from '#shared/protocol/part.ts';
import { type TaskState, taskStateOf } from '#shared/protocol/task-words.ts';
import { readProgress, taskPart } from '../../readers/task.ts';

/** What the gateway reported about a task, through any route. */
export type TaskReport = Omit<TaskPart, 'type' | 'taskId'>;

const names = new Set(['__proto__', 'prototype', 'constructor']);

/**
 * Returns the value at a JSON path, or `undefined`. A path is dotted names with numbers for elements (`data.task.id`,
 * `output.0.url`); of several, separated by spaces, the first with a value is used. Only own members are read, and
 * nothing is evaluated.
 */
export function findPlace(document: unknown, places: string): unknown {
  for (const place of places.split(/\s+/).filter(Boolean)) {
    const found = follow(document, place.split('.'));
    if (found !== undefined && found !== null && found !== '') return found;
  }
  return undefined;
}

function follow(document: unknown, steps: readonly string[]): unknown {
  let value = document;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || names.has(step) || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** Returns a string, or a number as a string; `null` for anything else. */
export const textAt = (document: unknown, places: string): string | null => {
  const value = findPlace(document, places);
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
};

const plainWord = (word: string) => word.trim().toLowerCase();

const isSet = (places: string) => places.trim() !== '';

/**
 * Returns what a response reports about a task, by a user-defined rule; what the rule does not say is found by its name.
 * `null` when it is not JSON, or reports nothing.
 */
export function readByRule(text: string, rule: TaskRule): TaskReport | null {
  const document = parseJson(text);
  if (document === undefined) return null;
  const named = taskPart(document, { isOfTaskRoute: true, kind: 'any' });
  if (!isSet(rule.stateAt)) return named && withPlaces(named, document, rule);
  const word = textAt(document, rule.stateAt) ?? booleanWord(findPlace(document, rule.stateAt));
  const state = stateOf(word, rule);
  const raw = asObject(document) ?? { value: document };
  const bare = { resultUrls: named?.resultUrls ?? [], errorMessage: named?.errorMessage ?? null };
  const report = {
    ...bare,
    state,
    statusWord: word,
    progress: named?.progress ?? null,
    expiresAt: null,
    model: null,
    raw,
  };
  return withPlaces(report, document, rule);
}

/** Replaces what was found by its name by what the rule names. */
function withPlaces(report: TaskReport, document: unknown, rule: TaskRule): TaskReport {
  const { state } = report;
  const media = isSet(rule.mediaAt) ? mediaIn(findPlace(document, rule.mediaAt)) : [];
  const stated = isSet(rule.progressAt) ? readProgress(findPlace(document, rule.progressAt)) : report.progress;
  const error = isSet(rule.errorAt) ? textAt(document, rule.errorAt) : null;
  return {
    ...report,
    progress: state === 'succeeded' ? 1 : stated,
    resultUrls: state === 'failed' ? [] : media.length > 0 ? media : report.resultUrls,
    errorMessage: state === 'failed' ? (error ?? report.errorMessage) : null,
  };
}

const booleanWord = (value: unknown): string | null => (typeof value === 'boolean' ? String(value) : null);

/** An unknown state means work in progress: giving up would lose the task. */
function stateOf(word: string | null, { doneWords, failedWords }: TaskRule): TaskState {
  if (doneWords.length === 0 && failedWords.length === 0) return taskStateOf(word);
  const plain = plainWord(word ?? '');
  const isOneOf = (words: readonly string[]) => words.some((one) => plainWord(one) === plain);
  if (plain !== '' && isOneOf(doneWords)) return 'succeeded';
  if (plain !== '' && isOneOf(failedWords)) return 'failed';
  return 'running';
}

/** Returns URLs, or bare base64 converted to a `data:` URL. A list yields all of its strings. */
function mediaIn(value: unknown): string[] {
  const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  return texts.flatMap((text) => {
    if (/^(https?:\/\/|data:|\/)/i.test(text) && !/^\/[\w+/=]{64,}$/.test(text)) return [text];
    return text.length > 64 && /^[\w+/=\s-]+$/.test(text) ? [`data:application/octet-stream;base64,${text}`] : [];
  });
}
