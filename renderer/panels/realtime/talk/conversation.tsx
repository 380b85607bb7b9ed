import { Scissors } from 'lucide-react';
import { useState } from 'react';
import { closeMeaning } from '#shared/protocol/realtime-closes.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { FailureText, WarningText } from '../../../lib/failures/failure-text.tsx';
import { warningIntent } from '../../../lib/failures/verdict.ts';
import { formatMs, formatPosition } from '../../../lib/i18n/format.ts';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { Caret } from '../../../ui/text/caret.tsx';
import { useSessionView } from '../live-session.ts';
import {
  type Gap,
  isLive,
  type LiveSession,
  reportedSettings,
  type SessionItem,
  type SettingsChange,
  unconfirmedSettings,
} from '../model/session-view.ts';
import s from '../session.module.css';
import { setToolOutput, useUnsent } from '../store.ts';
import { type TalkRow, talkRows } from './talk-rows.ts';

const keyOf = (row: TalkRow) => row.key;

/** The conversation, with tool calls, gaps and faults in their places. */
export function Conversation({ session }: { session: LiveSession }) {
  const t = useStrings().realtime.conversation;
  const items = useSessionView(session, (view) => view.items);
  const gaps = useSessionView(session, (view) => view.gaps);
  const problems = useSessionView(session, (view) => view.problems);
  const expectations = useSessionView(session, (view) => view.expectations);
  const changes = useSessionView(session, (view) => view.changes);
  const closed = useSessionView(session, (view) => view.closed);
  const ended = useSessionView(session, (view) => view.ended);
  const live = useSessionView(session, isLive);
  // A session that was live on screen stays scrolled to its end; a past one opens at its beginning.
  const [wasLive, setWasLive] = useState(live);
  if (live && !wasLive) setWasLive(true);
  const failedResponses = useSessionView(session, (view) => view.failedResponses);
  const warnings = useSessionView(session, (view) => view.warnings);
  const told = { items, gaps, problems, failedResponses, warnings };
  const rows = talkRows({ ...told, expectations, changes, closed, ended });
  return (
    <VirtualList
      items={rows}
      itemKey={keyOf}
      label={t.label}
      rowHeight={44}
      measured
      gap={6}
      padding={12}
      followEnd={wasLive}
      className={s.talk}
      empty={<p className={s.empty}>{t.empty}</p>}
      renderItem={(row) => <Row row={row} session={session} live={live} />}
    />
  );
}

function Row({ row, session, live }: { row: TalkRow; session: LiveSession; live: boolean }) {
  const t = useStrings().realtime.conversation;
  switch (row.kind) {
    case 'saying':
      return <ItemRow item={row.item} session={session} live={live} />;
    case 'gap':
      return (
        <div className={s.gap}>
          <Icon of={Scissors} size="s" />
          <span>
            <GapSentence gap={row.gap} />
          </span>
        </div>
      );
    case 'problem':
      return row.problem.fatal && row.problem.failure.gatewayCode !== 'session_expired' ? (
        <FailureCard failure={row.problem.failure} exchangeId={session.id} announce={false} />
      ) : (
        <Note intent="odd">
          {row.problem.failure.gatewayMessage === null ? (
            <FailureText failure={row.problem.failure} alone brief />
          ) : (
            t.problem(row.problem.failure.gatewayMessage)
          )}
        </Note>
      );
    case 'change':
      return <ChangeRow change={row.change} live={live} />;
    case 'expectation':
      return (
        <p className={s.expectation} data-met={row.expectation.met}>
          <Badge intent={row.expectation.met ? 'ok' : 'bad'}>
            {row.expectation.met ? t.expectation.met : t.expectation.missed}
          </Badge>
          {row.expectation.text}
          {!row.expectation.met && <span>{t.found(row.expectation.found)}</span>}
        </p>
      );
    case 'closed': {
      const { code, reason, meaning } = row.closed;
      return (
        <p className={s.closed}>
          <b>{t.closed(code, closeMeaning(code).name)}</b> {reason && `“${reason}” `}
          {meaning}
        </p>
      );
    }
    case 'warning':
      return (
        <Note intent={warningIntent(row.warning.code)}>
          <WarningText code={row.warning.code} message={row.warning.message} />
        </Note>
      );
    case 'response-failed':
      return <FailureCard failure={row.failure} exchangeId={session.id} announce={live} />;
    case 'failed':
      return <FailureCard failure={row.failure} exchangeId={session.id} />;
  }
}

function ItemRow({ item, session, live }: { item: SessionItem; session: LiveSession; live: boolean }) {
  const t = useStrings().realtime;
  const w = t.conversation;
  const { who, text, spoken, done, truncatedMs, failure, tool, startMs } = item;
  if (tool) return <ToolRow item={item} tool={tool} session={session} live={live} />;
  return (
    <article className={s.saying} data-who={who}>
      <header>
        <b>{who === 'person' ? t.you : t.model}</b>
        <span className="num">{formatPosition(startMs)}</span>
        {spoken && <span>{w.spoken}</span>}
        {truncatedMs !== null && <span className={s.warn}>{w.interrupted(formatMs(truncatedMs))}</span>}
      </header>
      {failure ? (
        <p className={s.warn}>{failure.gatewayMessage ?? <FailureText failure={failure} alone brief />}</p>
      ) : (
        <p>
          {text ? <OutsideText text={text} /> : <i>{done || !live ? w.noTranscript : w.transcribing}</i>}
          {live && !done && who === 'model' && <Caret />}
        </p>
      )}
    </article>
  );
}

interface ToolRowProps {
  item: SessionItem;
  tool: NonNullable<SessionItem['tool']>;
  session: LiveSession;
  live: boolean;
}

/** A tool call that waits for its output, which the user writes. */
function ToolRow({ item, tool, session, live }: ToolRowProps) {
  const t = useStrings().realtime.conversation;
  const { callId, isAnswered } = tool;
  const output = useUnsent(({ answers }) => answers[callId] ?? '');
  const send = () => {
    if (session.act({ kind: 'tool-output', callId, output })) setToolOutput(callId, '');
  };
  return (
    <article className={s.saying} data-who="tool">
      <header>
        <b>{t.tool(tool.name)}</b>
        <span className="num">{formatPosition(item.startMs)}</span>
        {isAnswered && <Badge>{tool.automatic === 'sent' ? t.toolAutomatic : t.toolAnswered}</Badge>}
        {tool.automatic === 'withheld' && !isAnswered && <Badge intent="warn">{t.toolWithheld}</Badge>}
      </header>
      <pre className={s.call}>
        <OutsideText text={tool.arguments} />
      </pre>
      {live && !isAnswered && (
        <div className={s.answer}>
          <TextArea
            value={output}
            onValueChange={(next) => setToolOutput(callId, next)}
            aria-label={t.toolAnswer}
            placeholder={t.toolAnswer}
            mono
            minRows={1}
            maxRows={6}
          />
          <Button size="sm" onClick={send}>
            {t.toolSend}
          </Button>
        </div>
      )}
    </article>
  );
}

/** Settings that were changed while the session was live, and what the gateway reported since. */
function ChangeRow({ change, live }: { change: SettingsChange; live: boolean }) {
  const t = useStrings().realtime.change;
  const { atMs, session, confirmed, rejected } = change;
  const { instructions, voice } = reportedSettings(session);
  const open = confirmed && unconfirmedSettings(session, confirmed.session);
  const state = rejected
    ? 'rejected'
    : open === null
      ? live
        ? 'waiting'
        : 'none'
      : open.length > 0
        ? 'differs'
        : 'ok';
  const intents = { rejected: 'bad', waiting: 'neutral', none: 'warn', differs: 'odd', ok: 'neutral' } as const;
  return (
    <article className={s.saying} data-who="event">
      <header>
        <b>{t.title}</b>
        <span className="num">{formatPosition(atMs)}</span>
        <Badge intent={intents[state]}>{t.states[state]}</Badge>
      </header>
      {instructions !== null && (
        <p>
          <span>{t.instructions}</span> <OutsideText text={instructions} />
        </p>
      )}
      {voice !== null && (
        <p>
          <span>{t.voice}</span> {voice}
        </p>
      )}
      {instructions === null && voice === null && <pre className={s.call}>{session}</pre>}
      {rejected && <p className={s.warn}>{rejected.gatewayMessage ?? rejected.message}</p>}
      {confirmed && state === 'ok' && <p className={s.note}>{t.confirmedAt(formatPosition(confirmed.atMs))}</p>}
      {open && state === 'differs' && <p className={s.note}>{t.differs(open)}</p>}
    </article>
  );
}

/** Says what was lost while there was no connection. */
export function GapSentence({ gap }: { gap: Gap }) {
  const t = useStrings().realtime.conversation;
  const { fromMs, toMs, why, replayed, droppedAudioMs, cutAnswer } = gap;
  const rest = [
    why,
    ...(cutAnswer ? [t.cutAnswer] : []),
    ...(droppedAudioMs > 0 ? [t.dropped(formatMs(droppedAudioMs))] : []),
    ...(toMs === null ? [] : [replayed === 'text' ? t.replayed : t.notReplayed]),
  ];
  return (
    <>
      <b>
        {toMs === null
          ? t.gapOpen(formatPosition(fromMs))
          : t.gap(formatMs(toMs - fromMs), formatPosition(fromMs), formatPosition(toMs))}
      </b>
      {t.sentences(['', ...rest])}
    </>
  );
}
