import { useStore } from 'zustand';
import type { SessionSummary } from '#shared/contract/realtime.ts';
import type { FileRef } from '#shared/protocol/part.ts';
import { client } from '../../lib/client/client.ts';
import { queryClient, useCall } from '../../lib/client/query.ts';
import { type RowQuestion, useRowQuestions } from '../../lib/documents/row-questions.tsx';
import { notifyFailure } from '../../lib/failures/failure-text.tsx';
import { saveFile } from '../../lib/files/files.ts';
import { dayGroup, formatMs, futureLast } from '../../lib/i18n/format.ts';
import { type Strings, strings, useStrings } from '../../lib/i18n/strings.ts';
import { useDates } from '../../lib/i18n/use-dates.ts';
import { showOnWire } from '../../lib/navigation/wire-focus.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { ListNote, ListPane } from '../../ui/lists/list-pane.tsx';
import { RowState } from '../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../ui/lists/openable-row.tsx';
import { RowGroups } from '../../ui/lists/row-groups.tsx';
import type { MenuItem } from '../../ui/overlays/menu.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { attachTo } from './live-session.ts';
import { shown, showSession } from './store.ts';

/** All sessions, by day. */
export function SessionList() {
  const t = useStrings().realtime.list;
  const { data: sessions } = useCall('realtime', 'sessions', {});
  const openId = useStore(shown, ({ sessionId }) => sessionId);
  const [questions, ask] = useRowQuestions<SessionSummary>({
    nameOf: ({ title, model }) => title || model,
    words: t,
    removeBody: () => t.removeBody,
    onRename: ({ id }, title) => void client.realtime.rename({ id, title }),
    onRemove: ({ id }) => void removeSession(id),
  });
  return (
    <>
      <ListPane title={t.title} addLabel={t.add} onAdd={() => showSession(null)}>
        {sessions?.length === 0 && <ListNote>{t.empty}</ListNote>}
        <RowGroups
          rows={futureLast(sessions ?? [], ({ startedAt }) => startedAt)}
          captionOf={({ startedAt }) => t[dayGroup(startedAt)]}
          renderRow={(session) => (
            <SessionRow key={session.id} session={session} selected={session.id === openId} onAsk={ask} />
          )}
        />
      </ListPane>
      {questions}
    </>
  );
}

interface SessionRowProps {
  session: SessionSummary;
  selected: boolean;
  onAsk: (session: SessionSummary, what: RowQuestion) => void;
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
      menu={{ label: t.list.more, items: () => sessionItems(session, t.list, (what) => onAsk(session, what)) }}
    />
  );
}

/** Returns the menu of a session in the list. */
function sessionItems(
  { id, state }: SessionSummary,
  t: Strings['realtime']['list'],
  ask: (what: RowQuestion) => void,
): MenuItem[] {
  const save = (what: SavedForm, label: string) => menuAction(what, label, () => void saveSession(id, what));
  return [
    menuAction('rename', t.rename, () => ask('rename')),
    menuAction('wire', t.wire, () => showOnWire(id)),
    { kind: 'separator', id: 'exports' },
    save('text', t.exportText),
    save('jsonl', t.exportJsonl),
    save('har', t.exportHar),
    save('stereo', t.saveStereo),
    save('person', t.savePerson),
    save('model', t.saveModel),
    { kind: 'separator', id: 'end' },
    menuAction('remove', t.remove, () => ask('remove'), { danger: true, disabled: state === 'running' }),
  ];
}

/** What of a session can be saved as a file: its messages, its frames, or its audio, of one side or of both. */
type SavedForm = 'text' | 'jsonl' | 'har' | 'stereo' | 'person' | 'model';

/** Saves a part of a session as a file. Audio that was not recorded is reported. */
const saveSession = (id: string, form: SavedForm): Promise<void> =>
  attempt(async () => {
    const file = await fileOf(id, form);
    if (file) await saveFile(file);
    else toast({ title: strings().realtime.list.noTrack });
  });

async function fileOf(id: string, form: SavedForm): Promise<FileRef | null> {
  switch (form) {
    case 'text':
    case 'jsonl':
      return client.realtime.export({ id, form });
    case 'har':
      return client.exchanges.har({ ids: [id] });
    case 'stereo':
      return client.realtime.stereo({ id });
    default:
      return (await client.realtime.tracks({ id }))[form];
  }
}

/** Deletes a session with its frames and audio. */
const removeSession = (id: string): Promise<void> =>
  attempt(async () => {
    await client.exchanges.forget({ ids: [id] });
    if (shown.getState().sessionId === id) showSession(null);
    attachTo(id).detach();
    await queryClient.invalidateQueries({ queryKey: ['realtime', 'sessions'] });
  });

/** Shows a toast if an action fails, since there is no other place for the failure. */
async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
