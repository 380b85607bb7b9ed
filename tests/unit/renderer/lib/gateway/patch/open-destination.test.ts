import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDestination } from '../../../../../../renderer/lib/gateway/patch/open-destination.ts';
import { rememberOrigin } from '../../../../../../renderer/lib/navigation/exchange-origin.ts';
import { announcePanels } from '../../../../../../renderer/lib/navigation/open-panel.ts';

beforeEach(() => {
  announcePanels(['chat', 'video', 'checks', 'wire', 'settings', 'embeddings']);
  vi.stubGlobal('location', { hash: '' });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  [{ kind: 'task', id: 't1' }, '/video'],
  [{ kind: 'check', connectionId: 'c1', id: 'r1' }, '/checks'],
  [{ kind: 'document', panel: 'embeddings', id: 'k1' }, '/embeddings'],
  [{ kind: 'panel', id: 'settings' }, '/settings'],
  [{ kind: 'exchange', id: 'unknown' }, '/wire'],
  [{ kind: 'panel', id: 'elsewhere' }, ''],
  [{ kind: 'document', panel: 'elsewhere', id: 'k1' }, ''],
] as const)('%o opens its panel', (to, hash) => {
  openDestination(to);
  expect(location.hash).toBe(hash);
});

test('an exchange links to where it was made', () => {
  rememberOrigin('e1', { panel: 'chat', documentId: 'd1', itemId: 'm1' });
  openDestination({ kind: 'exchange', id: 'e1' });
  expect(location.hash).toBe('/chat');
});
