import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { CoreText } from '../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { warningWord } from '../verdict-word.ts';
import s from './detail.module.css';

/** What was odd, a word each; pressing one says what it means here. */
export function WarningPills({ warnings }: { warnings: ExchangeDetail['warnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <div className={s.pills}>
      {warnings.map(({ code, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one warning may be given twice
        <Pill key={index} code={code} message={message} />
      ))}
    </div>
  );
}

function Pill({ code, message }: { code: string; message: string }) {
  const t = useStrings().wirePanel;
  const [open, setOpen] = useState(false);
  const word = warningWord(code, t) ?? code;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={word}
      trigger={
        <button type="button" className={s.pill}>
          <Icon of={CircleHelp} size="xs" />
          {word}
        </button>
      }
    >
      <p className={s.explain}>
        <CoreText>{message}</CoreText>
      </p>
    </Popover>
  );
}
