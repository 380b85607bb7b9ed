import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { program } from '../../../../support/cli/run-here.ts';

let gateway: DemoGateway;
let folder = '';
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-0b1c2d3e4f' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-baseline-'));
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

const here = () => ['--base-url', gateway.url];
const withKey = (key = gateway.key) => ({ env: { PATCHBAY_API_KEY: key } });

type Line = { type: string; id: string } & Record<string, unknown>;
const linesOf = (stdout: string): Line[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const oneRoute = ['check', '--routes', 'chat.completions', '--level', 'cheap'];

/** Starts a gateway; returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('with --baseline the reports show the comparison and name the baseline', async () => {
  const [baseline, html, json] = ['worked.json', 'now.html', 'now.json'].map((name) => path.join(folder, name));
  const args = ['check', '--routes', 'chat.completions', '--models', 'demo-chat', ...here()];
  await program([...args, '--report', baseline as string], withKey());
  const reports = ['--report', html as string, '--report', json as string];
  const { code } = await program([...args, '--baseline', baseline as string, ...reports], withKey('wrong'));
  expect(code).toBe(8);
  const page = await readFile(html as string, 'utf8');
  expect(page).toMatch(/Compared with the baseline worked\.json, <time>[\d -]+[\d:]+ UTC<\/time>:/);
  expect(page).toMatch(
    /<li class="regression"><b>chat\.completions, command line, demo-chat<\/b>: verdict exists → key rejected/,
  );
  const { run } = JSON.parse(await readFile(json as string, 'utf8'));
  expect(run).toMatchObject({
    comparedWith: JSON.parse(await readFile(baseline as string, 'utf8')).run.id,
    changed: 1,
    drift: [{ what: 'verdict', before: 'exists', after: 'key-refused', isRegression: true }],
  });
  // Unchanged cells are reported as well.
  await program([...args, '--baseline', baseline as string, '--report', html as string, '--force'], withKey());
  expect(await readFile(html as string, 'utf8')).toMatch(/None, compared with the baseline worked\.json, /);
});

test('a baseline without a common cell gives a warning and no comparison', async () => {
  const baseline = path.join(folder, 'other.json');
  await program(['check', '--routes', 'models', '--report', baseline, ...here()], withKey());
  const args = ['check', '--routes', 'chat.completions', '--baseline', baseline, '--json', ...here()];
  const lines = linesOf((await program(args, withKey())).stdout);
  expect(lines).toContainEqual(expect.objectContaining({ type: 'warning', code: 'nothing-compared' }));
  expect(lines.at(-1)).toMatchObject({ type: 'check-end', comparedWith: null, drift: [] });
});

/** Starts a gateway with the models that \`models\` contains at the time; they all chat. Returns its address. */
const withModels = (models: string[]): Promise<string> =>
  serve((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const isServed = request.method === 'GET' || models.includes(JSON.parse(body).model);
      response.writeHead(request.url?.startsWith('/v1/') && isServed ? 200 : 404, {
        'content-type': 'application/json',
      });
      const message = { role: 'assistant', content: 'Two.' };
      const reply = { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
      const error = { error: { message: 'No such model.', code: 'model_not_found' } };
      const list = { object: 'list', data: models.map((id) => ({ id, object: 'model' })) };
      response.end(JSON.stringify(request.method === 'GET' ? list : isServed ? reply : error));
    });
  });

test('a model that worked and is no longer listed is a regression from a file, and an untested cell is named', async () => {
  const models = ['lathe-2', 'plane-1'];
  const address = await withModels(models);
  const [baseline, summary, junit] = ['lathe.json', 'lathe.md', 'lathe.xml'].map((name) => path.join(folder, name));
  const args = [...oneRoute, '--base-url', address];
  await program([...args, '--models', 'lathe-2', '--report', baseline as string], withKey());
  const same = await program([...args, '--models', 'lathe-2', '--baseline', baseline as string], withKey());
  expect(same.code).toBe(0);
  // A busy machine may respond more slowly, which is a change and no regression.
  expect(same.stderr).toMatch(/^Compared with the baseline lathe\.json: (?:no changes|1 change)\.$/m);

  models.shift();
  const reports = ['--report', summary as string, '--report', junit as string];
  const now = await program([...args, '--baseline', baseline as string, ...reports], withKey());
  expect(now.code).toBe(8);
  expect(now.stderr).toContain('NO LONGER WORKS: lathe-2: works -> not listed');
  expect(now.stderr).toContain('1 cell of it was not tested: chat.completions, command line, lathe-2.');
  expect(now.stderr).toContain(`Saved to ${summary}\n`);
  const text = await readFile(summary as string, 'utf8');
  expect(text).toContain('**1 model that worked is no longer listed**');
  expect(text).toContain('1 cell of it was not tested: chat.completions, command line, lathe-2.');
  expect(await readFile(junit as string, 'utf8')).toMatch(/tests="2" failures="1".*name="Model list, lathe-2"/s);
  const { stdout } = await program([...args, '--baseline', baseline as string, '--json'], withKey());
  expect(linesOf(stdout).at(-1)).toMatchObject({
    drift: [{ what: 'model-removed', before: 'lathe-2', isRegression: true }],
    untested: ['chat.completions, command line, lathe-2'],
  });
});

test('a baseline of an earlier release, without a list of models, is compared cell by cell', async () => {
  const models = ['lathe-2'];
  const address = await withModels(models);
  const baseline = path.join(folder, 'earlier.json');
  const args = [...oneRoute, '--base-url', address];
  await program([...args, '--report', baseline], withKey());
  const { run, ...file } = JSON.parse(await readFile(baseline, 'utf8'));
  const { models: _models, baseAddress: _address, ...earlier } = run;
  await writeFile(baseline, JSON.stringify({ ...file, run: earlier }));
  models.push('plane-1');
  const { code, stderr } = await program([...args, '--models', 'lathe-2', '--baseline', baseline], withKey());
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/Compared with the baseline earlier\.json: (?:no changes|1 change)\.\n/),
  ]);
});

test('every report names the gateway by its host and its address', async () => {
  const forms = ['md', 'xml', 'csv', 'json', 'html'].map((form) => path.join(folder, `named.${form}`));
  const args = ['check', '--routes', 'models', ...here(), ...forms.flatMap((file) => ['--report', file])];
  await program(args, withKey());
  for (const file of forms) {
    const text = (await readFile(file, 'utf8')).replaceAll('&#58;', ':');
    expect([file, text.includes(gateway.url)]).toEqual([file, true]);
    expect(text).toContain(new URL(gateway.url).host);
  }
});
