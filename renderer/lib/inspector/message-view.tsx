import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { classes } from '../../ui/base/class-names.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { useStrings } from '../i18n/strings.ts';
import { saveBody } from './body/use-body-text.ts';
import { mask } from './header-origins.ts';
import s from './inspector.module.css';

type Headers = readonly (readonly [name: string, value: string])[];

interface MessageViewProps {
  /** Head beside body; else one below the other. */
  compact: boolean;
  /** Request line or status line. */
  line: ReactNode;
  /** In wire order, duplicates kept. */
  headers: Headers;
  /** Secondary text after the value of a header. */
  note?: HeaderListProps['note'];
  /** After the title of the headers. */
  badge?: ReactNode;
  /** Above the head: a problem, a note. */
  notice?: ReactNode;
  /** Headers are shown on request: the body is what is read first. */
  folded?: boolean;
  /** Its body, a `MessageBody`. */
  children: ReactNode;
}

/** One HTTP message: its line and headers, and its body. */
export function MessageView({
  compact,
  line,
  headers,
  note,
  badge,
  notice,
  folded = false,
  children,
}: MessageViewProps) {
  const t = useStrings().wire;
  return (
    <section
      className={compact ? s.compact : s.scroll}
      aria-label={compact ? undefined : t.head}
      tabIndex={compact ? undefined : 0}
    >
      <section className={s.head} aria-label={compact ? t.head : undefined} tabIndex={compact ? 0 : undefined}>
        {notice}
        <div className={s.line}>{line}</div>
        {folded ? (
          <details className={s.folded}>
            <summary>{t.headers(headers.length)}</summary>
            <HeaderList headers={headers} note={note} />
            <CopyHeaders headers={headers} />
          </details>
        ) : (
          <>
            <div className={s.caption}>
              <h3>{t.headers(headers.length)}</h3>
              {badge}
              <CopyHeaders headers={headers} />
            </div>
            <HeaderList headers={headers} note={note} />
          </>
        )}
      </section>
      {children}
    </section>
  );
}

interface MessageBodyProps {
  title: string;
  note?: string | undefined;
  /** Where it is recorded; a body that is not sent yet cannot be saved. */
  recorded?: { exchangeId: string; side: 'request' | 'response' };
  /** Controls for the body mode. */
  actions?: ReactNode;
  /** The smaller body below another one. */
  small?: boolean;
  children: ReactNode;
}

/** A body below a line with its type, its modes, and a button that saves it as a file. */
export function MessageBody({ title, note, recorded, actions, small = false, children }: MessageBodyProps) {
  const t = useStrings().wire;
  return (
    <div className={classes(s.body, small && s.small)}>
      <div className={s.bar}>
        <h3>
          {title} {note && <small>{note}</small>}
        </h3>
        <span className={s.actions}>
          {actions}
          {recorded && (
            <IconButton
              label={t.saveBody}
              size="sm"
              icon={<Icon of={Download} size="s" />}
              onClick={() => void saveBody(recorded.exchangeId, recorded.side)}
            />
          )}
        </span>
      </div>
      {children}
    </div>
  );
}

/** Copies headers as lines. */
function CopyHeaders({ headers }: { headers: Headers }) {
  const t = useStrings().wire;
  return (
    <CopyButton
      text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
      labels={{ copy: t.copyHeaders, copied: t.copied, failed: t.copyFailed }}
    />
  );
}

/** The headers of both messages, without their bodies. */
export function HeaderLists({ exchange: { request, response } }: { exchange: ExchangeDetail }) {
  const t = useStrings().wire.tabs;
  return (
    <>
      {response && <TitledHeaders title={t.response} headers={response.headers} />}
      <TitledHeaders title={t.request} headers={request.headers} />
    </>
  );
}

const TitledHeaders = ({ title, headers }: { title: string; headers: Headers }) => (
  <section className={s.section}>
    <h3>
      {title}
      <CopyHeaders headers={headers} />
    </h3>
    <HeaderList headers={headers} />
  </section>
);

interface HeaderListProps {
  headers: Headers;
  /** Secondary text after a value. */
  note?: ((name: string, value: string) => string | null) | undefined;
}

/** Headers in wire order, duplicates kept; what was redacted from a value is marked. */
export function HeaderList({ headers, note }: HeaderListProps) {
  return (
    <dl className={s.headers}>
      {headers.map(([name, value], index) => {
        const words = note?.(name, value);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two headers may be wholly equal
          <div key={index} className={s.header}>
            <dt>{name}</dt>
            <dd>
              {masked(value)}
              {words && <span className={s.from}>{words}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Renders a value with each mask as one element. */
function masked(value: string): ReactNode {
  return value.split(mask).flatMap((part, index) =>
    index === 0
      ? [part]
      : [
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one value never change places
          <span key={index} className={s.mask}>
            {mask}
          </span>,
          part,
        ],
  );
}
