import { beforeEach, expect, test } from 'vitest';
import { newestMadeIn, rememberPlace } from '../../../../../renderer/lib/navigation/exchange-origin.ts';
import { openPanel } from '../../../../../renderer/lib/navigation/open-panel.ts';
import { openWire, wireFocus } from '../../../../../renderer/lib/navigation/wire-focus.ts';

beforeEach(() => wireFocus.setState({ exchangeIds: {}, hasDrawer: true }));

test('the drawer of a panel keeps its own exchange while another panel shows others', () => {
  openPanel.setState({ id: 'rerank' });
  openWire('ranked');
  openPanel.setState({ id: 'images' });
  expect(wireFocus.getState().exchangeIds).toEqual({ rerank: 'ranked' });
  openWire('drawn', 'events');
  expect(wireFocus.getState()).toMatchObject({ exchangeIds: { rerank: 'ranked', images: 'drawn' }, tab: 'events' });
});

test('after a reload a panel has the newest exchange that was made in it', () => {
  const at = { documentId: 'd', itemId: 'i' };
  rememberPlace('first', { panel: 'audio', ...at });
  rememberPlace('second', { panel: 'audio', ...at });
  rememberPlace('other', { panel: 'embeddings', ...at });
  expect(newestMadeIn('audio')).toBe('second');
  expect(newestMadeIn('embeddings')).toBe('other');
  expect(newestMadeIn('realtime-without-any')).toBeNull();
});
