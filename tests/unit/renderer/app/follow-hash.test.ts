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

interface Start {
  hasConnections: boolean;
  panel?: string;
  hash?: string;
}

async function openPage({ hasConnections, panel, hash = '' }: Start) {
  location.hash = hash;
  const { loadPersisted } = await import('../../../../renderer/lib/preferences/persisted-store.ts');
  const { openPanel } = await import('../../../../renderer/lib/navigation/open-panel.ts');
  const { followHash } = await import('../../../../renderer/app/follow-hash.ts');
  loadPersisted(panel ? { panel: { id: panel } } : {});
  followHash(hasConnections);
  return () => openPanel.getState().id;
}

test('a page without connections starts with the first run', async () => {
  const open = await openPage({ hasConnections: false, panel: 'settings' });
  expect(open()).toBe('welcome');
  expect(location.hash).toBe('#/welcome');
});

test('any other page opens where the user was, or on the first panel', async () => {
  expect((await openPage({ hasConnections: true, panel: 'settings' }))()).toBe('settings');
});

test('a removed panel is not opened', async () => {
  expect((await openPage({ hasConnections: true, panel: 'a panel of an older version' }))()).toBe('chat');
});

test('the URL decides, and one that names no panel is corrected', async () => {
  const open = await openPage({ hasConnections: true, hash: '#/settings' });
  expect(open()).toBe('settings');
  location.hash = '#/chat';
  page.dispatchEvent(new Event('hashchange'));
  expect(open()).toBe('chat');
  location.hash = '#/nowhere';
  page.dispatchEvent(new Event('hashchange'));
  expect(open()).toBe('chat');
  expect(location.hash).toBe('#/chat');
});
