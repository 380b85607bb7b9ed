import { isStreamed, type Mark, type Reply, type Step } from './reply.ts';

export type Send = Extract<Step, { do: 'send' }>;

const contentMarks: ReadonlySet<Mark> = new Set(['reasoning', 'text', 'tool']);
const isSend = (step: Step): step is Send => step.do === 'send';
const isContent = (step: Step): boolean => isSend(step) && contentMarks.has(step.mark);
const hasMark = (step: Step, marks: readonly Mark[]): boolean => isSend(step) && marks.includes(step.mark);

/**
 * Returns the reply with other steps. The steps are generated only while they are played, so a stopped reply stops its
 * source.
 */
export function withSteps(reply: Reply, change: (steps: Iterable<Step>) => Iterable<Step>): Reply {
  return { ...reply, steps: change(reply.steps) };
}

/** Changes every document of a reply that has one of the marks; all of them if no marks are given. */
export function mapDocuments(
  reply: Reply,
  change: (document: unknown, mark: Mark) => unknown,
  ...marks: Mark[]
): Reply {
  return withSteps(reply, (steps) =>
    mapSteps(steps, (step) =>
      isSend(step) && (marks.length === 0 || marks.includes(step.mark))
        ? [{ ...step, document: change(step.document, step.mark) }]
        : [step],
    ),
  );
}

/**
 * Replaces each step by the steps that `change` returns for it. An array stays an array, so that its length stays
 * known.
 */
export function mapSteps(steps: Iterable<Step>, change: (step: Step) => Step[]): Iterable<Step> {
  return Array.isArray(steps) ? steps.flatMap(change) : lazily(steps, change);
}

function* lazily(steps: Iterable<Step>, change: (step: Step) => Step[]): Generator<Step> {
  for (const step of steps) yield* change(step);
}

/** Drops every document with one of these marks. */
export const without = (steps: Iterable<Step>, ...marks: Mark[]): Iterable<Step> =>
  mapSteps(steps, (step) => (hasMark(step, marks) ? [] : [step]));

/** Inserts steps after every nth document with content. */
export function amid(steps: Iterable<Step>, every: number, extra: (place: number) => Step[]): Iterable<Step> {
  let content = 0;
  return mapSteps(steps, (step) => {
    if (!isContent(step)) return [step];
    content++;
    return content % every === 0 ? [step, ...extra(content / every)] : [step];
  });
}

/**
 * Plays about a dozen content documents, or fewer if the reply is shorter, then continues with other steps. Of a reply
 * that is not streamed, the first half of its JSON is played.
 */
export function breakOff(reply: Reply, ...ending: Step[]): Reply {
  return withSteps(reply, (steps) => brokenSteps(steps, isStreamed(reply), ending));
}

function* brokenSteps(steps: Iterable<Step>, streamed: boolean, ending: Step[]): Generator<Step> {
  let content = 0;
  for (const step of steps) {
    if (!streamed && isSend(step)) {
      const json = JSON.stringify(step.document);
      yield { do: 'raw', bytes: json.slice(0, Math.ceil(json.length / 2)) };
      break;
    }
    if (hasMark(step, ['finish'])) break;
    yield step;
    if (isContent(step)) content++;
    if (content >= 12) break;
  }
  yield* ending;
}

/** Plays everything up to and including the finish, then continues with other steps. */
export function untilFinish(reply: Reply, ...ending: Step[]): Reply {
  return withSteps(reply, (steps) => finishedSteps(steps, ending));
}

function* finishedSteps(steps: Iterable<Step>, ending: Step[]): Generator<Step> {
  for (const step of steps) {
    yield step;
    if (hasMark(step, ['finish', 'whole'])) break;
  }
  yield* ending;
}
