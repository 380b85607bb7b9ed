import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { loadStrings } from '../../../../../../renderer/lib/i18n/strings.ts';
import { ReplyText } from '../../../../../../renderer/lib/inspector/tabs/reply-view.tsx';

await loadStrings();

test('a reply of a megabyte is drawn in steps', () => {
  const long = 'word '.repeat(200_000);
  const call = { id: 'c', name: 'look_up', arguments: JSON.stringify({ long }) };
  const drawn = renderToStaticMarkup(
    <ReplyText reply={{ reasoning: long, text: long, refusal: long, calls: [call] }} />,
  );
  expect(drawn).toContain('word word');
  expect(drawn.length).toBeLessThan(long.length / 5);
  expect(drawn.match(/<button/g)).toHaveLength(4);
});
