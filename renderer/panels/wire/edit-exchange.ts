import { ask } from '../../lib/query.ts';
import { strings } from '../../lib/strings.ts';
import { tellFailure } from '../../lib/tell-failure.tsx';
import { toast } from '../../lib/toasts.ts';
import { openEditor } from './wire-store.ts';

/** Opens the draft of an exchange in the editor. */
export async function editExchange(id: string): Promise<void> {
  try {
    const { draft, startedAt } = await ask('exchanges', 'get', { id });
    if (draft) openEditor(id, { draft, original: draft, from: { id, startedAt } });
    else toast({ intent: 'warn', title: strings().wire.noReplay });
  } catch (thrown) {
    tellFailure(thrown);
  }
}
