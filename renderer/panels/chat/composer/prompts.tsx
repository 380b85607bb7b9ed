import { familyOf } from '#shared/protocol/compose/text-parameters.ts';
import { PromptMenu } from '../../../lib/saved/prompt-menu.tsx';
import { chat } from '../chat.ts';
import type { Conversation } from '../model/conversation.ts';
import { setUnsentText, useUnsentText } from './composer-text.ts';

/** The saved prompts in the composer, and the presets of the protocol. */
export function ChatPrompts({ conversation }: { conversation: Conversation }) {
  const { parameters, routeId } = conversation;
  const family = familyOf(routeId);
  return (
    <PromptMenu
      text={useUnsentText(conversation)}
      onText={(next) => setUnsentText(conversation, next)}
      presets={[
        {
          scope: `chat ${family}`,
          settings: parameters,
          prefix: `${family}:`,
          onChange: (next) => chat().change((before) => ({ ...before, parameters: next })),
        },
      ]}
    />
  );
}
