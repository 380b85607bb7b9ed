import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../base/icon.tsx';
import { IconButton } from '../controls/button.tsx';
import s from './composer.module.css';

interface ComposerProps {
  /** Its text areas have boxes of their own, which show the focus. */
  boxed?: boolean;
  children: ReactNode;
}

/** The box of a prompt: its attachments above, and below it a row with the cost and Send. */
export const Composer = ({ boxed, children }: ComposerProps) => (
  <div className={s.composer} data-boxed={boxed} data-composer>
    {children}
  </div>
);

export const ComposerRow = ({ children }: { children: ReactNode }) => <div className={s.row}>{children}</div>;

/** What the request will cost, before the buttons at the right. */
export const ComposerCost = ({ children }: { children: ReactNode }) => <span className={s.cost}>{children}</span>;

/** Why the request cannot be sent, or what should be checked first. */
export const ComposerWarning = ({ role, children }: { role?: 'alert' | 'status'; children: ReactNode }) => (
  <p className={s.warning} role={role}>
    {children}
  </p>
);

/** Restores the text that was in the box before. */
export const RestoreTextButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <IconButton label={label} shortcut="↑" size="sm" icon={<Icon of={Undo2} size="s" />} onClick={onClick} />
);
