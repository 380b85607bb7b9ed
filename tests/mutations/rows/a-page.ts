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
    replace:
      '  const { openImage } = env;\n  if (address.startsWith("http")) return <img src={address} alt={alt} />;\n',
    tests: journey,
  },
  {
    id: 'A17',
    removed: 'a picture of an answer is drawn instead of named',
    file: 'renderer/ui/markdown/render-inline.tsx',
    find: '  const { openImage } = env;\n',
    replace:
      '  const { openImage } = env;\n  if (address.startsWith("http")) return <img src={address} alt={alt} />;\n',
    tests: journey,
  },
  {
    id: 'A18',
    removed: 'HTML of an answer is markup',
    file: 'renderer/ui/markdown/render-inline.tsx',
    find: 'return token.tokens ? renderInline(token.tokens, context) : drawText(decodeEntities(token.text), context);',
    replace: 'return <b dangerouslySetInnerHTML={{ __html: token.text }} />;',
    tests: journey,
  },
  {
    id: 'A19',
    removed: 'a link leads where its text says, whatever its scheme is',
    file: 'renderer/ui/markdown/render-inline.tsx',
    find: 'const link = readLink(asked);',
    replace: 'const link: { address: string } | null = readLink(asked) ?? { address: asked };',
    tests: [...journey, 'tests/unit/renderer/ui/markdown/hostile-text.test.ts'],
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
    file: 'renderer/app/start-page.ts',
    find: '  holdDrops();\n',
    replace: '',
    tests: journey,
  },
  {
    id: 'A31',
    removed: 'an unknown name is passed over in silence',
    file: 'shared/wire/serve.ts',
    find: 'if (!found) return unknownName(name);',
    replace: 'if (!found) return null;',
    tests: ['tests/unit/shared/wire/fuzz.test.ts'],
  },
  {
    id: 'A32',
    removed: 'one more method of the bridge, with a path in it',
    file: 'shared/contract/host.ts',
    find: '  openLink: call(',
    replace: '  readFile: call(z.object({ path: z.string() }), out<string>()),\n  openLink: call(',
    tests: ['tests/house/contract.test.ts'],
  },
  {
    id: 'A33',
    removed: 'a key goes on any way to its origin: an own proxy with an own authority reads it',
    file: 'electron/core/keys/binding.ts',
    find: "if (!isOpen) return '';",
    replace: "if (isOpen || !isOpen) return '';",
    tests: ['tests/unit/electron/core/hostile-page.test.ts'],
  },
  {
    id: 'A33',
    removed: 'an address is opened although the person said no',
    file: 'electron/link-gate.ts',
    find: 'if (agreed) await',
    replace: 'await',
    tests: ['tests/unit/electron/core/hostile-page.test.ts'],
  },
];
