import { useDeferredValue } from 'react';
import { bodyBytes, type Composed, compose } from '../model/compose.ts';
import type { Conversation } from '../model/conversation.ts';
import { useUploadsOf } from './attachments.ts';
import { useUnsentText } from './composer-text.ts';
import { pendingTurns, type Unsent } from './pending-turns.ts';

/** A conversation, and the body that Send would send for it. */
export interface PendingBody {
  conversation: Conversation;
  body: Composed & { sizeBytes: number };
}

/**
 * The body that Send would send. The body of a long conversation takes longer to write than its last turns and the typed
 * letters take to draw: those come first, and the body a moment later.
 */
export function usePendingBody(conversation: Conversation): PendingBody {
  const late = useDeferredValue(conversation);
  const text = useDeferredValue(useUnsentText(late));
  const uploads = useUploadsOf(late.id);
  return { conversation: late, body: pendingBody(late, { text, uploads }) };
}

let newest: (Unsent & PendingBody) | undefined;

/** It is composed once for all that show it: its size, the drawer, and the editor of the whole body. */
export function pendingBody(conversation: Conversation, { text, uploads }: Unsent): PendingBody['body'] {
  if (newest?.conversation !== conversation || newest.text !== text || newest.uploads !== uploads) {
    const body = compose(conversation, pendingTurns(conversation, { text, uploads }));
    newest = { conversation, text, uploads, body: { ...body, sizeBytes: bodyBytes(body) } };
  }
  return newest.body;
}
