import type { Failure, SentFlag } from '#shared/protocol/failure.ts';
import type { HeadingLevel } from '../../ui/base/heading.tsx';
import { type ErrorAction, ErrorCard } from '../../ui/feedback/error-card.tsx';
import { formatMs } from '../i18n/format.ts';
import { useStrings } from '../i18n/strings.ts';
import { openWireRecord } from '../navigation/wire-focus.ts';
import { FailureText } from './failure-text.tsx';
import { headlineOf } from './failures.ts';
import { tryKeyStyles } from './key-style-remedy.ts';

export interface FailureCardProps {
  failure: Failure;
  /** Where the failed request is recorded. Default: what the failure itself says. */
  exchangeId?: string | null | undefined;
  /** How far the request got, if known. */
  sent?: SentFlag | null | undefined;
  /** The best next step first. */
  actions?: readonly ErrorAction[] | undefined;
  /** Additional text from the page. */
  note?: string | undefined;
  /** Read out at once. Off where many cards appear together. */
  announce?: boolean | undefined;
  level?: HeadingLevel | undefined;
}

/** Any failure: what happened, what to do next, the evidence, and a link to the wire record. */
export function FailureCard({ failure, exchangeId, sent, note, actions, announce = true, level }: FailureCardProps) {
  const words = useStrings();
  const t = words.pieces.failure;
  const recorded = exchangeId ?? failure.exchangeId;
  const gatewayCode = failure.gatewayCode ?? failure.type;
  const facts = [
    failure.status !== null && { label: t.status, value: failure.status },
    gatewayCode && { label: t.code, value: gatewayCode, mono: true },
    failure.param && { label: t.param, value: failure.param, mono: true },
    failure.retryAfterMs !== null && { label: t.wait, value: formatMs(failure.retryAfterMs) },
    failure.requestId && { label: t.request, value: failure.requestId, mono: true },
  ].filter((fact) => typeof fact === 'object' && fact !== null);
  const remedies: ErrorAction[] =
    failure.code === 'key-style' && recorded
      ? [
          {
            label: t.tryStyles,
            onSelect: () => tryKeyStyles(recorded),
          },
        ]
      : [];
  return (
    <ErrorCard
      title={headlineOf(failure, words)}
      facts={facts}
      actions={[...remedies, ...(actions ?? [])]}
      wire={recorded ? { label: t.wire, onSelect: () => openWireRecord(recorded, 'response') } : undefined}
      announce={announce}
      level={level}
    >
      <p>
        <FailureText failure={failure} />
        {note && ` ${note}`}
      </p>
      {failure.gatewayMessage && failure.gatewayMessage !== failure.message && <p>{t.says(failure.gatewayMessage)}</p>}
      {sent && sent !== 'answered' && <p>{t.sent[sent]}</p>}
    </ErrorCard>
  );
}
