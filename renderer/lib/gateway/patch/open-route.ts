import type { RouteId } from '#shared/protocol/route.ts';
import { createHandOff, useHandOff } from '../../navigation/hand-off.ts';
import { handOffModel } from '../../navigation/model-handoff.ts';
import { goTo, isPanel } from '../../navigation/open-panel.ts';
import { chooseConnection, chooseKey, rememberModel } from '../connections/active.ts';

/** The panels in which a user can use a route manually. A route that is missing here has none. */
const panels: Partial<
  Record<RouteId, 'chat' | 'images' | 'audio' | 'embeddings' | 'rerank' | 'realtime' | 'video' | 'request'>
> = {
  'chat.completions': 'chat',
  responses: 'chat',
  'native.generateContent': 'chat',
  'native.streamGenerateContent': 'chat',
  embeddings: 'embeddings',
  'images.generations': 'images',
  'images.edits': 'images',
  edits: 'request',
  'audio.transcriptions': 'audio',
  'audio.translations': 'audio',
  'audio.speech': 'audio',
  rerank: 'rerank',
  realtime: 'realtime',
  'video.generations': 'video',
  videos: 'video',
};

/** A route that the user wants to continue with manually. */
export interface RequestedRoute {
  connectionId: string;
  keyId: string | null;
  routeId: RouteId;
  model: string;
  /** Values of the fields of its form, where it opens in Request. */
  values?: Readonly<Record<string, string>> | undefined;
}

const requested = createHandOff<RequestedRoute>();

/** Receives routes that open as a form in Request. */
export const useRequestedRoute = (take: (route: RequestedRoute) => void): void => useHandOff(requested, take);

/** Returns the panel of a route, or `null` when this page has none for it. */
export function panelOfRoute(routeId: RouteId) {
  const panel = panels[routeId];
  return panel !== undefined && isPanel(panel) ? panel : null;
}

/** Opens the panel of a route with its connection, key, route and model. Nothing is sent. */
export function openRoute(route: RequestedRoute): void {
  const { connectionId, keyId, routeId, model } = route;
  const panel = panelOfRoute(routeId);
  if (panel === null) return;
  chooseConnection(connectionId);
  if (keyId !== null) chooseKey(connectionId, keyId);
  if (panel === 'request') requested.give(route);
  else {
    rememberModel(panel, connectionId, model);
    handOffModel(model, panel, routeId);
  }
  goTo(panel);
}
