// Runs everything that can fail: lint, types, dead code, build, unit and architecture tests, end-to-end tests in a real
// browser, the package check. Ends with one line "N passed, N failed, N skipped" over the tests, and with exit status 1
// if any step failed. Tests that passed only on the second attempt are named before that line and counted in it.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const major = Number(process.versions.node.split('.')[0]);
if (major < 22) {
  console.error(
    `Patchbay's tests need Node 22.19 or newer; this is ${process.version}. Run "npm install" first: it brings one.`,
  );
  process.exit(2);
}

rmSync('build/unit.json', { force: true });
rmSync('build/journeys.json', { force: true });
rmSync('build/bars/missed.json', { force: true });
mkdirSync('build', { recursive: true });

/**
 * Runs one npm script or command; resolves with its title if it failed. With `quiet` its output is printed at its end.
 */
async function step([title, command, args], quiet = false) {
  if (!quiet) console.log(`\n== ${title}`);
  const began = Date.now();
  const child = spawn(command, args, {
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, FORCE_COLOR: '0' },
    shell: process.platform === 'win32',
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => output.push(bytes));
  const isOk = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command} cannot be started: ${error.message}`);
      resolve(false);
    });
    child.once('close', (status) => resolve(status === 0));
  });
  if (quiet) process.stdout.write(Buffer.concat([Buffer.from(`\n== ${title}\n`), ...output]));
  console.log(`== ${title}: ${isOk ? 'ok' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  return isOk ? null : title;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the end-to-end tests with this status: `flaky` failed first and then passed, `unexpected` failed. */
function journeysThat(status, { suites = [], specs = [] } = {}) {
  return [
    ...specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap((suite) => journeysThat(status, suite)),
  ];
}

/**
 * Returns failed unit and architecture tests, each with the first line of its reason; a file that could not start names
 * itself.
 */
const failedUnits = ({ testResults = [] } = {}) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.relative('.', name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return failed.length === 0
        ? [`${file}: ${firstLine(message)}`]
        : failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`);
    });

/**
 * Returns unit tests that failed first and then passed, each with the first line of the failure: a passed test has no
 * other reason.
 */
const retriedUnits = ({ testResults = [] } = {}) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(
        ({ fullName, failureMessages }) => `${path.relative('.', name)}: ${fullName}: ${firstLine(failureMessages[0])}`,
      ),
  );

const firstLine = (text = '') => text.split('\n', 1)[0].slice(0, 200);

/** Prints a list under its heading. The last list on the screen is what a reader needs first. */
function say(heading, lines) {
  if (lines.length) console.log(`\n${heading}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

// Steps that only read the sources run in parallel; the acceptance tests measure, and run alone.
const read = await Promise.all(
  [
    ['lint', 'npm', ['run', '-s', 'lint']],
    ['types', 'npm', ['run', '-s', 'types']],
    ['dead code', 'npm', ['run', '-s', 'deadcode']],
    ['build', 'npm', ['run', '-s', 'build']],
  ].map((one) => step(one, true)),
);
// In sequence: side by side, unit and end-to-end tests take as long together and disturb each other.
const ran = [];
for (const one of [
  [
    'unit and architecture tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', '--outputFile.json=build/unit.json'],
  ],
  ['bars, short form', 'npm', ['run', '-s', 'bars']],
  ['journeys in a browser', 'playwright', ['test']],
  ['pack check', 'npm', ['run', '-s', 'pack']],
])
  ran.push(await step(one));
const failedSteps = [...read, ...ran].filter((title) => title !== null);

const unit = readJson('build/unit.json');
const report = readJson('build/journeys.json');
const journeys = report?.stats;
const passed = (unit?.numPassedTests ?? 0) + (journeys?.expected ?? 0) + (journeys?.flaky ?? 0);
const skipped = (unit?.numPendingTests ?? 0) + (journeys?.skipped ?? 0);
const missedBars = readJson('build/bars/missed.json') ?? [];
// A step that failed without a failed test (lint, types, package) counts as one failure, so that the line never falsely
// says 0.
const failedTests = (unit?.numFailedTests ?? 0) + missedBars.length + (journeys?.unexpected ?? 0);
const failed = Math.max(failedTests, failedSteps.length);

const retried = [...retriedUnits(unit), ...journeysThat('flaky', report)];
say('Passed only at the second try:', retried);
say('Tests that failed:', [...failedUnits(unit), ...journeysThat('unexpected', report)]);
say('Bars that were missed:', missedBars);
if (failedSteps.length) console.log(`\nFailed: ${failedSteps.join(', ')}`);
console.log('');
const again = retried.length ? `, ${retried.length} PASSED ONLY AT THE SECOND TRY` : '';
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped${again}`);
process.exit(failed ? 1 : 0);
