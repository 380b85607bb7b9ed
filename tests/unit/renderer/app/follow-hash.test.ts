import { beforeEach, expect, test, vi } from 'vitest';
import { stubGlobals } from '../../../support/stub-globals.ts';

const page = new EventTarget();

beforeEach(() => {
  // Each test is a freshly opened page.
  vi.resetModules();
  stubGlobals({
    location: { hash: '', pathname: '/', search: '' },
    history: {
      replaceState: (_state: unknown, _title: string, address: string) => {
        location.hash = address.slice(address.indexOf('#'));
      },
    },
    addEventListener: page.addEventListener.bind(page),
  });
});

async function openPage({ connections, panel, hash = '' }: { connections: unknown[]; panel?: string; hash?: string }) {
  location.hash = hash;
  const { askKey, queryClient } = await import('../../../../renderer/lib/client/query.ts');
  const { loadPersisted } = await import('../../../../renderer/lib/preferences/persisted-store.ts');
  const { openPanel } = await import('../../../../renderer/lib/navigation/open-panel.ts');
  const { followHash } = await import('../../../../renderer/app/follow-hash.ts');
  queryClient.setQueryData(askKey('connections', 'list', {}), connections);
  loadPersisted(panel ? { panel: { id: panel } } : {});
  followHash();
  return () => openPanel.getState().id;
}

test('a page without connections starts with the first run', async () => {
  const open = await openPage({ connections: [], panel: 'settings' });
  expect(open()).toBe('welcome');
  expect(location.hash).toBe('#/welcome');
});

test('any other page opens where the user was, or on the first panel', async () => {
  expect((await openPage({ connections: [{}], panel: 'settings' }))()).toBe('settings');
});

test('a removed panel is not opened', async () => {
  expect((await openPage({ connections: [{}], panel: 'a panel of an older version' }))()).toBe('chat');
});

test('the URL decides, and one that names no panel is corrected', async () => {
  const open = await openPage({ connections: [{}], hash: '#/settings' });
  expect(open()).toBe('settings');
  location.hash = '#/chat';
  page.dispatchEvent(new Event('hashchange'));
  expect(open()).toBe('chat');
  location.hash = '#/nowhere';
  page.dispatchEvent(new Event('hashchange'));
  expect(open()).toBe('chat');
  expect(location.hash).toBe('#/chat');
});
