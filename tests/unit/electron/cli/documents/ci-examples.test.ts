import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readYaml } from '../../../../../scripts/builder-parts.ts';
import { blocks, root } from './guide-blocks.ts';
import { isInstalled, prepareExamples } from './run-examples.ts';

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  env?: Record<string, string>;
  with?: Record<string, string>;
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, { steps: Step[] }>;
}
interface GitlabJob {
  variables: Record<string, string>;
  before_script: string[];
  script: string[];
  allow_failure: { exit_codes: number[] };
  artifacts: { when: string; paths: string[]; reports: { junit: string } };
}

const [githubText = '', gitlabText = ''] = blocks
  .filter(({ page, language }) => page === 'ci.md' && language === 'yaml')
  .map(({ code }) => code);
const workflow = readYaml(githubText) as Workflow;
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
const job = (readYaml(gitlabText) as Record<string, GitlabJob>)['gateway-check'] as GitlabJob;

const pipeline = blocks.find(({ page, language }) => page === 'ci.md' && language === 'groovy')?.code ?? '';

const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
/** The package that a clone makes of this version; here the examples run the sources. */
const tarball = `./patchbay-app-patchbay-${version}.tgz`;
const install = `npm install --global ${tarball}`;

const examples = prepareExamples();
const hasBash = isInstalled('bash');

let baseline = '';
beforeAll(async () => {
  if (!hasBash) return;
  const folder = await examples.folder('baseline');
  const create =
    blocks.find(({ page, code }) => page === 'ci.md' && code.includes('--report baseline.json'))?.code ?? '';
  await examples.run(folder, 'bash', ['-c', examples.withGateway(create)]);
  baseline = path.join(folder, 'baseline.json');
}, 60_000);

/** Returns a new folder, as a runner has it after a checkout. */
async function checkout(name: string): Promise<string> {
  const folder = await examples.folder(name);
  await copyFile(baseline, path.join(folder, 'baseline.json'));
  return folder;
}

/** Runs the steps of the workflow until one fails, and those that run in any case. @returns their exit statuses. */
async function runWorkflow(folder: string): Promise<number[]> {
  const codes: number[] = [];
  for (const { run, env = {}, if: condition } of steps) {
    if (run === undefined || run === install) continue;
    if (codes.some((code) => code !== 0) && !condition?.includes('!cancelled()')) continue;
    const values = Object.entries(env).map(([name, value]) => [
      name,
      examples.withGateway(value).replace(/\$\{\{ secrets\.PATCHBAY_API_KEY \}\}/, examples.gateway().key),
    ]);
    const all = { ...Object.fromEntries(values), GITHUB_STEP_SUMMARY: path.join(folder, 'summary.md') };
    codes.push((await examples.run(folder, 'bash', ['-e', '-c', run], all)).code);
  }
  return codes;
}

async function runGitlabJob(folder: string): Promise<number> {
  const variables = Object.entries(job.variables).map(([name, value]) => [name, examples.withGateway(value)]);
  const script = job.script.join('\n');
  return (await examples.run(folder, 'bash', ['-eo', 'pipefail', '-c', script], Object.fromEntries(variables))).code;
}

test('both install this version, and the workflow pins the actions that this project pins', () => {
  expect(steps.map(({ run }) => run)).toContain(install);
  expect(job.before_script).toEqual([install]);
  const folder = path.join(root, '.github/workflows');
  const own = readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
  const pins = [...githubText.matchAll(/uses: (.+)$/gm)].map(([line]) => line);
  expect(pins.length).toBe(3);
  for (const pin of pins) expect(own).toContain(pin);
});

test('the key reaches one step only, and no pull request', () => {
  expect(Object.keys(workflow.on)).toEqual(['schedule', 'workflow_dispatch']);
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(steps.filter(({ env }) => JSON.stringify(env ?? {}).includes('secrets.')).length).toBe(1);
  for (const { run } of steps) expect(run ?? '').not.toContain('${{');
});

test.runIf(hasBash)(
  'the workflow passes with the baseline, and keeps table and reports',
  { timeout: 60_000 },
  async () => {
    const folder = await checkout('github');
    expect(await runWorkflow(folder)).toEqual([0, 0]);
    expect((await readdir(folder)).sort()).toEqual([
      'baseline.json',
      'check.html',
      'check.json',
      'check.md',
      'summary.md',
    ]);
    // A busy machine answers one of the two checks more slowly, which is a change too.
    expect(await readFile(path.join(folder, 'summary.md'), 'utf8')).toMatch(
      /^## Check of .*\n\n\S+: \d cells, none failed\.[\s\S]*\n### Changes\n\n(?:None, c|C)ompared with the baseline[^\n]*\n\n(?:- [^\n]*: latency [^\n]*\n)*\s*(?:###[^\n]*\n\s*)?\| Route \| Key \|/,
    );
  },
);

test.runIf(hasBash)('the GitLab job passes with the baseline, and keeps the reports', { timeout: 60_000 }, async () => {
  const folder = await checkout('gitlab');
  expect(await runGitlabJob(folder)).toBe(0);
  expect(await readdir(folder)).toEqual(expect.arrayContaining([...job.artifacts.paths, job.artifacts.reports.junit]));
});

test.runIf(hasBash)(
  'the Jenkins step passes with the baseline, and writes what is published',
  { timeout: 60_000 },
  async () => {
    const folder = await checkout('jenkins');
    const [, script = ''] = /sh '''\n([\s\S]*?)'''/.exec(pipeline) ?? [];
    const installed = `npm install --prefix .tools ${tarball}\n`;
    expect(script).toContain(installed);
    const here = script.replace(installed, '').replace('.tools/node_modules/.bin/', '');
    const env = { PATCHBAY_BASE_URL: examples.gateway().url };
    // The workspace of Jenkins still has the files of the previous build.
    for (const _ of [1, 2]) expect((await examples.run(folder, 'bash', ['-e', '-c', here], env)).code).toBe(0);
    const [, published = ''] = /junit '(.+)'/.exec(pipeline) ?? [];
    expect(await readFile(path.join(folder, published), 'utf8')).toMatch(
      /<testsuites name="patchbay check" tests="\d"/,
    );
  },
);

test.runIf(hasBash)('a rejected key fails both with 8, and the reports are kept', { timeout: 60_000 }, async () => {
  examples.gateway().setScenario('401');
  try {
    const [github, gitlab] = [await checkout('github-401'), await checkout('gitlab-401')];
    expect(await runWorkflow(github)).toEqual([8, 0]);
    expect(await runGitlabJob(gitlab)).toBe(8);
    expect(job.allow_failure.exit_codes).not.toContain(8);
    for (const folder of [github, gitlab])
      for (const file of ['check.html', 'check.json']) {
        const report = await readFile(path.join(folder, file), 'utf8');
        expect(report).toContain('key-refused');
        expect(report).not.toContain(examples.gateway().key);
      }
  } finally {
    examples.gateway().setScenario(null);
  }
});
