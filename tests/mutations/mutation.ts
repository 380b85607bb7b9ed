/**
 * One mitigation taken out of the source, and the test that has to notice. A test that was never red proves nothing:
 * `npm run mutations` applies each row to a copy of the tree, runs the test there, and expects it to fail.
 */
export interface Mutation {
  /** Id of the threat list, such as `L02`. Several rows may have one id. */
  id: string;
  /** The mitigation that is removed, in words, for the report: "the Host header is not looked at". */
  removed: string;
  /** The file that is changed, from the root of the repository. */
  file: string;
  /** A piece of its text that occurs exactly once. */
  find: string;
  /** What stands there instead. The result must still compile: a test that fails to load proves nothing. */
  replace: string;
  /** Test files from the root: `*.test.ts` by vitest, `*.spec.ts` by Playwright on a fresh build. Each must go red. */
  tests: string[];
  /** A journey that runs on the sources and needs no build. */
  fromSource?: boolean;
  /** Part of the names of the tests that are run; `"<id>:"` when absent. */
  name?: string;
}
