import { expect, test } from 'vitest';
import { maxSpoken, spokenText } from '../../../../../renderer/lib/notices/spoken-text.ts';
import { streamAnnouncer } from '../../../../../renderer/lib/notices/stream-announcer.ts';
import { growth } from '../../../../support/growth.ts';

function listener() {
  const said: string[] = [];
  let clock = 0;
  const announcer = streamAnnouncer(
    (text) => said.push(text),
    () => clock,
  );
  return { said, announcer, later: (ms: number) => (clock += ms) };
}

test('only whole sentences are announced, at a pace that can be followed', () => {
  const { said, announcer, later } = listener();
  announcer.say('One sentence. And half');
  later(100);
  announcer.say('One sentence. And half of another. And a third');
  expect(said).toEqual(['One sentence.']);
  later(3000);
  announcer.say('One sentence. And half of another. And a third one! Rest');
  expect(said).toEqual(['One sentence.', 'And half of another. And a third one!']);
});

test('the end announces the rest, then the closing words; nothing is announced twice', () => {
  const { said, announcer } = listener();
  announcer.say('All of it.');
  announcer.end('All of it. And a tail', 'Answer complete.');
  expect(said).toEqual(['All of it.', 'And a tail Answer complete.']);
  const short = listener();
  short.announcer.end('', 'Stopped.');
  expect(short.said).toEqual(['Stopped.']);
});

test('nothing that a finished run learns later replaces its closing words', () => {
  const { said, announcer, later } = listener();
  announcer.end('All of it.', 'Completed');
  later(10_000);
  announcer.end('All of it.', 'Completed');
  announcer.say('All of it. And more.');
  expect(said).toEqual(['All of it. Completed']);
});

test('a number with a decimal point does not end a sentence, even while it arrives', () => {
  const { said, announcer } = listener();
  announcer.say('It costs 2.');
  announcer.say('It costs 2.5');
  expect(said).toEqual([]);
  announcer.say('It costs 2.5 or 3. Each');
  expect(said).toEqual(['It costs 2.5 or 3.']);
});

test('a longer text delays the next announcement more than a short one', () => {
  const { said, announcer, later } = listener();
  const long = `${'A sentence of nine words takes three seconds aloud. '.repeat(10)}`;
  announcer.say(long);
  later(3000);
  announcer.say(`${long}Then more. `);
  expect(said).toHaveLength(1);
  later(25_000);
  announcer.say(`${long}Then more. `);
  expect(said.at(-1)).toBe('Then more.');
});

test('Chinese sentences end without a space, and get the time that they need', () => {
  const { said, announcer, later } = listener();
  announcer.say('第一句话。第二句还没');
  expect(said).toEqual(['第一句话。']);
  later(2600);
  announcer.say('第一句话。第二句还没有说完，现在说完了！第三');
  expect(said.at(-1)).toBe('第二句还没有说完，现在说完了！');
});

test('Markdown syntax is not read out', () => {
  const { said, announcer } = listener();
  announcer.say('## A **bold** head\n\n- one `code`\n- [a link](https://x.example/y)\n\n```js\nlet a = 2 * b;\n```\n');
  expect(said).toEqual(['A bold head\none code\na link\nlet a = 2 * b;']);
  const table = listener();
  table.announcer.say('| a | b |\n|---|:-:|\n| 1 | 2 |\n');
  expect(table.said).toEqual(['a, b\n1, 2']);
});

test('a text without any sentence end is announced in chunks of bounded length, and a long rest is cut', () => {
  const { said, announcer, later } = listener();
  const endless = 'word '.repeat(10_000);
  announcer.say(endless.slice(0, maxSpoken - 1));
  expect(said).toEqual([]);
  announcer.say(endless);
  expect(said).toEqual([endless.slice(0, maxSpoken).trim()]);
  later(60 * 60 * 1000);
  announcer.say(endless);
  expect(said.at(-1)).toBe(endless.slice(0, maxSpoken).trim());
  announcer.end(endless, 'Response complete.');
  expect(said).toHaveLength(3);
  expect(said.at(-1)).toBe(`${endless.slice(0, maxSpoken).trim()} … Response complete.`);
});

test.each([' ', '\t', '- ', '[', '[a](', '*', '|', ' |', '-', ',', '\n', ' \n', '[a]( "'])(
  'the cost of announcing %j repeated many times is linear in its length',
  (unit) => {
    const text = (size: number) => `${unit.repeat(size / unit.length)}x`;
    expect(growth(4000, text, spokenText)).toBeLessThan(24);
  },
);
