import { CornerDownLeft, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { OutsideText } from '../../../lib/i18n/outside-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { indentJson } from '../../../ui/code/indent-json.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { chat } from '../chat.ts';
import type { AnswerCall } from '../model/answer.ts';
import { type AssistantTurn, siblings, type ToolTurn } from '../model/conversation.ts';
import s from './thread.module.css';
import { Versions } from './versions.tsx';

interface ToolCallsProps {
  turn: AssistantTurn;
  calls: readonly AnswerCall[];
  live: boolean;
  isLast: boolean;
}

/** The tool calls of a reply, each with its arguments, and fields to enter their outputs. */
export function ToolCalls({ turn, calls, live, isLast }: ToolCallsProps) {
  const words = useStrings().chat.tools;
  return (
    <>
      {calls.map((call) => (
        <section key={call.index} className={s.call} aria-label={words.call(call.name)}>
          <div className={s.callHead}>
            <Icon of={Wrench} size="s" />
            {words.call(call.name)}
            {call.valid === null && live && <Badge intent="live">{words.arriving}</Badge>}
            <span className={`mono-s ${s.id}`}>{call.id}</span>
          </div>
          <pre className={s.callText}>
            <OutsideText text={(call.valid && indentJson(call.arguments || '{}')) || call.arguments} />
          </pre>
          {call.valid === false && <Note intent="odd">{words.invalid}</Note>}
        </section>
      ))}
      {!live && isLast && <ManualOutput turn={turn} calls={calls} />}
    </>
  );
}

function ManualOutput({ turn, calls }: { turn: AssistantTurn; calls: readonly AnswerCall[] }) {
  const words = useStrings().chat.tools;
  const [outputs, setOutputs] = useState<Record<number, string>>({});
  const answered = useStore(chat(), ({ open, openId }) => {
    const conversation = open[openId];
    return conversation ? siblings(conversation, turn.id).some(({ role }) => role === 'tool') : false;
  });
  if (answered) return null;
  const send = () => {
    chat().send(turn.id, [
      {
        id: crypto.randomUUID(),
        parentId: turn.id,
        createdAt: Date.now(),
        role: 'tool',
        outputs: calls.map((call) => ({ callId: call.id, name: call.name, output: outputs[call.index] ?? '' })),
      },
    ]);
  };
  return (
    <div className={s.outputs}>
      {calls.map((call) => (
        <TextArea
          key={call.index}
          value={outputs[call.index] ?? ''}
          onValueChange={(text) => setOutputs((before) => ({ ...before, [call.index]: text }))}
          aria-label={words.outputLabel(call.name)}
          placeholder={words.outputPlaceholder}
          mono
          minRows={2}
          maxRows={10}
        />
      ))}
      <Button intent="primary" onClick={send}>
        {words.continue}
      </Button>
    </div>
  );
}

/** Outputs that the user entered for the calls above. */
export function ToolTurnView({ turn }: { turn: ToolTurn }) {
  const words = useStrings().chat.tools;
  return (
    <article className={s.turn} aria-label={words.answered}>
      <span className={s.who} aria-hidden="true">
        <Icon of={CornerDownLeft} size="s" />
      </span>
      <div className={s.body}>
        {turn.outputs.map(({ callId, name, output }) => (
          <section key={callId} className={s.call}>
            <div className={s.callHead}>
              {words.output(name)}
              <span className={`mono-s ${s.id}`}>{callId}</span>
            </div>
            <pre className={s.callText}>
              <OutsideText text={output} />
            </pre>
          </section>
        ))}
        <div className={s.actions}>
          <Versions turn={turn} />
        </div>
      </div>
    </article>
  );
}
