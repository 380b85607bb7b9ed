import { chatMessages, composeChat } from './chat.ts';
import { turnsFor } from './context.ts';
import { fileToken, type InlineFile, inlineFile } from './inline-file.ts';
import type { Base64Of, Material, PromptTurn } from './material.ts';
import { composeNative, nativeContents } from './native.ts';
import { composeResponses, responsesItems } from './responses.ts';
import type { TextRouteId } from './text-parameters.ts';

/** Nothing of earlier replies but their texts and calls. */
const none = { sendsImages: false, sendsForms: false, storesNothing: false };

/** Composes the JSON body of a text route from texts and files, with the files that it refers to; pure. */
export function composeBody(
  routeId: TextRouteId,
  material: Omit<Material, 'entriesOf'>,
): { body: Record<string, unknown>; inline: InlineFile[] } {
  const { compose, entriesOf } = composers[routeId];
  const { base64Of, inline } = collectFiles();
  const target = { routeId, model: material.model, connectionId: null, ...none };
  const body = compose({
    ...material,
    entriesOf: (turns) => turnsFor(turns, target).flatMap((turn) => entriesOf(turn, base64Of)),
  });
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
  /** Returns the entries of one turn, as `turnsFor` returns it, in the list of the body. */
  entriesOf: (turn: PromptTurn, base64Of: Base64Of) => unknown[];
}

/** Puts the entries of a reply that go back as received in place of its text and calls. */
const withForms =
  (
    entriesOf: Composer['entriesOf'],
    wrap = (entries: readonly unknown[]): readonly unknown[] => entries,
  ): Composer['entriesOf'] =>
  (turn, base64Of) => {
    if (turn.role !== 'assistant' || !turn.entries) return entriesOf(turn, base64Of);
    const text = JSON.stringify(turn.entries);
    for (const file of turn.answer.form?.files ?? [])
      if (text.includes(fileToken(file.id))) base64Of({ file, text: null });
    return turn.entries.length > 0 ? [...wrap(turn.entries)] : [];
  };

const native: Composer = {
  compose: composeNative,
  entriesOf: withForms(nativeContents, (parts) => [{ role: 'model', parts }]),
};

/** How the body of each route is composed. Routes of the same protocol have the same composer. */
export const composers: Readonly<Record<TextRouteId, Composer>> = {
  'chat.completions': { compose: composeChat, entriesOf: withForms(chatMessages) },
  responses: { compose: composeResponses, entriesOf: withForms(responsesItems) },
  'native.generateContent': native,
  'native.streamGenerateContent': native,
};
