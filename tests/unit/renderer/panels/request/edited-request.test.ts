import { expect, test } from 'vitest';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { formOfDraft, keptEdits } from '../../../../../renderer/panels/request/model/edited-request.ts';
import { requestDraft } from '../../../../../renderer/panels/request/model/request-draft.ts';
import {
  emptyForm,
  missingSecrets,
  readForm,
  storableForm,
  writeForm,
} from '../../../../../renderer/panels/request/model/request-form.ts';

const gateway = { prefixes: { compatible: '/v1', native: '/v1beta' }, routePaths: {} };
const file = { id: 'f', name: 'a.wav', type: 'audio/wav', sizeBytes: 3 };
const readFile = async (id: string) => (id === file.id ? file : null);
const again = async (draft: DraftInput) =>
  requestDraft(await formOfDraft({ draft, from: 'first' }, gateway, readFile), {
    connectionId: 'c',
    keyId: draft.keyId,
    gateway,
  });

const drafts: DraftInput[] = [
  {
    connectionId: 'c',
    keyId: 'k',
    routeId: 'chat.completions',
    params: {},
    query: [['trace', '1']],
    headers: [['x-team', 'blue']],
    body: {
      kind: 'json',
      text: '{"messages":[{"content":"{{name}} and {{ name }}"}],"a":"{{name}}"}',
      inline: [{ token: 'TOKEN', fileId: 'f' }],
    } as DraftInput['body'],
  },
  {
    connectionId: 'c',
    routeId: 'native.generateContent',
    params: { model: 'team/gemini@2 pro' },
    query: [],
    headers: [],
    body: { kind: 'json', text: '{}' },
  },
  {
    connectionId: 'c',
    routeId: 'audio.transcriptions',
    params: {},
    query: [],
    headers: [],
    body: {
      kind: 'form',
      fields: [
        { kind: 'text', name: 'model', value: 'm' },
        { kind: 'file', name: 'file', fileId: 'f' },
      ],
    },
  },
  {
    connectionId: 'c',
    routeId: 'custom',
    custom: { method: 'PUT', path: '/vendor/x', keyStyle: 'x-goog-api-key' },
    query: [],
    headers: [],
    body: { kind: 'text', text: 'a {{b}}', mediaType: 'text/csv' },
  },
];

test.each(drafts)('a request that is sent unchanged is the same request: $routeId', async (draft) => {
  const { options, ...sent } = await again(draft);
  expect(sent).toEqual(draft);
  expect(options).toMatchObject({ origin: 'replay', expectRefusal: false });
});

test('a known route whose path was changed becomes a custom request', async () => {
  const form = await formOfDraft({ draft: drafts[0] as DraftInput, from: null }, gateway, readFile);
  const draft = requestDraft({ ...form, path: '/v1/other' }, { connectionId: 'c', keyId: undefined, gateway });
  expect(draft).toMatchObject({ routeId: 'custom', custom: { path: '/v1/other' }, options: { origin: 'panel' } });
});

const canary = 'canary-0123456789abcdef';
const secret: DraftInput = {
  ...(drafts[0] as DraftInput),
  headers: [
    ['x-team', 'blue'],
    ['x-access-token', canary],
  ],
  query: [['token', canary]],
};

test('an edited request is stored without what looks like a secret, and says what to enter again', async () => {
  const form = await formOfDraft({ draft: secret, from: 'first' }, gateway, readFile);
  const stored = storableForm(form);
  expect(JSON.stringify(stored)).not.toContain(canary);
  const back = readForm(writeForm(stored ?? emptyForm));
  expect(back).toMatchObject({ asRoute: true, from: 'first', json: form.json });
  expect(missingSecrets(back)).toEqual(['x-access-token', 'token']);
  expect(missingSecrets(storableForm(back) ?? emptyForm)).toEqual(['x-access-token', 'token']);
  expect(missingSecrets({ ...back, headers: form.headers, query: form.query })).toEqual([]);
});

test('an edited request of many megabytes is not written into the settings', async () => {
  const form = await formOfDraft({ draft: secret, from: null }, gateway, readFile);
  expect(storableForm({ ...form, json: 'x'.repeat(300_000) })).toBeNull();
  expect(storableForm({ ...emptyForm, json: 'x'.repeat(300_000) })).not.toBeNull();
});

test('what an earlier version kept in the editor of its Wire panel is found, unless it is recorded as it is', () => {
  const draft = drafts[0] as DraftInput;
  const changed = { ...draft, body: { kind: 'json' as const, text: '{"half":' } };
  const edits = {
    e1: { draft, original: draft, from: { id: 'e1', startedAt: 1 } },
    e2: { draft: changed, original: draft, from: { id: 'e2', startedAt: 1 } },
    curl: { draft, original: draft, from: null },
    broken: null,
    odd: { draft: { routeId: 'no-such-route', body: {} } },
  };
  expect(keptEdits(edits)).toEqual([
    { draft: changed, from: 'e2' },
    { draft, from: null },
  ]);
});
