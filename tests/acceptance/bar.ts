/** How a bar was run: the short form belongs to every test run, the long form is the whole promise. */
export interface BarOptions {
  readonly long: boolean;
}

export interface BarResult {
  /** What was found, in one short phrase with its units, such as `20 kills, 0 of 4,312 acknowledged rows lost`. */
  readonly figure: string;
  readonly held: boolean;
  /** All that was counted is right: if the bar was missed, then by a time or an amount of memory alone. */
  readonly isRight?: boolean;
}

/**
 * One promise of the product in numbers: a file `<id>.bar.ts` in a folder of this one that exports `bar`. It runs in a process of its
 * own. Time limits belong to the long form, or are so generous that a loaded machine meets them.
 */
export interface Bar {
  /** The promise as one sentence. */
  readonly promise: string;
  /** The bar can not be short: without `--long` it is named and not run. */
  readonly longOnly?: boolean;
  /** What this machine lacks for the bar, as the end of "not run: …", or `null` when nothing is missing. */
  needs?(options: BarOptions): string | null | Promise<string | null>;
  /** What it throws is a bar that was missed. */
  run(options: BarOptions): Promise<BarResult>;
}
