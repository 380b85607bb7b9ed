import type { protections } from './protections.ts';

/**
 * One protection taken out of the source, and the test that has to notice. A test that was never red proves nothing:
 * `npm run mutations` applies each row to a copy of the tree, runs the test there, and expects it to fail.
 */
export interface Mutation {
  /** What is protected. Several rows may remove parts of one protection. */
  protection: (typeof protections)[number];
  /** What is removed, in words, for the report: "the Host header is not looked at". No other row says the same. */
  removed: string;
  /** The file that is changed, from the root of the repository. */
  file: string;
  /**
   * The function, class member or constant of the file that is changed, such as `createRequestGuard` or `Matcher.suspects`.
   * Absent for files that are not TypeScript and for statements at the top of a module.
   */
  within?: string;
  /** A fragment that occurs in it exactly once, white space aside. */
  find: string;
  /** What is written instead. The result must still compile: a test that fails to load proves nothing. */
  replace: string;
  /** Test files from the root: `*.test.ts` by vitest, `*.spec.ts` by Playwright on a fresh build. Each must go red. */
  tests: string[];
  /** A journey that runs on the sources and needs no build. */
  fromSource?: boolean;
  /** Parts of the titles of the tests that are run; all tests of the files when absent. */
  titled?: string | readonly string[];
}
