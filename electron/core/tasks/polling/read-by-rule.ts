import type { TaskRule } from '#shared/contract/tasks.ts';
import type { TaskPart } from '#shared/protocol/part.ts';
import type { TaskState } from '#shared/protocol/task-words.ts';

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

/** Returns what a response reports about a task, by a user-defined rule; `null` when it is not JSON. */
export function readByRule(text: string, rule: TaskRule): TaskReport | null {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return null;
  }
  const word = textAt(document, rule.stateAt) ?? booleanWord(findPlace(document, rule.stateAt));
  const state = stateOf(word, rule);
  return {
    state,
    statusWord: word,
    progress: state === 'succeeded' ? 1 : progressOf(findPlace(document, rule.progressAt)),
    resultUrls: state === 'failed' ? [] : mediaIn(findPlace(document, rule.mediaAt)),
    errorMessage: state === 'failed' ? textAt(document, rule.errorAt) : null,
    expiresAt: null,
    model: null,
    raw:
      typeof document === 'object' && document !== null ? (document as Record<string, unknown>) : { value: document },
  };
}

const booleanWord = (value: unknown): string | null => (typeof value === 'boolean' ? String(value) : null);

/** An unknown state means work in progress: giving up would lose the task. */
function stateOf(word: string | null, { doneWords, failedWords }: TaskRule): TaskState {
  const plain = plainWord(word ?? '');
  const isOneOf = (words: readonly string[]) => words.some((one) => plainWord(one) === plain);
  if (plain !== '' && isOneOf(doneWords)) return 'succeeded';
  if (plain !== '' && isOneOf(failedWords)) return 'failed';
  return 'running';
}

/** Parses a number up to 100, a fraction, or either as a string with or without `%`. */
function progressOf(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim() : null;
  const number =
    typeof value === 'number'
      ? value
      : /^\d{1,6}(\.\d{1,9})?\s*%?$/.test(text ?? '')
        ? Number.parseFloat(text as string)
        : null;
  if (number === null || !(number >= 0)) return null;
  return Math.min(1, number < 1 && !text?.endsWith('%') ? number : number / 100);
}

/** Returns URLs, or bare base64 converted to a `data:` URL. A list yields all of its strings. */
function mediaIn(value: unknown): string[] {
  const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  return texts.flatMap((text) => {
    if (/^(https?:\/\/|data:)/i.test(text)) return [text];
    return text.length > 64 && /^[\w+/=\s-]+$/.test(text) ? [`data:application/octet-stream;base64,${text}`] : [];
  });
}
