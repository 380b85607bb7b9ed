import { marked } from 'marked';
import { expect, test } from 'vitest';
import { markdownOf } from '#core/compare/export/markdown-report.ts';
import { firstCells } from '#core/compare/plan-compare.ts';
import { compareInput } from '#shared/contract/compare.ts';

const hostile = [
  '![x](https://evil.example/a.png)',
  '<img src=https://evil.example/b.png>',
  '```\n![x](https://evil.example/c.png)\n````\n<img src=d>',
  '| forged | row |\n|-|-|\n| 1 | 2 |',
  '> quote\n\n# heading\n\n[ref]: https://evil.example',
  '<https://evil.example> www.evil.example @team `code` $x$',
  '\u202egpj.exe',
];

/** A run in which a text is the prompt, the reply, a reason and every name. */
function reportOf(text: string): string {
  const lane = { id: 'a', connectionId: 'c', routeId: 'chat.completions' as const, model: text };
  const input = compareInput.parse({ prompt: text, lanes: [lane], rows: [{ id: 'r', values: {} }] });
  const cells = firstCells(input).map((cell) => ({
    ...cell,
    ...{ state: 'done', text, reasoning: '', metrics: null, files: [] },
    grades: [{ score: 3, reason: text, order: 0, exchangeId: null }],
  }));
  const run = {
    ...{ id: 'x', name: text, state: 'done', startedAt: 1, endedAt: 2, input, byLane: {}, rows: 1, cells: 1, ended: 1 },
    ...{ names: { a: { connection: text, key: null } }, votes: [], judgements: [] },
    judging: { judge: { model: text } },
  };
  return markdownOf({ run, cells, before: null } as never);
}

test.each(hostile)('what is in a report loads nothing and adds no markup: %j', async (text) => {
  const plain = await marked.parse(reportOf('plain'), { gfm: true });
  const html = await marked.parse(reportOf(text), { gfm: true });
  expect(html).not.toMatch(/<(?:img|a|iframe|script)\b/);
  const count = (tag: string, from: string) => from.split(tag).length;
  for (const tag of ['<tr>', '<h1>', '<h2>', '<h3>', '<blockquote>', '<table>'])
    expect(count(tag, html), tag).toBe(count(tag, plain));
  expect(html).not.toContain('\u202e');
});

test('a reply is in the report as it is, whatever fences it contains', () => {
  const text = 'a\n```js\nb\n```\n`````\nc';
  expect(reportOf(text)).toContain(`\`\`\`\`\`\`text\n${text}\n\`\`\`\`\`\``);
});
