import { Clock, KeyRound, TriangleAlert } from 'lucide-react';
import type { Failure, FailureCode, SentFlag } from '#shared/protocol/failure.ts';
import { headerText } from '#shared/protocol/gateway-details.ts';
import { outcomes } from '#shared/protocol/outcomes.ts';
import type { HeadingLevel } from '../../ui/base/heading.tsx';
import { withSigns } from '../../ui/base/hidden-signs.tsx';
import { type ErrorAction, ErrorCard, type ErrorFact } from '../../ui/feedback/error-card.tsx';
import { useCall } from '../client/query.ts';
import { formatMs } from '../i18n/format.ts';
import { useLanguage, useStrings } from '../i18n/strings.ts';
import { goTo, openPanel } from '../navigation/open-panel.ts';
import { openWireRecord } from '../navigation/wire-focus.ts';
import { focusPlace } from '../runs/send-blocker.ts';
import { useNow } from '../runs/use-now.ts';
import { sentencesOf } from './failure-sentences.ts';
import { headlineOf } from './failures.ts';
import { sendKeyAs, tryKeyStyles } from './key-style-remedy.ts';

export interface FailureAction extends ErrorAction {
  /** Sends the same request again: the first action only where that can succeed, with the wait the gateway asked for. */
  again?: boolean | undefined;
}

export interface FailureCardProps {
  failure: Failure;
  /** What happened, where the panel knows more than the code says. */
  title?: string | undefined;
  /** Where the failed request is recorded. Default: what the failure itself says. */
  exchangeId?: string | null | undefined;
  /** How far the request got, if known. */
  sent?: SentFlag | null | undefined;
  /** What the panel can do about it, best first. */
  actions?: readonly FailureAction[] | undefined;
  /** Additional text from the page. */
  note?: string | undefined;
  /** Read out at once. Off where many cards appear together. */
  announce?: boolean | undefined;
  level?: HeadingLevel | undefined;
  /** Sends the key in the header that the gateway named. Default: changes the connection of the exchange. */
  onSendKeyAs?: ((header: NonNullable<Failure['keyHeader']>) => void) | undefined;
}

/**
 * Any failure: what happened, in the gateway's own words, and what was kept; the evidence in one line; what fixes it
 * first among the actions, and the request. What to do is written out where no action does it, else under Details, as
 * is what only the core says, in English. Details are open where nothing else says what is wrong.
 */
export function FailureCard({
  failure,
  title,
  exchangeId,
  sent,
  note,
  actions = [],
  announce = true,
  level,
  onSendKeyAs,
}: FailureCardProps) {
  const words = useStrings();
  const t = words.pieces.failure;
  const language = useLanguage();
  const { message, kept, hint, core } = sentencesOf(failure, language, words, sent);
  const recorded = exchangeId ?? failure.exchangeId;
  const { data: exchange } = useCall('exchanges', 'get', { id: recorded ?? '' }, { enabled: recorded !== null });
  const durationMs = exchange?.durationMs ?? null;
  const endedAt = exchange && durationMs !== null ? exchange.startedAt + durationMs : null;
  const waitMs = useWait(endedAt, failure.retryAfterMs);

  const fix = useFix(failure, recorded, onSendKeyAs);
  const own = actions.filter(({ again }) => !again);
  const repeats = actions
    .filter(({ again }) => again)
    .map((action) => ({
      ...action,
      intent: action.intent ?? (failure.retryable ? undefined : ('plain' as const)),
      wait: waitMs > 0 ? t.waiting(Math.ceil(waitMs / 1000)) : undefined,
    }));
  const offered = failure.retryable ? [...own, ...repeats, ...fix] : [...own, ...fix, ...repeats];
  const isFixed = failure.retryable ? offered.length > 0 : own.length + fix.length > 0;
  const isLinked = fixes[failure.code] === 'viewRequest' && fix.length > 0;

  const quote = failure.gatewayMessage;
  const code = failure.gatewayCode ?? failure.type;
  const param = message.includes(failure.param ?? '') ? null : failure.param;
  const facts: (ErrorFact | false | '' | null)[] = [
    failure.status !== null && { label: t.status, value: failure.status, alone: true },
    code && { label: t.code, value: code, mono: true, alone: true },
    param && { label: t.param, value: param, mono: true },
    failure.retryAfterMs !== null && { label: t.wait, value: formatMs(failure.retryAfterMs) },
    durationMs !== null && { label: t.time, value: formatMs(durationMs), alone: true },
    failure.requestId && { label: t.request, value: failure.requestId, mono: true },
  ];
  const details = [
    isFixed && hint && <p key="hint">{hint}</p>,
    core && (
      <p key="core" lang="en">
        {core}
      </p>
    ),
  ].filter(Boolean);
  const rest = words.pieces.sentences(kept, !isFixed && hint, note ?? null);
  const { location } = outcomes[failure.code];
  const explains = message === '' && (location === 'here' || location === 'program');
  return (
    <ErrorCard
      title={title ?? headlineOf(failure, words)}
      glyph={isOfKey(failure) ? KeyRound : failure.retryAfterMs !== null ? Clock : TriangleAlert}
      intent={outcomes[failure.code].retry === 'wait-first' ? 'warn' : 'bad'}
      facts={facts.filter((fact) => typeof fact === 'object' && fact !== null)}
      actions={offered}
      details={details.length > 0 ? { label: t.details, body: details, isOpen: explains } : undefined}
      wire={recorded && !isLinked ? { label: t.wire, onSelect: () => openWireRecord(recorded, 'response') } : undefined}
      announce={announce}
      level={level}
    >
      {message || rest ? (
        <p>
          {quote ? <q>{withSigns(quote, 'code')}</q> : message} {rest}
        </p>
      ) : undefined}
    </ErrorCard>
  );
}

const isOfKey = ({ code }: Failure): boolean => outcomes[code].exit === 'key';

/** The time left of the wait that the gateway asked for, in ms; 0 when it is over, and where its beginning is unknown. */
function useWait(endedAt: number | null, retryAfterMs: number | null): number {
  const until = endedAt !== null && retryAfterMs !== null ? endedAt + retryAfterMs : 0;
  const now = useNow(until > Date.now());
  return Math.max(0, until - now);
}

/** The panels with a patch line, on which a model can be selected. */
const sendsFrom = new Set(['chat', 'images', 'audio', 'realtime', 'video', 'embeddings', 'rerank', 'request']);

/** The action that fixes a failure, where it can be done from here. */
function useFix(
  { code, keyHeader }: Failure,
  exchangeId: string | null,
  onSendKeyAs: FailureCardProps['onSendKeyAs'],
): FailureAction[] {
  const t = useStrings().pieces.failure;
  if (keyHeader && (onSendKeyAs || exchangeId)) {
    const onSelect = () => (onSendKeyAs ? onSendKeyAs(keyHeader) : sendKeyAs(exchangeId ?? '', keyHeader));
    return [{ label: t.sendKeyAs(headerText(keyHeader)), onSelect }];
  }
  const fix = fixes[code];
  const act = fix && actOf(fix, openPanel.getState().id, exchangeId);
  return fix && act ? [{ label: fix === 'viewRequest' ? t.wire : t.fixes[fix], onSelect: act }] : [];
}

function actOf(fix: Fix, panel: string, exchangeId: string | null): (() => void) | null {
  if (fix === 'selectModel') return sendsFrom.has(panel) ? () => focusPlace('model') : null;
  if (fix === 'viewRequest') return exchangeId ? () => openWireRecord(exchangeId, 'response') : null;
  if (fix === 'tryStyles') return exchangeId ? () => tryKeyStyles(exchangeId) : null;
  return sendsFrom.has(panel) || panel === 'models' || panel === 'wire' ? () => goTo('connections') : null;
}

/** What fixes a failure, besides sending the same request again. */
type Fix = 'checkKey' | 'addKey' | 'otherKey' | 'editConnection' | 'selectModel' | 'tryStyles' | 'viewRequest';

/**
 * The one action that fixes a failure of this kind. `null` where only the user can tell what to change, or where sending
 * again is all there is: the card then says what to do.
 */
const fixes: Readonly<Record<FailureCode, Fix | null>> = {
  'bad-input': null,
  'bad-draft': null,
  misuse: null,
  'route-off': 'editConnection',
  'no-key': 'addKey',
  'invalid-key': 'checkKey',
  'invalid-address': 'editConnection',
  'insecure-address': 'editConnection',
  'not-found-here': null,
  conflict: null,

  dns: 'editConnection',
  refused: 'editConnection',
  unreachable: 'editConnection',
  tls: 'editConnection',
  proxy: 'editConnection',
  'connect-timeout': 'editConnection',
  'headers-timeout': null,
  'idle-timeout': null,
  stalled: null,
  'total-timeout': null,
  reset: null,
  'upload-stalled': null,
  protocol: 'viewRequest',

  redirect: 'editConnection',
  auth: 'checkKey',
  'key-missing': 'addKey',
  'key-style': 'tryStyles',
  forbidden: 'otherKey',
  quota: 'otherKey',
  'model-not-found': 'selectModel',
  'not-found': 'viewRequest',
  'route-absent': 'editConnection',
  'too-big-for-server': null,
  'unsupported-media': null,
  parameter: null,
  rejected: null,
  moderated: null,
  'rate-limited': null,
  overloaded: null,
  upstream: null,
  'upstream-account': 'selectModel',
  server: null,

  'in-band': null,
  'no-terminal': null,
  truncated: null,
  'bad-json': 'viewRequest',
  'not-json': 'viewRequest',
  'wrong-type': 'viewRequest',
  empty: null,
  encoding: 'viewRequest',
  'too-large': null,

  aborted: null,
  'app-ended': null,
  'connection-lost': null,
  storage: null,
  memory: null,
  internal: null,
};
