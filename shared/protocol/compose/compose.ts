import { chatMessages, composeChat } from './chat.ts';
import { type InlineFile, inlineFile } from './inline-file.ts';
import type { Base64Of, Material, PromptTurn } from './material.ts';
import { composeNative, nativeContents } from './native.ts';
import { composeResponses, responsesItems } from './responses.ts';
import type { TextRouteId } from './text-parameters.ts';

/** Composes the JSON body of a text route from turns without tool calls, with the files that it refers to; pure. */
export function composeBody(
  routeId: TextRouteId,
  material: Omit<Material, 'entriesOf'>,
): { body: Record<string, unknown>; inline: InlineFile[] } {
  const { compose, entriesOf } = composers[routeId];
  const { base64Of, inline } = collectFiles();
  const body = compose({ ...material, entriesOf: (turns) => turns.flatMap((turn) => entriesOf(turn, base64Of)) });
  return { body, inline: inline() };
}

/** Returns the placeholders of files, and afterwards the files that were asked for. */
export function collectFiles(): { base64Of: Base64Of; inline: () => InlineFile[] } {
  const used = new Map<string, InlineFile>();
  return {
    base64Of(attachment) {
      const file = inlineFile(attachment);
      used.set(file.token, file);
      return file.token;
    },
    inline: () => [...used.values()],
  };
}

interface Composer {
  compose: (material: Material) => Record<string, unknown>;
  /** Returns the entries of one turn in the list of the body; for a turn of a chat, see `entriesOf` in `context.ts`. */
  entriesOf: (turn: PromptTurn, base64Of: Base64Of) => unknown[];
}

const native: Composer = { compose: composeNative, entriesOf: nativeContents };

/** How the body of each route is composed. Routes of the same protocol have the same composer. */
export const composers: Readonly<Record<TextRouteId, Composer>> = {
  'chat.completions': { compose: composeChat, entriesOf: chatMessages },
  responses: { compose: composeResponses, entriesOf: responsesItems },
  'native.generateContent': native,
  'native.streamGenerateContent': native,
};
