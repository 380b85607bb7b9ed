import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Composed } from './compose-body.ts';
import type { Conversation } from './conversation.ts';

/** Returns the draft that sends a composed body to the conversation's route. */
export const draftFor = (
  { connectionId, keyId, routeId, model }: Conversation & { connectionId: string },
  { text, inline, added }: Pick<Composed, 'text' | 'inline' | 'added'>,
): DraftInput => ({
  connectionId,
  ...(keyId ? { keyId } : {}),
  routeId,
  params: routeId.startsWith('native.') ? { model } : {},
  body: { kind: 'json', text, inline: inline.map(({ token, fileId }) => ({ token, fileId })) },
  options: { added: [...added] },
});
