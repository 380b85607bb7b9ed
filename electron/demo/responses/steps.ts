import { isStreamed, type Mark, type Reply, type Step } from './reply.ts';

export type Send = Extract<Step, { do: 'send' }>;

const contentMarks: ReadonlySet<Mark> = new Set(['reasoning', 'text', 'tool']);
const isSend = (step: Step): step is Send => step.do === 'send';
const isContent = (step: Step): boolean => isSend(step) && contentMarks.has(step.mark);
const hasMark = (step: Step, marks: readonly Mark[]): boolean => isSend(step) && marks.includes(step.mark);

/** The same reply with other steps. The steps are made only while they are played, so a stopped answer stops its source. */
export function withSteps(reply: Reply, change: (steps: Iterable<Step>) => Iterable<Step>): Reply {
  return { ...reply, steps: change(reply.steps) };
}

/** Changes every document of a reply that has one of the marks; all of them without marks. */
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

/** Replaces each step by the steps that `change` makes of it. An array stays an array, so that its length stays known. */
export function mapSteps(steps: Iterable<Step>, change: (step: Step) => Step[]): Iterable<Step> {
  return Array.isArray(steps) ? steps.flatMap(change) : lazily(steps, change);
}

function* lazily(steps: Iterable<Step>, change: (step: Step) => Step[]): Generator<Step> {
  for (const step of steps) yield* change(step);
}

/** Leaves out every document with one of these marks. */
export const without = (steps: Iterable<Step>, ...marks: Mark[]): Iterable<Step> =>
  mapSteps(steps, (step) => (hasMark(step, marks) ? [] : [step]));

/** Puts steps after every nth document that carries content. */
export function amid(steps: Iterable<Step>, every: number, extra: (place: number) => Step[]): Iterable<Step> {
  let content = 0;
  return mapSteps(steps, (step) => {
    if (!isContent(step)) return [step];
    content++;
    return content % every === 0 ? [step, ...extra(content / every)] : [step];
  });
}

/**
 * Lets about a dozen pieces of content through, or fewer if the answer is shorter, and goes on with other steps. Of an
 * answer that is not streamed, the first half of its JSON goes through.
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

/** Goes on with other steps after the whole answer. */
export function andThen(reply: Reply, ...ending: Step[]): Reply {
  return withSteps(reply, (steps) => concatenate(steps, ending));
}

function* concatenate(...parts: Iterable<Step>[]): Generator<Step> {
  for (const part of parts) yield* part;
}

/** Puts steps before everything else. */
export const startWith = (reply: Reply, ...first: Step[]): Reply =>
  withSteps(reply, (steps) => concatenate(first, steps));

/** Plays only what comes up to and including the finish, then goes on with other steps. */
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
