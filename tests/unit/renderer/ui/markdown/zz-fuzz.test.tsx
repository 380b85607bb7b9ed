import { test } from 'vitest';
import { lexMarkdown, noLinks } from '../../../../../renderer/ui/markdown/dialect.ts';
import { DocumentReader } from '../../../../../renderer/ui/markdown/document-reader.ts';

const inl = [
  'a',
  'b c',
  '**x**',
  '*y',
  '`c',
  '`d`',
  '[foo]',
  '[bar][foo]',
  '[^1]',
  '$x$',
  '$$',
  'http://a.b',
  '<div>',
  '<pre>',
  '&amp;',
  '~~z~~',
  '[l](http://e.x)',
  'x | y',
  '_q_',
  '\\(k\\)',
  '"t"',
  '\\',
  '  ',
];
const pre = [
  '',
  '',
  '',
  '',
  '',
  ' ',
  '  ',
  '   ',
  '    ',
  '     ',
  '\t',
  '- ',
  '* ',
  '1. ',
  '2. ',
  '10) ',
  '  - ',
  '   1. ',
  '- - ',
  '> ',
  '> > ',
  '> - ',
  '-\t',
  '-     ',
  '1.   ',
  '# ',
  '   - ',
  '+',
  '-',
  '1.',
];
const lines = [
  '```',
  '```js',
  '~~~',
  '````',
  '``` a`b',
  '  ```',
  '   ```',
  '    ```',
  '---',
  '===',
  '***',
  '- - -',
  '| a | b |',
  '|---|---|',
  '|1|2|',
  '[foo]: /url',
  '[foo]: /u "t',
  '[^1]: note',
  '[^1]:',
  '$$',
  '\\[',
  '\\]',
  'x',
  '<!--',
  '-->',
  '<div>',
  '# h',
  '#h',
  ' \t',
  '\t',
  '   ',
  '- [ ] t',
  '- [x] u',
  '> ```',
  '> q',
  '>',
  '[',
  '[foo]:',
  '"title"',
  '\u00a0',
  ':--',
];
function rng(seed: number) {
  return () => {
    seed |= 0;
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const clean = (ts: any): any =>
  Array.isArray(ts)
    ? ts.filter((t: any) => t?.type !== 'space' && t?.type !== 'def').map(clean)
    : ts && typeof ts === 'object'
      ? Object.fromEntries(
          Object.entries(ts)
            .filter(([k]) => k !== 'raw' && k !== 'inLink' && k !== 'inRawBlock' && k !== 'escaped')
            .map(([k, v]) => [k, clean(v)]),
        )
      : ts;
test('fuzz', () => {
  let bad = 0,
    blocks = 0;
  const N = Number(process.env.N ?? 3000);
  const start = Number(process.env.S ?? 1);
  for (let i = start; i < start + N; i++) {
    const r = rng(i * 7919);
    const pick = (a: string[]) => a[Math.floor(r() * a.length)]!;
    const n = 2 + Math.floor(r() * 14);
    let t = '';
    for (let k = 0; k < n; k++) {
      const z = r();
      t +=
        (z < 0.25
          ? ''
          : z < 0.6
            ? pick(pre) + pick(lines)
            : pick(pre) + pick(inl) + (r() < 0.4 ? ' ' + pick(inl) : '')) + '\n';
    }
    if (r() < 0.5) t = t.slice(0, -1);
    const cuts = Array.from({ length: Math.floor(r() * 8) }, () => Math.floor(r() * (t.length + 1))).sort(
      (a, b) => a - b,
    );
    const one = JSON.stringify(clean(lexMarkdown(t, noLinks())));
    const reader = new DocumentReader(() => 0);
    for (const c of cuts) reader.read(t.slice(0, c), true);
    const doc = reader.read(t, false);
    const bl = doc.groups.flat();
    blocks += bl.length;
    const two = JSON.stringify(clean(bl.flatMap((b) => b.tokens)));
    if (bl.map((b) => b.raw).join('') !== t) {
      console.log('RAW', JSON.stringify(t));
      bad++;
      continue;
    }
    if (one !== two) {
      bad++;
      if (bad <= 6) {
        console.log(i, JSON.stringify(t));
        console.log(JSON.stringify(bl.map((b) => b.raw)));
        let k = 0;
        while (one[k] === two[k]) k++;
        console.log(' ONE ', one.slice(Math.max(0, k - 150), k + 150));
        console.log(' STR ', two.slice(Math.max(0, k - 150), k + 150));
      }
    }
  }
  console.log('bad', bad, 'of', N, 'blocks/doc', blocks / N);
}, 600000);
