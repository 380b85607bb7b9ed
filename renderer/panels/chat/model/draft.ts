import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Composed } from './compose.ts';
import type { Conversation } from './conversation.ts';

/** The draft that sends a composed body on the conversation's route. */
export const draftFor = (
  { connectionId, keyId, routeId, model }: Conversation & { connectionId: string },
  { text, inline }: Pick<Composed, 'text' | 'inline'>,
): DraftInput => ({
  connectionId,
  ...(keyId ? { keyId } : {}),
  routeId,
  params: routeId.startsWith('native.') ? { model } : {},
  body: { kind: 'json', text, inline: inline.map(({ token, fileId }) => ({ token, fileId })) },
});
