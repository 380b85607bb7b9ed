import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CheckCell, CheckRun, PlannedCell } from '#shared/contract/checks.ts';
import type { SessionPart } from '#shared/contract/realtime.ts';
import type { TaskDetail, TaskSummary } from '#shared/contract/tasks.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import type { ImagePart, ModelRecord, Part } from '#shared/protocol/part.ts';
import type { Route } from '#shared/protocol/route.ts';
import { type JsonLine, jsonLines } from '../../../../electron/cli/json-lines/index.ts';
import { jsonLineSchema } from './json-schema.ts';

const docs = path.join(import.meta.dirname, '../../../../docs/guide');
const schemaFile = path.join(docs, 'json-lines.schema.json');

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
    parts: Same<Exclude<Part, { type: 'image' | 'warning' }>, Exclude<RunLine, { type: 'image' | 'warning' }>>;
    image: Same<ImagePart & { savedAs?: string }, LineOf<'run, chat', 'image'>>;
    session: Same<
      Exclude<SessionPart, { type: 'audio' | 'response' }>,
      Exclude<SessionLine, { type: 'audio' | 'response' }>
    >;
    plan: Same<PlannedCell & { id: string }, Rest<'check-plan-cell'>>;
    cell: Same<CheckCell, Rest<'check-cell'>>;
    run: Same<Omit<CheckRun, 'rows' | 'input'>, Rest<'check-end'>>;
    taskEnd: Same<TaskSummary, Rest<'task-end'>>;
    task: Same<TaskDetail, Rest<'task'>>;
    route: Same<Omit<Route, 'reader'>, Omit<Rest<'route'>, 'reader'>>;
    model: Same<ModelRecord, Rest<'model'>>;
    failure: Same<Omit<Failure, 'type' | 'code'>, Omit<Rest<'failure'>, 'exit' | 'gatewayType' | 'code'>>;
  } = {
    parts: true,
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

test('the published schema and the table of lines match the program', () => {
  const schema = `${JSON.stringify(jsonLineSchema(), null, 2)}\n`;
  const page = path.join(docs, 'terminal.md');
  const text = readFileSync(page, 'utf8');
  const table = lineTable();
  const documented = text.replace(/\| command +\| type [\s\S]*?(?=\n\n|$)/, () => table);
  if (process.env.UPDATE_JSON_LINES) {
    writeFileSync(schemaFile, schema);
    writeFileSync(page, documented);
  }
  const isCurrent = readFileSync(schemaFile, 'utf8') === schema && text.includes(table);
  expect(isCurrent, 'run this test with UPDATE_JSON_LINES=1').toBe(true);
});

/** The table of `docs/guide/terminal.md`, with its columns aligned as the formatter does it. */
function lineTable(): string {
  const { $defs = {} } = jsonLineSchema() as { $defs?: Record<string, { description?: string }> };
  const rows = Object.entries(jsonLines).flatMap(([command, lines]) =>
    lines.map(({ shape }, at) => {
      const [type] = [...shape.type._zod.values] as string[];
      const id = command === 'realtime' ? `realtime-${type}-line` : `${type}-line`;
      return [at === 0 ? `\`${command}\``.replaceAll(', ', '`, `') : '', `\`${type}\``, $defs[id]?.description ?? ''];
    }),
  );
  const named = [['command', 'type', 'what it says'], ...rows].map((row) => [
    row[0]?.replace('`every command`', 'every command') ?? '',
    ...row.slice(1),
  ]);
  const widths = [0, 1, 2].map((at) => Math.max(...named.map((row) => row[at]?.length ?? 0)));
  const lineOf = (row: string[]) => `| ${row.map((word, at) => word.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lineOf(named[0] ?? []), rule, ...named.slice(1).map(lineOf)].join('\n');
}
