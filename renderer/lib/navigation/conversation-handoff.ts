import type { Lane } from '#shared/contract/compare.ts';
import type { ParameterValues, TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import { createHandOff, useHandOff } from './hand-off.ts';
import { goTo } from './open-panel.ts';

/** A conversation that was held elsewhere. */
export interface HandedConversation {
  connectionId: string;
  keyId: string | null;
  routeId: TextRouteId;
  model: string;
  system: string;
  parameters: ParameterValues;
  turns: Lane['history'];
}

const handed = createHandOff<HandedConversation>();

/** Opens Chat with a new conversation that has these turns. */
export function openConversationOf(conversation: HandedConversation): void {
  handed.give(conversation);
  goTo('chat');
}

/** Receives conversations that were held elsewhere; for the chat. */
export const useHandedConversation = (take: (conversation: HandedConversation) => void): void =>
  useHandOff(handed, take);
