import type { Bar, BarOptions, BarResult } from './bar.ts';

/** What one bar tells the runner that started it. */
export type BarReport = { bar: Pick<Bar, 'id' | 'promise'> } & (
  | BarResult
  | { lacks: string }
  | { left: 'long form only' }
);

/** Runs the bar of one file and sends its report to the parent process. */
async function runOne(file: string, options: BarOptions): Promise<BarReport> {
  const { bar } = (await import(file)) as { bar: Bar };
  const named = { bar: { id: bar.id, promise: bar.promise } };
  if (bar.longOnly && !options.long) return { ...named, left: 'long form only' };
  const lacks = (await bar.needs?.(options)) ?? null;
  return lacks === null ? { ...named, ...(await bar.run(options)) } : { ...named, lacks };
}

const [file = '', form] = process.argv.slice(2);
const report = await runOne(file, { long: form === '--long' });
process.send?.(report, () => process.exit(0));
