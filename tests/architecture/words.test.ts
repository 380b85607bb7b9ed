import { expect, test } from 'vitest';
import { readSources } from '../support/sources.ts';
import { uncatalogedTexts } from './interface-words.ts';

/** Text from the wire, a URL or a file, which is the same in every language. */
const wireForms = [
  /^[a-z0-9]+(?:[_./-][a-z0-9]+)+$/, // names of fields, values, headers and media types
  /^(?:https?:\/)?\/[\w./:-]+$/, // URLs and paths
  /^[A-Z][A-Z0-9-]{1,7}$/, // methods, formats and the names of algorithms
  /^-----BEGIN [A-Z ]+-----$/,
];

/** Everything else that is not interface text, by file, with the reason. */
const noWords: Record<string, { texts: readonly string[] | 'all'; why: string }> = {
  'renderer/lib/client/rpc-connection.ts': {
    why: 'needed when the catalog can no longer be loaded; the page also shows the text of the code',
    texts: [
      'Patchbay has quit.',
      'Start Patchbay again and open the new link it prints. Your input stays here until you close this page.',
      'Stopped before it was sent.',
      'You can send it again.',
    ],
  },
  'renderer/lib/client/client.ts': {
    why: 'needed before the catalog has loaded; the page also shows the text of the code',
    texts: ['The link of this page has no token.', 'Open the complete link that Patchbay printed in the terminal.'],
  },
  'renderer/lib/gateway/connections/connection-headers.tsx': { why: 'a header as an example', texts: ['x-team'] },
  'renderer/panels/connections/form/network-section.tsx': {
    why: 'hosts as an example',
    texts: ['localhost, .internal.example'],
  },
  'renderer/lib/client/contract-kinds.ts': { why: 'the kind of a node', texts: ['call'] },
  'renderer/lib/inspector/tabs/events-tab.tsx': {
    why: 'the field of a stream as it is on the wire',
    texts: ['event:'],
  },
  'renderer/panels/checks/model/matrix.ts': { why: 'the name of a group of routes', texts: ['text'] },
  'renderer/ui/markdown/color-code.ts': { why: 'names of styles', texts: ['title section'] },
  'renderer/ui/fields/field.tsx': { why: 'endings of ids', texts: ['label', 'hint', 'error'] },
  'renderer/lib/gateway/parameters/tools-editor.tsx': { why: 'an example that is sent to a model', texts: 'all' },
  'renderer/panels/embeddings/texts/sample-corpus.ts': { why: 'texts to be embedded', texts: 'all' },
  'renderer/panels/models/detail/sample-draft.ts': { why: 'an example that is sent to a model', texts: 'all' },
  'renderer/panels/realtime/setup/script-dialog.tsx': {
    why: 'an example that is sent to a model',
    texts: ['What is the weather like on Mars?'],
  },
};

const found = readSources('renderer')
  .filter(({ file }) => !/^renderer\/(?:lib\/i18n\/strings|panels\/[^/]+\/strings)/.test(file))
  .flatMap(uncatalogedTexts);

test('every word of the interface is in the catalog', () => {
  const uncataloged = found
    .filter(({ text }) => !wireForms.some((form) => form.test(text)))
    .filter(({ file, text }) => noWords[file]?.texts !== 'all' && !noWords[file]?.texts.includes(text));
  expect(uncataloged.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([]);
});

test('every exception still exists', () => {
  const isThere = (file: string, text?: string) =>
    found.some((one) => one.file === file && (text === undefined || one.text === text));
  const gone = Object.entries(noWords).flatMap(([file, { texts }]) =>
    texts === 'all'
      ? isThere(file)
        ? []
        : [file]
      : texts.filter((text) => !isThere(file, text)).map((text) => `${file} ${text}`),
  );
  expect(gone).toEqual([]);
});

test('the test detects words outside the catalog', () => {
  const text = (source: string) =>
    uncatalogedTexts({ file: 'renderer/app/x.tsx', text: source, lines: 1 }).map((found) => found.text);
  expect(text('<p>Hello there</p>')).toEqual(['Hello there']);
  expect(text(`<p>{isOn ? \`is \${x} on\` : t.off}</p>`)).toEqual(['is ', ' on']);
  expect(text('<Button label={busy && "Sending"} title="ms" />')).toEqual(['Sending']);
  expect(text('toast({ intent: "bad", title: failed ?? "It failed" })')).toEqual(['It failed']);
  expect(text(`const why = [\`The file \${x} is gone.\`, 'It was not read.']`)).toHaveLength(3);
  expect(text('<p className="a b">{t.title}, {count} <code>curl it</code> · ms</p>')).toEqual([]);
  expect(text("throw new Error('The catalog is not there.')")).toEqual([]);
});
