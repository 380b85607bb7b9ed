import { expect, test } from 'vitest';
import { streamAnnouncer } from '../../../../renderer/lib/announce.ts';

function listener() {
  const said: string[] = [];
  let clock = 0;
  const announcer = streamAnnouncer(
    (text) => said.push(text),
    () => clock,
  );
  return { said, announcer, later: (ms: number) => (clock += ms) };
}

test('only whole sentences are said, at a pace that can be followed', () => {
  const { said, announcer, later } = listener();
  announcer.say('One sentence. And half');
  later(100);
  announcer.say('One sentence. And half of another. And a third');
  expect(said).toEqual(['One sentence.']);
  later(3000);
  announcer.say('One sentence. And half of another. And a third one! Rest');
  expect(said).toEqual(['One sentence.', 'And half of another. And a third one!']);
});

test('the end says what is left, then the closing words; nothing is said twice', () => {
  const { said, announcer } = listener();
  announcer.say('All of it.');
  announcer.end('All of it. And a tail', 'Answer complete.');
  expect(said).toEqual(['All of it.', 'And a tail Answer complete.']);
  const short = listener();
  short.announcer.end('', 'Stopped.');
  expect(short.said).toEqual(['Stopped.']);
});

test('a number with a point is no end of a sentence', () => {
  const { said, announcer } = listener();
  announcer.say('It costs 2.5');
  expect(said).toEqual([]);
});
