import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { saveBody } from '../../../lib/inspector/body/save-body.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import s from './detail.module.css';

export interface BodyBarProps {
  title: string;
  note?: string | undefined;
  exchangeId: string;
  side: 'request' | 'response';
  /** How the body is looked at. */
  children?: ReactNode;
}

/** The line above a body: what it is, how it is looked at, and the way to have it as a file. */
export function BodyBar({ title, note, exchangeId, side, children }: BodyBarProps) {
  const t = useStrings().wireDetail.response;
  return (
    <div className={s.bar}>
      <h3>
        {title} {note && <small>{note}</small>}
      </h3>
      <span className={s.barActs}>
        {children}
        <IconButton
          label={t.save}
          size="sm"
          icon={<Icon of={Download} size="s" />}
          onClick={() => void saveBody(exchangeId, side)}
        />
      </span>
    </div>
  );
}
