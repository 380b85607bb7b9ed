import type { Bar, BarOptions, BarResult } from './bar.ts';

/** What one bar reports to the runner that started it. */
export type BarReport = Pick<Bar, 'promise'> & (BarResult | { lacks: string } | { left: 'long form only' });

/** Runs the bar of one file and sends its report to the parent process. */
async function runOne(file: string, options: BarOptions): Promise<BarReport> {
  const { bar } = (await import(file)) as { bar: Bar };
  const { promise } = bar;
  if (bar.longOnly && !options.long) return { promise, left: 'long form only' };
  const lacks = (await bar.needs?.(options)) ?? null;
  return lacks === null ? { promise, ...(await bar.run(options)) } : { promise, lacks };
}

const [file = '', form] = process.argv.slice(2);
const report = await runOne(file, { long: form === '--long' });
process.send?.(report, () => process.exit(0));
