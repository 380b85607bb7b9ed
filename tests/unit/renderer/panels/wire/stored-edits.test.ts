import { expect, test } from 'vitest';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import {
  type Editing,
  missingSecrets,
  readEdits,
  storableEdits,
} from '../../../../../renderer/panels/wire/stored-edits.ts';

const draft: DraftInput = {
  connectionId: 'c',
  routeId: 'chat.completions',
  headers: [
    ['x-team', 'blue'],
    ['x-access-token', 'canary-0123456789abcdef'],
  ],
  query: [['token', 'canary-fedcba9876543210']],
  body: { kind: 'json', text: '{"model":' },
};
const editing: Editing = { draft, original: draft, from: { id: 'e', startedAt: 1 } };
const overReload = (edits: Record<string, Editing>, openEdit: string | null = null) =>
  readEdits(JSON.parse(JSON.stringify(storableEdits({ edits, openEdit }))) as Record<string, unknown>);

test('an edited request is restored as it was, without what looks like a secret', () => {
  const kept = storableEdits({ edits: { e: editing }, openEdit: 'e' });
  expect(JSON.stringify(kept)).not.toContain('canary');
  const back = overReload({ e: editing }, 'e');
  expect(back.openEdit).toBe('e');
  const again = back.edits?.e as Editing;
  expect(again.draft.body).toEqual(draft.body);
  expect(again.draft.headers).toEqual([
    ['x-team', 'blue'],
    ['x-access-token', ''],
  ]);
  expect(again.draft).toBe(again.original);
  expect(missingSecrets(again)).toEqual(['x-access-token', 'token']);
});

test('lost values are reported again after a second reload, until they are entered again', () => {
  const first = overReload({ e: editing }).edits?.e as Editing;
  const second = overReload({ e: first }).edits?.e as Editing;
  expect(missingSecrets(second)).toEqual(['x-access-token', 'token']);
  const entered = { ...second, draft: { ...second.draft, headers: draft.headers ?? [], query: [] } };
  expect(missingSecrets(entered)).toEqual([]);
});

test('a request of many megabytes is not written into the settings, and the editor does not reopen without one', () => {
  const large = { ...editing, draft: { ...draft, body: { kind: 'json' as const, text: 'x'.repeat(300_000) } } };
  expect(overReload({ big: large, e: editing }, 'big')).toMatchObject({ edits: { e: {} }, openEdit: null });
  expect(readEdits({ edits: { a: null, b: {}, c: { draft: {} } }, openEdit: 'a' })).toEqual({
    edits: {},
    openEdit: null,
  });
});
