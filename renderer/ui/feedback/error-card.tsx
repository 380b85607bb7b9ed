import { Activity, CircleHelp, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../base/class-names.ts';
import { Heading, type HeadingLevel } from '../base/heading.tsx';
import { Icon } from '../base/icon.tsx';
import tone from '../base/tone.module.css';
import { Button, type ButtonIntent, IconButton } from '../controls/button.tsx';
import s from './error-card.module.css';

export interface ErrorAction {
  label: string;
  onSelect: () => void;
  /** The first action is `primary` by default: it is the best next step. */
  intent?: ButtonIntent | undefined;
  icon?: ReactNode;
  disabledReason?: string | undefined;
  /** Shown after the label: the time until it can succeed. It counts down, and the button only waits to be pressed. */
  wait?: string | undefined;
}

export interface ErrorFact {
  label: string;
  value: ReactNode;
  mono?: boolean | undefined;
  /** The value says what it is: the label is only for screen readers. */
  alone?: boolean | undefined;
}

export interface ErrorCardProps {
  /** What happened, in terms of the user's task. */
  title: string;
  /** One sentence: what it means, and what was kept. */
  children?: ReactNode;
  /** The evidence, in one line: status, code, time, request id. */
  facts?: readonly ErrorFact[] | undefined;
  actions?: readonly ErrorAction[] | undefined;
  /** The rest, folded unless it explains what is wrong. */
  details?: { label: string; body: ReactNode; isOpen?: boolean | undefined } | undefined;
  /** Link to the recorded exchange; always the last action. */
  wire?: { label: string; onSelect: () => void } | undefined;
  intent?: 'bad' | 'warn' | 'odd' | undefined;
  glyph?: LucideIcon | undefined;
  /** Read out at once by screen readers. Off where many cards appear together. */
  announce?: boolean | undefined;
  level?: HeadingLevel | undefined;
}

const glyphs = { bad: TriangleAlert, warn: TriangleAlert, odd: CircleHelp } as const;

/** What went wrong, what it means, and what to do next. Only its glyph is colored. */
export function ErrorCard({
  title,
  children,
  facts = [],
  actions = [],
  details,
  wire,
  intent = 'bad',
  glyph = glyphs[intent],
  announce,
  level = 3,
}: ErrorCardProps) {
  const wireButton = wire && <IconButton label={wire.label} icon={<Icon of={Activity} />} onClick={wire.onSelect} />;
  return (
    <section className={classes(s.card, tone[intent])} role={announce ? 'alert' : undefined}>
      <span className={s.glyph}>
        <Icon of={glyph} />
      </span>
      <Heading level={level} className={s.title}>
        {title}
      </Heading>
      {children !== undefined && <div className={s.body}>{children}</div>}
      {facts.length > 0 && (
        <dl className={s.facts}>
          {facts.map((fact) => (
            <div key={fact.label} className={s.fact}>
              <dt className={fact.alone ? 'sr-only' : undefined}>{fact.label}</dt>
              <dd className={fact.mono ? 'mono-s' : undefined}>{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions.length > 0 && (
        <div className={s.actions}>
          {actions.map((action, index) => (
            <Button
              key={action.label}
              intent={action.intent ?? (index === 0 ? 'primary' : 'plain')}
              icon={action.icon}
              disabledReason={action.disabledReason}
              onClick={action.onSelect}
            >
              <span className="num">
                {action.label}
                {/* Hidden, so that a card that is announced is not announced again every second. */}
                {action.wait !== undefined && <span aria-hidden> {action.wait}</span>}
              </span>
            </Button>
          ))}
          {wireButton && <span className={s.wire}>{wireButton}</span>}
        </div>
      )}
      {wireButton && actions.length === 0 && <span className={s.wireAlone}>{wireButton}</span>}
      {details && (
        <details className={s.details} open={details.isOpen}>
          <summary>{details.label}</summary>
          {details.body}
        </details>
      )}
    </section>
  );
}
