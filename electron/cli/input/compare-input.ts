import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import type { SheetRun } from '#shared/compare/regressions.ts';
import { type Assertion, type CompareRouteId, compareRouteIds, type SheetRow } from '#shared/contract/compare.ts';
import { scoreRange } from '#shared/contract/compare-words.ts';
import type { Money } from '#shared/cost/money.ts';
import { didYouMean } from '../did-you-mean.ts';
import { UsageError } from '../usage-error.ts';

/** A lane as a file or the command line describes it, with names in place of ids. */
export interface NamedLane {
  model: string;
  routeId: CompareRouteId;
  connection: string | null;
  key: string | null;
  system: string | null;
  prompt: string | null;
  fields: Record<string, unknown>;
}

async function readText(option: string, file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch {
    throw new UsageError(`${option}: ${file} cannot be read.`);
  }
}

function parseJson(option: string, file: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (thrown) {
    throw new UsageError(`${option}: ${file} is not valid JSON: ${(thrown as Error).message}`);
  }
}

/** Reads `--lanes FILE`. @throws UsageError that names the lane and the field. */
export async function readLanes(file: string): Promise<NamedLane[]> {
  const value = parseJson('--lanes', file, await readText('--lanes', file));
  if (!Array.isArray(value) || value.length === 0)
    throw new UsageError(`--lanes: ${file} must contain a JSON array of lanes.`);
  return value.map((one: unknown, at) => {
    const place = `--lanes: lane ${at + 1}`;
    if (typeof one !== 'object' || one === null) throw new UsageError(`${place} is not an object.`);
    const lane = one as Record<string, unknown>;
    const unknown = Object.keys(lane).find((name) => !laneFields.includes(name));
    if (unknown !== undefined)
      throw new UsageError(`${place} has the unknown field "${unknown}".${didYouMean(unknown, laneFields)}`);
    const textOf = (name: string) => {
      const text = lane[name] ?? null;
      if (text !== null && typeof text !== 'string') throw new UsageError(`${place}: "${name}" must be a text.`);
      return text;
    };
    const model = textOf('model');
    if (!model) throw new UsageError(`${place} has no "model".`);
    const route = textOf('route') ?? 'chat.completions';
    const routeId = compareRouteIds.find((id) => id === route);
    if (!routeId) throw new UsageError(`${place}: "${route}" is not a route.${didYouMean(route, compareRouteIds)}`);
    const fields = lane.fields ?? {};
    if (typeof fields !== 'object' || Array.isArray(fields))
      throw new UsageError(`${place}: "fields" must be an object.`);
    return {
      model,
      routeId,
      connection: textOf('connection'),
      key: textOf('key'),
      system: textOf('system'),
      prompt: textOf('prompt'),
      fields: fields as Record<string, unknown>,
    };
  });
}

const laneFields = ['model', 'route', 'connection', 'key', 'system', 'prompt', 'fields'];

/** Reads `--sheet FILE`: CSV with a header row, or JSON objects, one per line. @throws UsageError that names the line. */
export async function readSheet(file: string): Promise<SheetRow[]> {
  const text = await readText('--sheet', file);
  const values = /\.(jsonl|ndjson)$/i.test(file) ? readJsonLines(file, text) : readCsv(file, text);
  if (values.length === 0) throw new UsageError(`--sheet: ${file} has no rows.`);
  return values.map((row, at) => ({ id: String(at + 1), values: row }));
}

function readJsonLines(file: string, text: string): Record<string, string>[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const value = parseJson('--sheet', `${file}, line ${at + 1},`, line);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new UsageError(`--sheet: ${file}, line ${at + 1}, is not a JSON object.`);
    const texts = Object.entries(value).map(([name, one]) => [
      name,
      typeof one === 'string' ? one : JSON.stringify(one),
    ]);
    return [Object.fromEntries(texts) as Record<string, string>];
  });
}

function readCsv(file: string, text: string): Record<string, string>[] {
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: 'greedy' });
  const [error] = errors.filter(({ code }) => code !== 'UndetectableDelimiter');
  if (error) {
    const line = error.row === undefined ? '' : `, row ${error.row + 1}`;
    throw new UsageError(`--sheet: ${file}${line}: ${error.message}.`);
  }
  if (!meta.fields?.some((name) => name.trim() !== '')) throw new UsageError(`--sheet: ${file} has no header row.`);
  return data;
}

/** Reads one `--assert KIND:VALUE`. @throws UsageError */
export async function readAssertion(word: string): Promise<Assertion> {
  const at = word.indexOf(':');
  const kind = at < 0 ? word : word.slice(0, at);
  const value = at < 0 ? '' : word.slice(at + 1);
  if (!(kinds as readonly string[]).includes(kind))
    throw new UsageError(`--assert: "${kind}" is not a kind of assertion.${didYouMean(kind, kinds)}`, kinds.join(', '));
  if (value === '') throw new UsageError(`--assert ${kind}: the value is missing. Write it like contains:Paris.`);
  switch (kind as (typeof kinds)[number]) {
    case 'contains':
      return { kind: 'contains', text: value, ignoreCase: false };
    case 'equals':
      return { kind: 'equals', text: value, ignoreCase: false };
    case 'regex':
      try {
        new RegExp(value, 'u');
      } catch (thrown) {
        throw new UsageError(`--assert regex: ${(thrown as Error).message}.`);
      }
      return { kind: 'regex', pattern: value, ignoreCase: false };
    case 'schema': {
      const schema = await readText('--assert schema', value);
      parseJson('--assert schema', value, schema);
      return { kind: 'schema', schema };
    }
    case 'path': {
      const sign = value.indexOf('=');
      if (sign <= 0) throw new UsageError('--assert path: write it like path:items[0].name=oak.');
      return { kind: 'path', path: value.slice(0, sign), equals: value.slice(sign + 1) };
    }
    case 'latency':
      return { kind: 'latency', mostMs: readNumber(kind, value) };
    case 'tokens':
      return { kind: 'tokens', most: readNumber(kind, value) };
    case 'judge': {
      const least = readNumber(kind, value);
      const [lowest, highest] = scoreRange;
      if (least < lowest || least > highest)
        throw new UsageError(`--assert judge: "${value}" is not a score from ${lowest} to ${highest}.`);
      return { kind: 'judge', least };
    }
  }
}

const kinds = ['contains', 'equals', 'regex', 'schema', 'path', 'latency', 'tokens', 'judge'] as const;

/** Reads `--against FILE`, an earlier run as it was exported in JSON. @throws UsageError */
export async function readAgainst(file: string): Promise<SheetRun> {
  const value = parseJson('--against', file, await readText('--against', file)) as {
    format?: unknown;
    run?: { input: SheetRun['input'] };
    cells?: SheetRun['cells'];
  } | null;
  if (value?.format !== 'patchbay-compare-1' || !value.run || !value.cells)
    throw new UsageError(`--against: ${file} is not a run that --report wrote in JSON.`);
  return { input: value.run.input, cells: value.cells };
}

/** Reads `--rubric TEXT|@FILE`. @throws UsageError */
export const readRubric = (value: string): Promise<string> =>
  value.startsWith('@') ? readText('--rubric', value.slice(1)) : Promise.resolve(value);

/** Reads `--max-cost AMOUNT`, such as `0.50` or `0.50EUR`. @throws UsageError */
export function readMoney(value: string): Money {
  const match = /^(\d{1,6}(?:\.\d{1,9})?) ?([A-Z]{3})?$/.exec(value);
  const nano = Math.round(Number(match?.[1]) * 1e9);
  if (!match || nano < 1)
    throw new UsageError(`--max-cost: "${value}" is not an amount. Write it like 0.50 or 0.50EUR.`);
  return { nano, currency: match[2] ?? 'USD' };
}

function readNumber(kind: string, value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0)
    throw new UsageError(`--assert ${kind}: "${value}" is not a number from 0.`);
  return number;
}
