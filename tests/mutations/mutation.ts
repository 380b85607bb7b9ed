import type { protections } from '../support/protections.ts';

/**
 * One protection removed from the source, and the test that must notice. A test that never failed proves nothing: `npm run
 * mutations` applies each row to a copy of the tree, runs the test there, and expects it to fail.
 */
export interface Mutation {
  /** The protection. Several rows may remove parts of it. */
  protection: (typeof protections)[number];
  /** What the mutated source does, for the report: "the Host header is not checked". Unique among rows. */
  removed: string;
  /** The changed file, from the root of the repository. */
  file: string;
  /**
   * The function, class member or constant that is changed, such as `createRequestGuard` or `Matcher.suspects`. Absent for
   * files that are not TypeScript and for statements at the top of a module.
   */
  within?: string;
  /** A fragment that occurs in it exactly once, ignoring white space. */
  find: string;
  /** The replacement. The result must still compile: a test that fails to load proves nothing. */
  replace: string;
  /** Test files from the root: `*.test.ts` by vitest, `*.spec.ts` by Playwright on a fresh build. Each must fail. */
  tests: string[];
  /** An e2e test that runs on the sources and needs no build. */
  fromSource?: boolean;
  /** Substrings of the titles of the tests that are run; all tests of the files when absent. */
  titled?: string | readonly string[];
}
