import { Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { SessionSummary } from '#shared/contract/realtime.ts';
import { client } from '../../../lib/client.ts';
import { dayGroup, formatMs } from '../../../lib/format.ts';
import { OpenableRow } from '../../../lib/openable-row.tsx';
import { useAsk } from '../../../lib/query.ts';
import { RenameDialog } from '../../../lib/rename-dialog.tsx';
import { useStrings } from '../../../lib/strings.ts';
import { useDates } from '../../../lib/use-dates.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListCaption } from '../../../ui/list-row.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { PaneHead } from '../../../ui/pane-head.tsx';
import { shown, showSession } from '../realtime-store.ts';
import { removeSession, sessionItems } from './session-acts.ts';
import s from './session-list.module.css';

interface Question {
  what: 'rename' | 'remove';
  session: SessionSummary;
}

/** The sessions that were held, by day. */
export function SessionList() {
  const t = useStrings().realtime;
  const days = useStrings().chat.list;
  const { data: sessions = [] } = useAsk('realtime', 'sessions', {});
  const openId = useStore(shown, ({ sessionId }) => sessionId);
  const [question, setQuestion] = useState<Question | null>(null);
  return (
    <>
      <PaneHead title={t.list.title} level={2}>
        <IconButton
          label={t.list.add}
          icon={<Icon of={Plus} />}
          intent="quiet"
          size="sm"
          onClick={() => showSession(null)}
        />
      </PaneHead>
      <nav className={s.scroll} aria-label={t.list.title}>
        {sessions.length === 0 && <p className={s.empty}>{t.list.empty}</p>}
        {sessions.map((session, index) => {
          const day = dayGroup(session.startedAt);
          const before = sessions[index - 1];
          return (
            <div key={session.id}>
              {(!before || dayGroup(before.startedAt) !== day) && <ListCaption>{days[day]}</ListCaption>}
              <Row session={session} selected={session.id === openId} onAsk={setQuestion} />
            </div>
          );
        })}
      </nav>
      <Questions question={question} onDone={() => setQuestion(null)} />
    </>
  );
}

interface RowProps {
  session: SessionSummary;
  selected: boolean;
  onAsk: (question: Question) => void;
}

function Row({ session, selected, onAsk }: RowProps) {
  const t = useStrings().realtime;
  const dates = useDates();
  const { id, title, model, startedAt, durationMs, state, turns, gaps } = session;
  return (
    <div className={s.row}>
      <OpenableRow
        title={title || model}
        meta={
          <>
            {state === 'done' ? null : (
              <span className={state === 'running' ? s.live : state === 'cancelled' ? undefined : s.bad}>
                {t.states[state]}
              </span>
            )}
            <span>{durationMs === null ? dates.formatWhen(startedAt) : formatMs(durationMs)}</span>
            <span>{t.list.turns(turns)}</span>
            {gaps > 0 && <span className={s.warn}>{t.list.gaps(gaps)}</span>}
          </>
        }
        selected={selected}
        onOpen={() => showSession(id)}
      />
      <div className={s.menu}>
        <Menu
          trigger={<IconButton label={t.list.more} icon={<Icon of={Ellipsis} size="s" />} intent="quiet" size="sm" />}
          align="end"
          items={() => sessionItems(session, t.list, (what) => onAsk({ what, session }))}
        />
      </div>
    </div>
  );
}

function Questions({ question, onDone }: { question: Question | null; onDone: () => void }) {
  const t = useStrings().realtime.list;
  if (question === null) return null;
  const { what, session } = question;
  return (
    <>
      <RenameDialog
        open={what === 'rename'}
        name={session.title || session.model}
        words={{ title: t.renameTitle, name: t.name, save: t.save, cancel: t.cancel }}
        onDone={(title) => {
          onDone();
          if (title) void client.realtime.rename({ id: session.id, title });
        }}
      />
      <ConfirmDialog
        open={what === 'remove'}
        onOpenChange={(open) => open || onDone()}
        title={t.removeTitle}
        body={t.removeBody}
        confirmLabel={t.remove}
        cancelLabel={t.cancel}
        intent="danger"
        onConfirm={() => void removeSession(session.id)}
      />
    </>
  );
}
