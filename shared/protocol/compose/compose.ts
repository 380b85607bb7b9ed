import { composeChat } from './chat.ts';
import { type InlineFile, inlineFile } from './inline-file.ts';
import type { Material } from './material.ts';
import { composeNative } from './native.ts';
import { composeResponses } from './responses.ts';
import type { TextRouteId } from './text-parameters.ts';

/** Composes the JSON body of a text route, with the files that it refers to; pure. */
export function composeBody(
  routeId: TextRouteId,
  material: Omit<Material, 'base64Of'>,
): { body: Record<string, unknown>; inline: InlineFile[] } {
  const used = new Map<string, InlineFile>();
  const body = composers[routeId]({
    ...material,
    base64Of(attachment) {
      const file = inlineFile(attachment);
      used.set(file.token, file);
      return file.token;
    },
  });
  return { body, inline: [...used.values()] };
}

const composers: Record<TextRouteId, (material: Material) => Record<string, unknown>> = {
  'chat.completions': composeChat,
  responses: composeResponses,
  'native.generateContent': composeNative,
  'native.streamGenerateContent': composeNative,
};
