import type { Mutation } from '../mutation.ts';

const journey = ['tests/journeys/hostile-answers.spec.ts'];

/** What a model or a gateway writes, in the page; and what a page could ask the core for. */
export const rows: readonly Mutation[] = [
  {
    id: 'A16',
    removed: 'pictures of an answer are fetched by the page, whose policy lets it',
    file: 'shared/page-policy.ts',
    find: '"img-src \'self\' blob:"',
    replace: '"img-src * data: blob:"',
    tests: ['tests/unit/electron/loopback/serve.test.ts'],
    name: 'L11, E06: the policy of the page',
  },
  {
    id: 'A16',
    removed: 'a picture of an answer is a picture of the page',
    file: 'renderer/ui/markdown/render-inline.tsx',
    find: '  const { openImage } = env;\n',
    replace: '  const { openImage } = env;\n  if (address.startsWith("http")) return <img src={address} alt={alt} />;\n',
    tests: journey,
  },
  {
    id: 'A17',
    removed: 'a picture of an answer is drawn instead of named',
    file: 'renderer/ui/markdown/render-inline.tsx',
    find: '  const { openImage } = env;\n',
    replace: '  const { openImage } = env;\n  if (address.startsWith("http")) return <img src={address} alt={alt} />;\n',
    tests: journey,
  },
  {
    id: 'A18',
    removed: 'HTML of an answer is markup',
    file: 'renderer/ui/markdown/render-inline.tsx',
    find: '    default:\n      return decodeEntities(token.raw);',
    replace: '    default:\n      return <b dangerouslySetInnerHTML={{ __html: token.raw }} />;',
    tests: journey,
  },
  {
    id: 'A19',
    removed: 'a link leads where its text says, whatever its scheme is',
    file: 'renderer/ui/markdown/render-inline.tsx',
    find: 'const href = gateLink(asked);',
    replace: 'const href: string | null = gateLink(asked) ?? asked;',
    tests: [...journey, 'tests/unit/renderer/ui/markdown/link-gate.test.ts'],
    name: 'A19: a',
  },
  {
    id: 'A19',
    removed: 'the middle button opens a link unasked',
    file: 'renderer/ui/markdown/render-inline.tsx',
    find: 'onAuxClick={(event) => event.preventDefault()}',
    replace: '',
    tests: journey,
  },
  {
    id: 'A20',
    removed: 'the policy lets frames into the page',
    file: 'shared/page-policy.ts',
    find: '"frame-src \'none\'"',
    replace: '"frame-src * blob: data:"',
    tests: journey,
  },
  {
    id: 'A21',
    removed: 'a dropped link is opened by the browser, unasked',
    file: 'renderer/app/hold-drops.ts',
    find: "addEventListener('drop', hold);",
    replace: '',
    tests: journey,
  },
];
