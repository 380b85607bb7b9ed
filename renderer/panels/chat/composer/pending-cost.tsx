import { useDeferredValue } from 'react';
import { inputUsage } from '#shared/cost/estimate-tokens.ts';
import { Estimate } from '../../../lib/cost/estimate.tsx';
import { useUploadsOf } from '../../../lib/files/attachments.ts';
import type { Conversation } from '../model/conversation.ts';
import { estimateInput } from '../model/estimate-input.ts';
import { useUnsentText } from './composer-text.ts';
import { pendingTurns } from './pending-turns.ts';

/** About how many tokens Send would send, and what they cost. Deferred: typing never waits for it. */
export function PendingCost({ conversation }: { conversation: Conversation }) {
  const deferred = useDeferredValue(conversation);
  const text = useDeferredValue(useUnsentText(deferred));
  const uploads = useUploadsOf(deferred.id);
  const { tokens, isWithoutFiles } = estimateInput(deferred, pendingTurns(deferred, { text, uploads }));
  return (
    <Estimate
      connectionId={deferred.connectionId}
      model={deferred.model}
      billed={{ usage: inputUsage(tokens), images: 0, inputImages: 0 }}
      withTokens
      withoutFiles={isWithoutFiles}
    />
  );
}
