import { ask } from '../../lib/client/query.ts';
import { notifyFailure } from '../../lib/failures/tell-failure.tsx';
import { strings } from '../../lib/i18n/strings.ts';
import { toast } from '../../lib/page/toasts.ts';
import { openEditor } from './store.ts';

/** Opens the draft of an exchange in the editor. */
export async function editExchange(id: string): Promise<void> {
  try {
    const { draft, startedAt } = await ask('exchanges', 'get', { id });
    if (draft) openEditor(id, { draft, original: draft, from: { id, startedAt } });
    else toast({ intent: 'warn', title: strings().wire.noReplay });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
