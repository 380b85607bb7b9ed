import { Scissors } from 'lucide-react';
import { useState } from 'react';
import { closeMeaning } from '#shared/protocol/realtime-closes.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { OutsideText } from '../../../lib/page/outside-text.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { Caret } from '../../../ui/text/caret.tsx';
import { type Gap, isLive, type LiveSession, type Saying } from '../model/session-view.ts';
import { type TalkRow, talkRows } from '../model/talk-rows.ts';
import { setToolOutput, useUnsent } from '../store.ts';
import { useSessionView } from '../use-session.ts';
import s from './conversation.module.css';

const keyOf = (row: TalkRow) => row.key;

/** What both sides said, with calls of tools, gaps and faults at their place. */
export function Conversation({ session }: { session: LiveSession }) {
  const t = useStrings().realtime.conversation;
  const sayings = useSessionView(session, (view) => view.sayings);
  const gaps = useSessionView(session, (view) => view.gaps);
  const problems = useSessionView(session, (view) => view.problems);
  const expectations = useSessionView(session, (view) => view.expectations);
  const closed = useSessionView(session, (view) => view.closed);
  const ended = useSessionView(session, (view) => view.ended);
  const live = useSessionView(session, isLive);
  // How a session ended is seen by who was there; one of old is read from its beginning.
  const [wasLive, setWasLive] = useState(live);
  if (live && !wasLive) setWasLive(true);
  const rows = talkRows({ sayings, gaps, problems, expectations, closed, ended });
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
      return <SayingRow saying={row.saying} session={session} live={live} />;
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
            `${t.problem}: ${row.problem.failure.gatewayMessage}`
          )}
        </Note>
      );
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
    case 'failed':
      return <FailureCard failure={row.failure} exchangeId={session.id} />;
  }
}

function SayingRow({ saying, session, live }: { saying: Saying; session: LiveSession; live: boolean }) {
  const t = useStrings().realtime;
  const w = t.conversation;
  const { who, text, spoken, done, truncatedMs, failure, tool, startMs } = saying;
  if (tool) return <ToolRow saying={saying} tool={tool} session={session} live={live} />;
  return (
    <article className={s.saying} data-who={who}>
      <header>
        <b>{who === 'person' ? t.you : t.model}</b>
        <span className="num">{formatMs(startMs)}</span>
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
  saying: Saying;
  tool: NonNullable<Saying['tool']>;
  session: LiveSession;
  live: boolean;
}

/** A call of a tool waits for its answer by hand. */
function ToolRow({ saying, tool, session, live }: ToolRowProps) {
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
        <span className="num">{formatMs(saying.startMs)}</span>
        {isAnswered && <Badge intent="ok">{t.toolAnswered}</Badge>}
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

/** What was lost while there was no connection, in sentences. */
export function GapSentence({ gap }: { gap: Gap }) {
  const t = useStrings().realtime.conversation;
  const { fromMs, toMs, why, replayed, droppedAudioMs, cutAnswer: cutResponse } = gap;
  return (
    <>
      <b>
        {toMs === null ? t.gapOpen(formatMs(fromMs)) : t.gap(formatMs(toMs - fromMs), formatMs(fromMs), formatMs(toMs))}
      </b>{' '}
      {why} {cutResponse && `${t.cutAnswer} `}
      {droppedAudioMs > 0 && `${t.dropped(formatMs(droppedAudioMs))} `}
      {toMs !== null && (replayed === 'text' ? t.replayed : t.notReplayed)}
    </>
  );
}
