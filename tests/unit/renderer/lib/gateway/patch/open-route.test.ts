import { beforeEach, expect, test } from 'vitest';
import { rememberedModel } from '../../../../../../renderer/lib/gateway/connections/active.ts';
import { openRoute, panelOfRoute } from '../../../../../../renderer/lib/gateway/patch/open-route.ts';
import { handOffModel, takeModelHandoff } from '../../../../../../renderer/lib/navigation/model-handoff.ts';
import { announcePanels, openPanel } from '../../../../../../renderer/lib/navigation/open-panel.ts';
import { stubGlobals } from '../../../../../support/stub-globals.ts';

beforeEach(() => {
  stubGlobals({ location: { hash: '' } });
  announcePanels(['chat', 'embeddings', 'request']);
  openPanel.setState({ id: 'checks' });
});

test('a route opens its panel, if the page has one', () => {
  expect(panelOfRoute('native.generateContent')).toBe('chat');
  expect(panelOfRoute('embeddings')).toBe('embeddings');
  expect(panelOfRoute('edits')).toBe('request');
  expect(panelOfRoute('images.edits')).toBeNull();
  expect(panelOfRoute('models')).toBeNull();
});

test('the requested panel takes route and model, once, and no other panel does', () => {
  openRoute({ connectionId: 'c1', keyId: 'k1', routeId: 'embeddings', model: 'vector-1' });
  expect(location.hash).toBe('/embeddings');
  expect(rememberedModel('embeddings', 'c1')).toBe('vector-1');
  expect(takeModelHandoff()).toBeNull();
  openPanel.setState({ id: 'embeddings' });
  expect(takeModelHandoff()).toMatchObject({ model: 'vector-1', routeId: 'embeddings' });
  expect(takeModelHandoff()).toBeNull();
});

test('a route without a panel of its own leads to Request, which offers no model to another panel', () => {
  openRoute({ connectionId: 'c1', keyId: null, routeId: 'edits', model: 'edit-1' });
  expect(location.hash).toBe('/request');
  expect(rememberedModel('request', 'c1')).toBe('');
  openPanel.setState({ id: 'request' });
  expect(takeModelHandoff()).toBeNull();
});

test('without a panel of its own a route opens nothing', () => {
  openRoute({ connectionId: 'c1', keyId: null, routeId: 'audio.speech', model: 'voice-1' });
  expect(location.hash).toBe('');
  expect(takeModelHandoff()).toBeNull();
});

test('an offer to any open panel names no route', () => {
  handOffModel('m-1');
  expect(takeModelHandoff()).toMatchObject({ model: 'm-1', routeId: null });
});
