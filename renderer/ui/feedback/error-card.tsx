import { Activity, CircleHelp, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Heading, type HeadingLevel } from '../base/heading.tsx';
import { Icon } from '../base/icon.tsx';
import tone from '../base/tone.module.css';
import { Button, type ButtonIntent } from '../controls/button.tsx';
import s from './error-card.module.css';

export interface ErrorAction {
  label: string;
  onSelect: () => void;
  /** The first action is `primary` by default: it is the best next step. */
  intent?: ButtonIntent | undefined;
  icon?: ReactNode;
  disabledReason?: string | undefined;
}

export interface ErrorCardProps {
  /** What happened, in terms of the user's task. */
  title: string;
  /** What it means, what was kept, whether a retry helps. */
  children?: ReactNode;
  /** The evidence: status, code, time, request id. */
  facts?: readonly { label: string; value: ReactNode; mono?: boolean | undefined }[] | undefined;
  actions?: readonly ErrorAction[] | undefined;
  /** Link to the recorded exchange; always the last action. */
  wire?: { label: string; onSelect: () => void } | undefined;
  intent?: 'bad' | 'warn' | 'odd' | undefined;
  /** Read out at once by screen readers. Off where many cards appear together. */
  announce?: boolean | undefined;
  level?: HeadingLevel | undefined;
}

const glyph = { bad: TriangleAlert, warn: TriangleAlert, odd: CircleHelp } as const;

/** What went wrong, what it means, and what to do next. */
export function ErrorCard({
  title,
  children,
  facts = [],
  actions = [],
  wire,
  intent = 'bad',
  announce,
  level = 3,
}: ErrorCardProps) {
  return (
    <section className={classes(s.card, tone[intent])} role={announce ? 'alert' : undefined}>
      <Heading level={level} className={s.title}>
        <Icon of={glyph[intent]} />
        <span>{title}</span>
      </Heading>
      {children !== undefined && <div className={s.body}>{children}</div>}
      {facts.length > 0 && (
        <dl className={s.facts}>
          {facts.map((fact) => (
            <div key={fact.label} className={s.fact}>
              <dt>{fact.label}</dt>
              <dd className={fact.mono ? 'mono-s' : undefined}>{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {(actions.length > 0 || wire) && (
        <div className={s.actions}>
          {actions.map((action, index) => (
            <Button
              key={action.label}
              size="sm"
              intent={action.intent ?? (index === 0 ? 'primary' : 'plain')}
              icon={action.icon}
              disabledReason={action.disabledReason}
              onClick={action.onSelect}
            >
              {action.label}
            </Button>
          ))}
          {wire && (
            <Button size="sm" intent="quiet" icon={<Icon of={Activity} size="s" />} onClick={wire.onSelect}>
              {wire.label}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
