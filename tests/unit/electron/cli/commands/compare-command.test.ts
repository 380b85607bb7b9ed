import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { program } from '../../../../support/cli/run-here.ts';

let gateway: DemoGateway;
let folder = '';
beforeAll(async () => {
  gateway = await startDemoGateway({ paceTokensPerSecond: 0, key: 'CANARY-4e1f0c9a2b' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'patchbay-compare-'));
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

const compare = (...args: string[]) =>
  program(['compare', '--base-url', gateway.url, ...args], { env: { PATCHBAY_API_KEY: gateway.key } });
const file = (name: string) => path.join(folder, name);
const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string } & Record<string, unknown>);

test('prints each reply and a table of figures, and takes the exit status of the worst lane', async () => {
  const good = await compare('Say hello', '-m', 'demo-chat', '--route', 'chat.completions', '--route', 'responses');
  expect(good.code).toBe(0);
  expect(good.stdout).toContain('## demo-chat, chat.completions');
  expect(good.stdout).toContain('## demo-chat, responses');
  expect(good.stdout).toMatch(/^model +route +state +TTFT +inter-token +tok\/s +latency +in +out +finish$/m);
  expect(good.stdout).toMatch(/^demo-chat +responses +done +[\d.]+ m?s/m);
  const cut = await compare('Say hello', '-m', 'demo-chat', '-m', 'faulty/cut-mid-stream');
  expect(cut.code).toBe(6);
  expect(cut.stderr).toContain('reset the connection during the response');
});

test('runs a sheet with assertions, exits with 8 when one fails, and writes reports without the key', async () => {
  await writeFile(file('q.csv'), '\uFEFFcity,expected\nParis,Paris\nTokyo,Osaka\n');
  const { code, stdout, stderr } = await compare(
    ...['-p', 'Repeat {{city}}', '--sheet', file('q.csv'), '--assert', 'contains:{{expected}}', '-m', 'demo-chat'],
    ...['--html', file('a.html'), '--report', file('a.csv')],
  );
  expect(code).toBe(8);
  expect(stdout).toMatch(/^demo-chat +chat\.completions +2 +0 +1 of 2 /m);
  expect(stderr).toMatch(/^2 {2}demo-chat, chat\.completions {2}done, .*, 0 of 1 assertions passed$/m);
  const html = await readFile(file('a.html'), 'utf8');
  expect(html).toContain('Repeat {{city}}');
  expect(html).not.toContain(gateway.key);
  expect(html).toContain('<h2>Row 2</h2>');
  expect(html).toMatch(/<td>demo-chat \(.*, chat\.completions\)<\/td><td>2<\/td><td>0<\/td><td>1 of 2<\/td><td>\d/);
  expect((await readFile(file('a.csv'), 'utf8')).split('\r\n')[0]).toMatch(/^row,city,expected,lane,connection,/);
});

test('--json prints a line per lane and reply, and the whole result last', async () => {
  await writeFile(file('lanes.json'), JSON.stringify([{ model: 'demo-chat', fields: { temperature: 0 } }]));
  const { code, stdout } = await compare('Hello', '--lanes', file('lanes.json'), '--repeat', '2', '--json');
  expect(code).toBe(0);
  const lines = linesOf(stdout);
  expect(lines.map(({ type }) => type)).toEqual(['compare-lane', 'compare-cell', 'compare-cell', 'compare-end']);
  expect(lines[0]).toMatchObject({ model: 'demo-chat', fields: { stream: true, temperature: 0 } });
  expect(lines.at(-1)).toMatchObject({ state: 'done', cellCount: 2, callsMade: 2 });
});

test('--plan sends nothing', async () => {
  const before = gateway.requests();
  const { code, stdout } = await compare('Hello', '-m', 'demo-chat', '--plan', '--json');
  expect(code).toBe(0);
  expect(linesOf(stdout)[0]).toMatchObject({ type: 'compare-plan', calls: 1, unlimitedLaneIds: ['1'] });
  expect(gateway.requests()).toBe(before);
});

test('--judge prints the opinion of a model, counts it as an assertion, and is in the reports', async () => {
  await writeFile(file('rubric.txt'), 'Be short');
  const judged = [
    ...['-m', 'demo-chat', '-m', 'demo-long'],
    ...['--judge', 'demo-json', '--rubric', `@${file('rubric.txt')}`],
  ];
  const { code, stdout, stderr } = await compare('Hi', ...judged, '--report', file('j.md'));
  expect(code).toBe(0);
  expect(stderr).toMatch(/^Then 2 requests to the judge, about [\d,]+ tokens\.$/m);
  expect(stderr).toMatch(/^judge, order 1 {2}done$/m);
  expect(stdout).toMatch(
    /Opinion of demo-json:\nmodel +route +score +orders +disagreements\ndemo-chat +chat\.completions +[\d.]+ +\d+ \/ \d+ +\d/,
  );
  expect(await readFile(file('j.md'), 'utf8')).toContain('Opinion of demo-json');

  const json = await compare('Hi', ...judged, '--assert', 'judge:1', '--json');
  const lines = linesOf(json.stdout);
  expect(lines.filter(({ type }) => type === 'compare-judgement')).toHaveLength(2);
  expect(lines.at(-1)).toMatchObject({ type: 'compare-end', judging: { state: 'done', invalid: 0, requests: 2 } });
  expect(lines.at(-1)?.judgements).toHaveLength(2);
  expect(json.code).toBe(0);
});

test('--against lists the rows that newly fail or pass since a report', async () => {
  await writeFile(file('r.csv'), 'city\nParis\nTokyo\n');
  const sheet = ['-p', 'Repeat {{city}}', '--sheet', file('r.csv'), '-m', 'demo-chat'];
  await compare(...sheet, '--assert', 'contains:Paris', '--report', file('before.json'));
  const now = [...sheet, '--assert', 'contains:Tokyo', '--against', file('before.json')];
  expect((await compare(...now)).stdout).toMatch(/^demo-chat +1 of 2 +1 of 2 +1 +2$/m);
  const lines = linesOf((await compare(...now, '--json')).stdout);
  expect(lines.at(-1)?.regressions).toMatchObject([{ newlyFailed: ['1'], newlyPassed: ['2'] }]);
  await writeFile(file('other.json'), '{}');
  const wrong = await compare(...sheet, '--against', file('other.json'));
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toContain('is not a run that --report wrote in JSON');
});

test('--max-cost refuses models without a price, and sends nothing', async () => {
  const before = gateway.requests();
  const { code, stderr } = await compare('Hi', '-m', 'demo-chat', '--max-cost', '0.10EUR');
  expect(code).not.toBe(0);
  expect(stderr).toContain('demo-chat has no price in EUR');
  expect(gateway.requests()).toBe(before);
});

test.each([
  [['hi'], 'compare needs lanes'],
  [['hi', '-m', 'a', '--rubric', 'x'], '--rubric needs a judge'],
  [['hi', '-m', 'a', '--assert', 'judge:7'], '--assert judge needs a judge'],
  [['hi', '-m', 'a', '--judge', 'b', '--assert', 'judge:11'], 'not a score from 1 to 10'],
  [['hi', '-m', 'a', '--max-cost', 'much'], 'is not an amount'],
  [['-m', 'a'], 'There is no prompt'],
  [['hi', '-m', 'a', '--assert', 'contain:x'], 'Did you mean contains?'],
  [['hi', '-m', 'a', '--assert', 'regex:('], '--assert regex'],
  [['hi', '-m', 'a', '--sheet', 'nowhere.csv'], '--sheet: nowhere.csv cannot be read'],
  [['hi', '-m', 'a', '--report', 'x.pdf'], 'must end in'],
])('refuses %j before anything is sent', async (args, message) => {
  const before = gateway.requests();
  const { code, stderr } = await compare(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(gateway.requests()).toBe(before);
});

test('images and speech are saved in a folder, one file per reply', async () => {
  const out = file('media');
  const { code, stdout, stderr } = await compare(
    ...['A lighthouse', '--route', 'images.generations', '-m', 'demo-image', '-m', 'demo-image-url', '--save', out],
  );
  expect(code).toBe(0);
  expect(stderr).toContain('1 demo-image.png');
  expect(stdout).toMatch(/^model .* received +finish$/m);
  expect((await readFile(path.join(out, '2 demo-image-url.png'))).subarray(1, 4).toString()).toBe('PNG');
  const speech = await compare('Hello', '--route', 'audio.speech', '-m', 'demo-tts', '--save', out, '--json');
  const saved = linesOf(speech.stdout).find(({ type }) => type === 'compare-file');
  expect(saved).toMatchObject({ path: expect.stringContaining('1 demo-tts.'), sizeBytes: expect.any(Number) });
  expect((await readFile(String(saved?.path))).length).toBe(saved?.sizeBytes);
});

test('names each assertion that failed, with the reply, in the terminal and in every report', async () => {
  await writeFile(file('cities.csv'), 'city,expected\nParis,Paris\nTokyo,Osaka\n');
  const reports = ['md', 'csv', 'xml', 'json'].map((form) => file(`named.${form}`));
  const { code, stderr } = await compare(
    ...['-p', 'Repeat {{city}}', '--sheet', file('cities.csv'), '--assert', 'contains:{{expected}}', '-m', 'demo-chat'],
    ...reports.flatMap((name) => ['--report', name]),
  );
  expect(code).toBe(8);
  expect(stderr).toMatch(/0 of 1 assertions passed\n {2}Assertion failed: Does not contain “Osaka”\.\n {2}Reply: \S/);
  expect(stderr).toContain(`Saved to ${file('named.md')}\n`);
  const [summary = '', table = '', junit = ''] = await Promise.all(reports.map((name) => readFile(name, 'utf8')));
  expect(summary).toContain('- **Assertion failed**: Does not contain “Osaka”.');
  expect(summary).toContain(`(${gateway.url.replace('://', '&#58;//')})`);
  expect(table).toContain(',assertion_1,assertion_1_reason,');
  expect(table).toContain(',failed,Does not contain “Osaka”.,');
  expect(table.trimEnd()).toMatch(new RegExp(`,${gateway.url}$`));
  expect(junit).toContain('<testsuites name="patchbay compare" tests="2" failures="1"');
  expect(junit).toContain(`<property name="base-url" value="${gateway.url}"/>`);
  expect(junit).toMatch(
    /name="Row 2: demo-chat \([^"]*"[^>]*><failure message="Does not contain “Osaka”." type="assertion">/,
  );
});

test('says which limit ended a run, what a plan does not know, and what a variable without a sheet means', async () => {
  const demo = (...args: string[]) => program(['compare', '--demo', ...args]);
  const capped = await demo('Hi', '-m', 'demo-chat', '--max-cost', '0.0000001');
  expect(capped.code).toBe(4);
  expect(capped.stderr).toMatch(/Limit reached: the next request could exceed --max-cost .*\. 1 request not sent\./);
  const speech = await demo('Hi', '-m', 'demo-tts', '--route', 'audio.speech', '--plan');
  expect(speech.stderr).toMatch(/^1 request.*\. The tokens of 1 lane are not known in advance\.$/m);
  expect(speech.stderr).not.toContain('0 tokens');
  const literal = await demo('Say {{word}}', '-m', 'demo-chat', '--plan', '--quiet');
  expect(literal.stderr).toContain('There is no --sheet with values for {{word}}: the text is sent as it is.');
  await writeFile(file('one.csv'), 'country\nPeru\n');
  const wrong = await demo('Say {{cuntry}}', '--sheet', file('one.csv'), '-m', 'demo-chat');
  expect(wrong.stderr).toContain('Add the column to --sheet, or remove the variable from the prompt.');
  const unpriced = await demo('Hi', '-m', 'demo-chat', '--max-cost', '1EUR');
  expect(unpriced.stderr).toContain('patchbay prices set MODEL');
});
