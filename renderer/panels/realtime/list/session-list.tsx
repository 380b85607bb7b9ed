import { useState } from 'react';
import { useStore } from 'zustand';
import type { SessionSummary } from '#shared/contract/realtime.ts';
import { client } from '../../../lib/client/client.ts';
import { useCall } from '../../../lib/client/query.ts';
import { type RowQuestion, RowQuestions } from '../../../lib/documents/row-questions.tsx';
import { dayGroup, formatMs, futureLast } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { ListNote, ListPane } from '../../../ui/lists/list-pane.tsx';
import { RowState } from '../../../ui/lists/list-row.tsx';
import { OpenableRow } from '../../../ui/lists/openable-row.tsx';
import { RowGroups } from '../../../ui/lists/row-groups.tsx';
import { shown, showSession } from '../store.ts';
import { removeSession, sessionItems } from './session-acts.ts';

interface Asked {
  what: RowQuestion;
  session: SessionSummary;
}

/** The sessions that were held, by day. */
export function SessionList() {
  const t = useStrings().realtime.list;
  const days = useStrings().chat.list;
  const { data: sessions } = useCall('realtime', 'sessions', {});
  const openId = useStore(shown, ({ sessionId }) => sessionId);
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <ListPane title={t.title} addLabel={t.add} onAdd={() => showSession(null)}>
        {sessions?.length === 0 && <ListNote>{t.empty}</ListNote>}
        <RowGroups
          rows={futureLast(sessions ?? [], ({ startedAt }) => startedAt)}
          captionOf={({ startedAt }) => days[dayGroup(startedAt)]}
          renderRow={(session) => (
            <SessionRow key={session.id} session={session} selected={session.id === openId} onAsk={setAsked} />
          )}
        />
      </ListPane>
      {asked && (
        <RowQuestions
          question={asked.what}
          name={asked.session.title || asked.session.model}
          words={t}
          removeBody={t.removeBody}
          onDone={() => setAsked(null)}
          onRename={(title) => void client.realtime.rename({ id: asked.session.id, title })}
          onRemove={() => void removeSession(asked.session.id)}
        />
      )}
    </>
  );
}

interface SessionRowProps {
  session: SessionSummary;
  selected: boolean;
  onAsk: (asked: Asked) => void;
}

function SessionRow({ session, selected, onAsk }: SessionRowProps) {
  const t = useStrings().realtime;
  const dates = useDates();
  const { id, title, model, startedAt, durationMs, state, turns, gaps } = session;
  return (
    <OpenableRow
      title={title || model}
      meta={
        <>
          {state !== 'done' && (
            <RowState intent={state === 'running' ? 'live' : state === 'cancelled' ? 'neutral' : 'bad'}>
              {t.states[state]}
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
