import type { SessionSummary } from '#shared/contract/realtime.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
import type { RowQuestion } from '../../../lib/documents/row-questions.tsx';
import { notifyFailure } from '../../../lib/failures/tell-failure.tsx';
import { saveFile } from '../../../lib/files/files.ts';
import type { Strings } from '../../../lib/i18n/strings.ts';
import { showOnWire } from '../../../lib/navigation/wire-focus.ts';
import { toast } from '../../../lib/page/toasts.ts';
import type { MenuItem } from '../../../ui/overlays/menu-items.tsx';
import { attachTo } from '../live-session.ts';
import { shown, showSession } from '../store.ts';

/** What can be done with a session of the list. */
export function sessionItems(
  { id, state }: SessionSummary,
  t: Strings['realtime']['list'],
  ask: (what: RowQuestion) => void,
): MenuItem[] {
  const act = (name: string, label: string, onSelect: () => unknown): MenuItem => ({
    kind: 'action',
    id: name,
    label,
    onSelect: () => void attempt(onSelect),
  });
  const track = async (side: 'person' | 'model') => {
    const file = (await client.realtime.tracks({ id }))[side];
    if (file) await saveFile(file);
    else toast({ title: t.noTrack });
  };
  return [
    act('rename', t.rename, () => ask('rename')),
    act('wire', t.wire, () => showOnWire(id)),
    { kind: 'separator', id: 'exports' },
    act('text', t.exportText, async () => saveFile(await client.realtime.export({ id, form: 'text' }))),
    act('jsonl', t.exportJsonl, async () => saveFile(await client.realtime.export({ id, form: 'jsonl' }))),
    act('har', t.exportHar, async () => saveFile(await client.exchanges.har({ ids: [id] }))),
    act('person', t.savePerson, () => track('person')),
    act('model', t.saveModel, () => track('model')),
    { kind: 'separator', id: 'end' },
    {
      kind: 'action',
      id: 'remove',
      label: t.remove,
      danger: true,
      disabled: state === 'running',
      onSelect: () => ask('remove'),
    },
  ];
}

/** Deletes a session with its frames and sound. */
export async function removeSession(id: string): Promise<void> {
  await attempt(async () => {
    await client.exchanges.forget({ ids: [id] });
    if (shown.getState().sessionId === id) showSession(null);
    attachTo(id).detach();
    await queryClient.invalidateQueries({ queryKey: ['realtime', 'sessions'] });
  });
}

/** What fails is said where it has no other place. */
async function attempt(act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
