import { beforeEach, expect, test } from 'vitest';
import { newestFrom, rememberOrigin } from '../../../../../renderer/lib/navigation/exchange-origin.ts';
import { openPanel } from '../../../../../renderer/lib/navigation/open-panel.ts';
import { openWireRecord, wireFocus } from '../../../../../renderer/lib/navigation/wire-focus.ts';

beforeEach(() => wireFocus.setState({ exchangeIds: {}, hasDrawer: true }));

test('the drawer of a panel keeps its own exchange while another panel shows others', () => {
  openPanel.setState({ id: 'rerank' });
  openWireRecord('ranked');
  openPanel.setState({ id: 'images' });
  expect(wireFocus.getState().exchangeIds).toEqual({ rerank: 'ranked' });
  openWireRecord('drawn', 'events');
  expect(wireFocus.getState()).toMatchObject({ exchangeIds: { rerank: 'ranked', images: 'drawn' }, tab: 'events' });
});

test('after a reload a panel has the newest exchange that was made in it', () => {
  const at = { documentId: 'd', itemId: 'i' };
  rememberOrigin('first', { panel: 'audio', ...at });
  rememberOrigin('second', { panel: 'audio', ...at });
  rememberOrigin('other', { panel: 'embeddings', ...at });
  expect(newestFrom('audio')).toBe('second');
  expect(newestFrom('embeddings')).toBe('other');
  expect(newestFrom('realtime-without-any')).toBeNull();
});
