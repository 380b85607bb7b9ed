/** How a bar was run: the short form is part of every test run, the long form checks the full promise. */
export interface BarOptions {
  readonly long: boolean;
}

export interface BarResult {
  /** The figures in one short phrase with their units, such as `20 kills, 0 of 4,312 acknowledged rows lost`. */
  readonly figure: string;
  readonly held: boolean;
  /** True when all counts are right: a missed bar then missed only a time or memory limit. */
  readonly isRight?: boolean;
}

/**
 * One product promise in numbers: a file `<id>.bar.ts` in a subfolder that exports `bar`. It runs in its own process. Time
 * limits belong to the long form, or are generous enough for a loaded machine.
 */
export interface Bar {
  /** The promise as one sentence. */
  readonly promise: string;
  /** The bar has no short form: without `--long` it is listed and not run. */
  readonly longOnly?: boolean;
  /** Why the bar cannot run on this machine, for "NOT RUN: …", or `null`. */
  needs?(options: BarOptions): string | null | Promise<string | null>;
  /** Throwing counts as a missed bar. */
  run(options: BarOptions): Promise<BarResult>;
}
