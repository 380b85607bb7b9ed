import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { OutsideText } from '../../../lib/page/outside-text.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import type { Answer } from '../model/answer.ts';
import s from './thread.module.css';
import { useElapsedMs } from './use-elapsed-ms.ts';

/** The model's thoughts: folded, timed, one click away; open by itself only while nothing else has come. */
export function Reasoning({ answer, live }: { answer: Answer; live: boolean }) {
  const words = useStrings().chat.reasoning;
  const [open, setOpen] = useState<boolean | null>(null);
  const thinking = live && answer.reasoningToMs === null;
  const shown = open ?? (thinking && !answer.text);
  const { reasoningFromMs: from, reasoningToMs: to } = answer;
  return (
    <>
      <button type="button" className={s.think} aria-expanded={shown} onClick={() => setOpen(!shown)}>
        <Icon of={shown ? ChevronDown : ChevronRight} size="s" />
        {thinking && from !== null ? (
          <SoFar startedMs={from} />
        ) : from === null || to === null ? (
          words.doneUntimed
        ) : (
          words.done(formatMs(to - from))
        )}
      </button>
      {shown && (
        <div className={s.thoughts} dir="auto">
          <OutsideText text={answer.reasoning} />
        </div>
      )}
    </>
  );
}

function SoFar({ startedMs }: { startedMs: number }) {
  const elapsedMs = useElapsedMs(startedMs);
  return useStrings().chat.reasoning.running(formatMs(elapsedMs));
}
