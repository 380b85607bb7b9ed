import { useWire, useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import { usePendingBody } from './composer/pending-request.ts';
import { type Conversation, newestAnswer } from './model/conversation.ts';
import { draftFor } from './model/draft-for.ts';

/**
 * Connects the wire drawer to the pending request and to the newest reply. A separate component, so that typing renders it
 * and not the thread.
 */
export function WireBinding({ conversation }: { conversation: Conversation }) {
  const isOpen = useLayout(({ wireOpen }) => wireOpen);
  const isPreview = useWire(({ tab }) => tab === 'request');
  const pending = usePendingBody(conversation, isOpen && isPreview);
  const connectionId = pending?.conversation.connectionId;
  const draft = pending && connectionId ? draftFor({ ...pending.conversation, connectionId }, pending.body) : null;
  useWireFocus(draft, newestAnswer(conversation)?.exchangeId ?? null);
  return null;
}
