import { expect, test } from 'vitest';
import { createInlineImages, type InlinePiece } from '#core/readers/parts/inline-images.ts';

const png = `iVBORw0KGgo${'A'.repeat(90)}`;
const image = `![image](data:image/png;base64,${png})`;

function cut(pieces: readonly string[]): InlinePiece[] {
  const inline = createInlineImages();
  const out: InlinePiece[] = [];
  for (const piece of [...pieces.flatMap((text) => inline.take(text)), ...inline.end()]) {
    const last = out.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') out[out.length - 1] = last + piece;
    else out.push(piece);
  }
  return out;
}

const part = { type: 'image', mediaType: 'image/png', base64: png };
const rows: [name: string, text: string, pieces: unknown[]][] = [
  ['an image between words', `a ${image} b`, ['a ', part, ' b']],
  ['two in a row', image + image, [part, part]],
  ['without alt text, in another case', `![](DATA:image/PNG;base64,${png})`, [part]],
  ['with parameters', `![i](data:image/png;charset=utf-8;base64,${png})`, [part]],
  ['broken into lines', `![i](data:image/png;base64,${png.slice(0, 60)}\n${png.slice(60)})`, [part]],
  ['in a fence, and behind it', `\`\`\`\n${image}\n\`\`\`\n${image}`, [`\`\`\`\n${image}\n\`\`\`\n`, part]],
  ['in backticks', `\`${image}\``, [`\`${image}\``]],
  ['no image type', `![x](data:text/plain;base64,${png})`, [`![x](data:text/plain;base64,${png})`]],
  ['no base64', `![x](data:image/svg+xml,<svg/>)`, ['![x](data:image/svg+xml,<svg/>)']],
  ['other signs in it', `![x](data:image/png;base64,${png}...) end`, [`![x](data:image/png;base64,${png}...) end`]],
  ['a link', `[x](data:image/png;base64,${png})`, [`[x](data:image/png;base64,${png})`]],
  ['brackets that lead nowhere', '![a] ![b](c) !![d', ['![a] ![b](c) !![d']],
  ['a mark before an image', `!${image}`, ['!', part]],
];

test.each(rows)('%s: the same in one chunk, in single characters and at every cut', (_name, text, pieces) => {
  expect(cut([text])).toEqual(pieces);
  expect(cut([...text])).toEqual(pieces);
  for (let at = 0; at <= text.length; at += 1) expect(cut([text.slice(0, at), text.slice(at)])).toEqual(pieces);
});

test('megabytes in many chunks are joined once', () => {
  const large = 'iVBORw0KGgo'.padEnd(8_000_000, 'A');
  const text = `![image](data:image/png;base64,${large})`;
  const pieces = Array.from({ length: Math.ceil(text.length / 16_000) }, (_, at) =>
    text.slice(at * 16_000, (at + 1) * 16_000),
  );
  expect(cut(pieces)).toEqual([{ type: 'image', mediaType: 'image/png', base64: large }]);
  expect(cut([text])).toHaveLength(1);
});
