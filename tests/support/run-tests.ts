import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** One test that ran. */
export interface Ran {
  /** The test's own title, after those of its groups. */
  name: string;
  /** Path of its file from the root. */
  file: string;
  passed: boolean;
  /** Its failure; empty when it passed. */
  message: string;
}

export interface Run {
  /** Skipped tests are not among them. */
  ran: Ran[];
  /** Why files could not even be loaded. */
  broken: string[];
}

/** A test that hangs ends by its own limit long before. */
const limitMs = 10 * 60_000;

/**
 * Runs tests in a copy of the tree: `*.spec.ts` by Playwright, all else by vitest.
 *
 * @param files of one kind, from the root.
 * @param pattern regular expression for the titles of the tests that are run; all of them when it is empty.
 */
export async function runTests(folder: string, files: readonly string[], pattern: string): Promise<Run> {
  const output = path.join(mkdtempSync(path.join(os.tmpdir(), 'patchbay-mutation-run-')), 'report.json');
  const isJourney = files.some((file) => file.endsWith('.spec.ts'));
  const words = isJourney
    ? ['playwright', 'test', ...files, '-g', pattern, '--workers=1', '--retries=0', '--reporter=json', '--trace=off']
    : ['vitest', 'run', ...files, '-t', pattern, '--reporter=json', `--outputFile=${output}`];
  try {
    const said = await run(folder, words, { PLAYWRIGHT_JSON_OUTPUT_FILE: output });
    const text = readOrNothing(output);
    if (text === '') return { ran: [], broken: [`no report was written: ${said.slice(-2000)}`] };
    return isJourney ? readPlaywright(JSON.parse(text)) : readVitest(JSON.parse(text), folder);
  } finally {
    rmSync(path.dirname(output), { recursive: true, force: true });
  }
}

/** Builds the page and the hosts of a copy; e2e tests run on the build. */
export async function build(folder: string): Promise<void> {
  const said = await run(folder, ['vite', 'build', '--logLevel', 'warn'], {});
  if (readOrNothing(path.join(folder, 'dist/renderer/index.html')) === '') throw new Error(`no build: ${said}`);
}

function run(folder: string, [command = '', ...words]: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(path.join(folder, 'node_modules/.bin', command), words, {
    cwd: folder,
    env: { ...process.env, FORCE_COLOR: '0', CI: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
    detached: true,
  });
  child.once('exit', () => endGroup(child.pid));
  let said = '';
  const hear = (bytes: Buffer) => {
    said += bytes.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(said));
  });
}

/** Ends what a test has started and could not end, because the protection that was removed would have ended it. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left, or the system has no groups of processes.
  }
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

interface VitestReport {
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

function readVitest({ testResults }: VitestReport, folder: string): Run {
  const ran = testResults.flatMap(({ name: place, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => ({
        name: fullName,
        file: path.relative(folder, place).replaceAll(path.sep, '/'),
        passed: status === 'passed',
        message: failureMessages.join('\n'),
      })),
  );
  const broken = testResults
    .filter(({ assertionResults, message }) => assertionResults.length === 0 && message !== '')
    .map(({ message }) => message);
  return { ran, broken };
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: { results: { status: string; errors: { message?: string }[] }[] }[];
  }[];
}

function readPlaywright({ suites, errors }: { suites: PlaywrightSuite[]; errors: { message?: string }[] }): Run {
  const read = ({ file, suites: inner = [], specs }: PlaywrightSuite): Ran[] => [
    ...specs.flatMap(({ title, tests }) =>
      tests.flatMap(({ results }) =>
        results
          .filter(({ status }) => status !== 'skipped')
          .map(({ status, errors: own }) => ({
            name: title,
            file: `tests/e2e/${file}`,
            passed: status === 'passed',
            message: own.map(({ message = '' }) => message).join('\n'),
          })),
      ),
    ),
    ...inner.flatMap(read),
  ];
  return { ran: suites.flatMap(read), broken: errors.map(({ message = '' }) => message) };
}
