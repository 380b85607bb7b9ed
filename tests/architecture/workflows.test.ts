import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readYaml, targetsOf } from '../../scripts/builder-parts.ts';
import { packageSteps } from '../../scripts/try-package.ts';

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}
interface Job {
  permissions?: Record<string, string>;
  env?: Record<string, string>;
  steps: Step[];
  strategy?: { matrix: { include: { system: string; targets: string[]; arch: string[] }[] } };
}
interface Workflow {
  permissions: Record<string, string>;
  env?: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = path.join(import.meta.dirname, '../../.github/workflows');
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(path.join(folder, name), 'utf8');
  return { file: name, text, ...(readYaml(text) as Workflow) };
});
const steps = workflows.flatMap(({ file, jobs }) =>
  Object.entries(jobs).flatMap(([job, { steps: own }]) => own.map((step) => ({ at: `${file} ${job}`, ...step }))),
);

test('every action is pinned to a full commit hash, with its version beside it', () => {
  const lines = workflows.flatMap(({ text }) => text.split('\n').filter((line) => /\buses:/.test(line)));
  expect(lines.length).toBe(steps.filter(({ uses }) => uses).length);
  for (const line of lines) expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  // One commit per action: two would be two versions of it.
  const pins = new Set(steps.flatMap(({ uses }) => uses ?? []));
  const actions = new Set([...pins].map((pin) => pin.split('@')[0]));
  expect(pins.size).toBe(actions.size);
});

test('only the publishing job has write access, limited to the release', () => {
  for (const { file, permissions } of workflows) expect([file, permissions]).toEqual([file, { contents: 'read' }]);
  const granted = workflows.flatMap(({ file, jobs }) =>
    Object.entries(jobs).flatMap(([job, { permissions }]) => (permissions ? [[`${file} ${job}`, permissions]] : [])),
  );
  expect(granted).toEqual([['release.yml publish', { contents: 'write' }]]);
  // A checkout would leave its token in the folder, where every installed package could read it.
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts.length).toBeGreaterThan(1);
  for (const { at, with: given } of checkouts) expect([at, given]).toEqual([at, { 'persist-credentials': false }]);
});

test('secrets are named, passed to single steps, and never part of a script', () => {
  for (const { file, env, jobs } of workflows)
    expect([file, env, Object.values(jobs).filter((job) => job.env)]).toEqual([file, undefined, []]);
  // An expression inside a script is text that someone else may have written.
  for (const { at, run } of steps) expect([at, run?.includes('${{') ?? false]).toEqual([at, false]);
  const secret = /^(?:KEY|\w*CSC_LINK|\w*PASSWORD|\w*TOKEN|APPLE_\w+)$/;
  const values = steps.flatMap(({ env }) => Object.entries(env ?? {})).filter(([name]) => secret.test(name));
  expect(values.length).toBe(8);
  for (const [name, value] of values)
    expect([name, value]).toEqual([
      name,
      expect.stringMatching(
        /^\$\{\{ (?:matrix\.system == '(?:mac|win)' && secrets\.\w+ \|\| ''|secrets\.\w+|github\.token) \}\}$/,
      ),
    ]);
  expect(
    steps.filter(({ at, env }) => at.startsWith('ci.yml') && JSON.stringify(env ?? {}).includes('secrets.')),
  ).toEqual([]);
});

test('a release is published only after every package was started on its systems', () => {
  const { jobs } = workflows.find(({ file }) => file === 'release.yml') as unknown as {
    jobs: Record<string, { needs: string | string[]; strategy: { matrix: { include: Record<string, string>[] } } }>;
  };
  expect(jobs.publish?.needs).toEqual(['build', 'try']);
  const tried = jobs.try?.strategy.matrix.include ?? [];
  expect(tried.map(({ runner, package: kind }) => `${runner} ${kind}`)).toEqual([
    'ubuntu-22.04 AppImage',
    'ubuntu-24.04 AppImage',
    'ubuntu-22.04 deb',
    'ubuntu-24.04 deb',
    'macos-15 zip',
    'macos-15-intel zip',
    'windows-2025 exe',
  ]);
  for (const { file = '' } of tried)
    expect(packageSteps(file, 'screen.png', '/work').start.length, file).toBeGreaterThan(0);
});

test('a release consists of the targets in electron-builder.yml', () => {
  const include = workflows.find(({ file }) => file === 'release.yml')?.jobs.build?.strategy?.matrix.include ?? [];
  const named = include.map(({ system, targets, arch }) => [system, targets.map((target) => ({ target, arch }))]);
  expect(named).toEqual([
    ['linux', targetsOf('linux')],
    ['mac', targetsOf('darwin')],
    ['win', targetsOf('win32')],
  ]);
});

test('every change and every release is installed and tested as in a fresh clone', () => {
  const runs = (at: string) => steps.filter((step) => step.at === at).flatMap(({ run }) => run ?? []);
  expect(runs('ci.yml test')).toEqual(['npm install', 'npm test']);
  expect(runs('release.yml test').slice(-2)).toEqual(['npm install', 'npm test']);
  // E2e tests that skip themselves would let a release pass that was never started.
  const journeys = steps.filter(({ run }) => run?.includes('tests/e2e/electron'));
  expect(journeys.map(({ env }) => env)).toEqual(Array(2).fill({ PATCHBAY_NEED_DESKTOP: '1' }));
});
