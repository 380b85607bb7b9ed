import { expect, test } from 'vitest';
import type { CheckCell, CheckRun, PlannedCell } from '#shared/contract/checks.ts';
import type { SessionPart } from '#shared/contract/realtime.ts';
import type { TaskDetail, TaskSummary } from '#shared/contract/tasks.ts';
import type { Cost } from '#shared/cost/cost.ts';
import type { Price } from '#shared/cost/price.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { ImagePart, ModelRecord, Part, RunEnd } from '#shared/protocol/part.ts';
import type { Route } from '#shared/protocol/route.ts';
import type { JsonLine, jsonLines } from '../../../../electron/cli/json-lines/index.ts';

// Every property of a type, so that a line that omits one does not match.
type Whole<T> = T extends readonly (infer Item)[]
  ? Whole<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Whole<T[Key]> }
    : T;
type Same<A, B> = [Whole<A>] extends [Whole<B>] ? ([Whole<B>] extends [Whole<A>] ? true : false) : false;
type LineOf<Command extends keyof typeof jsonLines, Type extends string = string> = Extract<
  JsonLine,
  { type: Type } & (typeof jsonLines)[Command][number]['_zod']['output']
>;
type Rest<Type extends JsonLine['type']> = Omit<Extract<JsonLine, { type: Type }>, 'type'>;
type RunLine = LineOf<'run, chat'>;
type SessionLine = LineOf<'realtime'>;

test('the lines have every property that the program gives them', () => {
  const same: {
    parts: Same<
      Exclude<Part, { type: 'image' | 'warning' | 'run-end' }>,
      Exclude<RunLine, { type: 'image' | 'warning' | 'run-end' }>
    >;
    end: Same<RunEnd & { cost?: Cost }, LineOf<'run, chat', 'run-end'>>;
    image: Same<ImagePart & { savedAs?: string }, LineOf<'run, chat', 'image'>>;
    session: Same<
      Exclude<SessionPart, { type: 'audio' | 'response' }>,
      Exclude<SessionLine, { type: 'audio' | 'response' }>
    >;
    plan: Same<PlannedCell & { id: string }, Rest<'check-plan-cell'>>;
    cell: Same<CheckCell, Rest<'check-cell'>>;
    run: Same<Omit<CheckRun, 'rows' | 'input' | 'models'>, Omit<Rest<'check-end'>, 'untested'>>;
    taskEnd: Same<TaskSummary, Rest<'task-end'>>;
    task: Same<TaskDetail, Rest<'task'>>;
    route: Same<Omit<Route, 'reader'> & { url?: string }, Omit<Rest<'route'>, 'reader'>>;
    model: Same<ModelRecord & { price?: Price }, Rest<'model'>>;
    failure: Same<Omit<Failure, 'type' | 'code'>, Omit<Rest<'failure'>, 'exit' | 'gatewayType' | 'code'>>;
  } = {
    parts: true,
    end: true,
    image: true,
    session: true,
    plan: true,
    cell: true,
    run: true,
    taskEnd: true,
    task: true,
    route: true,
    model: true,
    failure: true,
  };
  expect(Object.values(same)).not.toContain(false);
});
