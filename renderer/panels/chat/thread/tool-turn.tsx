import { CornerDownLeft } from 'lucide-react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { OutsideText } from '../../../lib/page/outside-text.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import type { ToolTurn } from '../model/conversation.ts';
import s from './thread.module.css';
import { Versions } from './versions.tsx';

/** Results given by hand to the calls above. */
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
