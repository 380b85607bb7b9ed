import { useState } from 'react';
import { useStore } from 'zustand';
import type { SessionSummary } from '#shared/contract/realtime.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient, useCall } from '../../../lib/client/query.ts';
import { type RowQuestion, RowQuestions } from '../../../lib/documents/row-questions.tsx';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { saveFile } from '../../../lib/files/files.ts';
import { dayGroup, formatMs, futureLast } from '../../../lib/i18n/format.ts';
import { type Strings, useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { showOnWire } from '../../../lib/navigation/wire-focus.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { ListNote, ListPane } from '../../../ui/lists/list-pane.tsx';
import { RowGroups, RowState } from '../../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../../ui/lists/openable-row.tsx';
import type { MenuItem } from '../../../ui/overlays/menu.tsx';
import { attachTo } from '../live-session.ts';
import { shown, showSession } from '../store.ts';

interface RowDialog {
  what: RowQuestion;
  session: SessionSummary;
}

/** All sessions, by day. */
export function SessionList() {
  const t = useStrings().realtime.list;
  const { data: sessions } = useCall('realtime', 'sessions', {});
  const openId = useStore(shown, ({ sessionId }) => sessionId);
  const [dialog, setDialog] = useState<RowDialog | null>(null);
  return (
    <>
      <ListPane title={t.title} addLabel={t.add} onAdd={() => showSession(null)}>
        {sessions?.length === 0 && <ListNote>{t.empty}</ListNote>}
        <RowGroups
          rows={futureLast(sessions ?? [], ({ startedAt }) => startedAt)}
          captionOf={({ startedAt }) => t[dayGroup(startedAt)]}
          renderRow={(session) => (
            <SessionRow key={session.id} session={session} selected={session.id === openId} onAsk={setDialog} />
          )}
        />
      </ListPane>
      {dialog && (
        <RowQuestions
          question={dialog.what}
          name={dialog.session.title || dialog.session.model}
          words={t}
          removeBody={t.removeBody}
          onDone={() => setDialog(null)}
          onRename={(title) => void client.realtime.rename({ id: dialog.session.id, title })}
          onRemove={() => void removeSession(dialog.session.id)}
        />
      )}
    </>
  );
}

interface SessionRowProps {
  session: SessionSummary;
  selected: boolean;
  onAsk: (dialog: RowDialog) => void;
}

function SessionRow({ session, selected, onAsk }: SessionRowProps) {
  const { realtime: t, pieces } = useStrings();
  const dates = useDates();
  const { id, title, model, startedAt, durationMs, state, turns, gaps } = session;
  return (
    <OpenableRow
      title={title || model}
      meta={
        <>
          {state !== 'done' && (
            <RowState intent={state === 'running' ? 'live' : state === 'cancelled' ? 'neutral' : 'bad'}>
              {state === 'running' ? t.states.running : pieces.states[state]}
            </RowState>
          )}
          <span>{durationMs === null ? dates.formatWhen(startedAt) : formatMs(durationMs)}</span>
          <span>{t.list.turns(turns)}</span>
          {gaps > 0 && <RowState intent="warn">{t.list.gaps(gaps)}</RowState>}
        </>
      }
      selected={selected}
      onOpen={() => showSession(id)}
      menu={{ label: t.list.more, items: () => sessionItems(session, t.list, (what) => onAsk({ what, session })) }}
    />
  );
}

/** Returns the menu of a session in the list. */
function sessionItems(
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
  const save = (file: FileRef | null) => (file ? saveFile(file) : toast({ title: t.noTrack }));
  const track = async (side: 'person' | 'model') => save((await client.realtime.tracks({ id }))[side]);
  return [
    act('rename', t.rename, () => ask('rename')),
    act('wire', t.wire, () => showOnWire(id)),
    { kind: 'separator', id: 'exports' },
    act('text', t.exportText, async () => saveFile(await client.realtime.export({ id, form: 'text' }))),
    act('jsonl', t.exportJsonl, async () => saveFile(await client.realtime.export({ id, form: 'jsonl' }))),
    act('har', t.exportHar, async () => saveFile(await client.exchanges.har({ ids: [id] }))),
    act('stereo', t.saveStereo, async () => save(await client.realtime.stereo({ id }))),
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

/** Deletes a session with its frames and audio. */
async function removeSession(id: string): Promise<void> {
  await attempt(async () => {
    await client.exchanges.forget({ ids: [id] });
    if (shown.getState().sessionId === id) showSession(null);
    attachTo(id).detach();
    await queryClient.invalidateQueries({ queryKey: ['realtime', 'sessions'] });
  });
}

/** Shows a toast if an action fails, since there is no other place for the failure. */
async function attempt(act: () => unknown): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
