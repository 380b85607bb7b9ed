import type { CheckCell } from '#shared/contract/checks.ts';
import type { RouteId } from '#shared/routes/route.ts';
import { chooseKey } from '../../../lib/active.ts';
import { offerModel } from '../../../lib/offered-model.ts';
import { goTo } from '../../../lib/open-panel.ts';

const chatRoutes: readonly RouteId[] = ['chat.completions', 'responses', 'native.generateContent'];

export const canOpenInChat = ({ routeId, model }: CheckCell): boolean => model !== null && chatRoutes.includes(routeId);

/** Goes on by hand in the chat, with the key and the model of the cell. */
export function openInChat(connectionId: string, { keyId, model }: CheckCell): void {
  if (keyId) chooseKey(connectionId, keyId);
  if (model) offerModel(model);
  goTo('chat');
}
