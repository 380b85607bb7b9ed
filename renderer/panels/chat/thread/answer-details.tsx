import { type KeyboardEvent, useState } from 'react';
import type { LogprobToken } from '#shared/protocol/part.ts';
import { useCost, useMoney } from '../../../lib/cost/costs.ts';
import { cutAmong } from '../../../lib/failures/verdict.ts';
import { formatBytes, formatMs, formatNumber, formatPercent } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { type Answer, keptTokens } from '../model/answer.ts';
import s from './answer-details.module.css';

/** Every number of a reply that its one line has no room for. */
export function AnswerDetails({ answer, exchangeId }: { answer: Answer; exchangeId: string | null }) {
  const { cost: costWords, chat } = useStrings();
  const words = chat.facts;
  const money = useMoney();
  const cost = useCost(exchangeId);
  const { timeline, usage, status, requestId, answeredBy, finishReason } = answer;
  const time = (ms: number | null | undefined) => (ms == null ? null : formatMs(ms));
  const count = (value: number | null | undefined) => (value ? formatNumber(value) : null);
  const rows: [label: string, value: string | null, isLiteral?: boolean][] = [
    [words.totalTime, time(timeline?.endMs)],
    [words.gap, timeline && timeline.chunks > 1 ? time(timeline.longestGapMs) : null],
    [words.reasoning, count(usage?.reasoningTokens)],
    [words.cached, count(usage?.cachedTokens)],
    [costWords.label, cost && (cost.money ? money.amount(cost.money, cost.isEstimate) : costWords.unknown)],
    [words.received, timeline && formatBytes(timeline.receivedBytes)],
    [words.events, count(answer.events)],
    [words.finish, finishReason, true],
    [words.status, status === null ? null : String(status)],
    [words.answeredBy, answeredBy, true],
    [words.requestId, requestId, true],
  ];
  const isCut = cutAmong(answer.warnings) !== undefined;
  return (
    <div className={s.details}>
      <dl>
        {rows.map(
          ([label, value, isLiteral]) =>
            value !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={classes(isLiteral && 'mono', label === words.finish && isCut && s.cut)}>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {cost &&
        money.explain(cost).map((line) => (
          <p key={line} className={s.part}>
            {line}
          </p>
        ))}
      {answer.logprobs && answer.logprobs.length > 0 && <TokenProbabilities tokens={answer.logprobs} />}
    </div>
  );
}

/** Probabilities below which a token is marked, the least likely first. */
const levels = [0.2, 0.5, 0.9];

/** From 0 (hardly likely) to 3 (almost certain). */
const levelOf = (logprob: number | null): number => {
  const at = levels.findIndex((below) => shareOf(logprob) < below);
  return at === -1 ? levels.length : at;
};

const shareOf = (logprob: number | null): number => (logprob === null ? 0 : Math.min(1, Math.exp(logprob)));

/** Below one percent, the digits that say how far. */
const percent = (logprob: number | null): string => {
  const share = shareOf(logprob);
  return share > 0 && share < 0.005 ? '<1%' : formatPercent(share);
};

/** Line breaks and blanks as they are written in code: a token may be nothing else. */
const shown = (text: string): string =>
  (text.trim() === '' ? text.replaceAll(' ', '␣') : text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** The token and its alternatives: services list it among them only where it was one of the most likely. */
const listed = (token: LogprobToken): LogprobToken['alternatives'] =>
  token.alternatives.some(({ text }) => text === token.text) ? token.alternatives : [token, ...token.alternatives];

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => Math.min(count - 1, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/**
 * The tokens of a reply, marked where they were unlikely. The one under the pointer or with the focus shows what else
 * was likely; arrow keys move, so the tokens are one tab stop.
 */
function TokenProbabilities({ tokens }: { tokens: readonly LogprobToken[] }) {
  const words = useStrings().chat.facts;
  const [at, setAt] = useState(0);
  const [hovered, setHovered] = useState<number | null>(null);
  const active = tokens[hovered ?? at];

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = step(at, tokens.length);
    setAt(next);
    setHovered(null);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };

  return (
    <section className={s.tokens} aria-label={words.tokens}>
      <h3>{words.tokens}</h3>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside */}
      <div className={s.text} onKeyDown={onKeyDown} onPointerLeave={() => setHovered(null)}>
        {tokens.map((token, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other identity
            key={index}
            type="button"
            className={s.token}
            data-level={levelOf(token.logprob)}
            tabIndex={index === at ? 0 : -1}
            aria-label={`${shown(token.text)} ${percent(token.logprob)}`}
            onFocus={() => setAt(index)}
            onPointerEnter={() => setHovered(index)}
          >
            {token.text.trim() === '' && !token.text.includes('\n') ? token.text : shown(token.text)}
          </button>
        ))}
      </div>
      {active && (
        <ul className={s.alternatives} aria-live="polite">
          {listed(active).map(({ text, logprob }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a service may list one text twice
            <li key={index} data-chosen={text === active.text}>
              <span className="mono">{shown(text)}</span>
              <span>{percent(logprob)}</span>
            </li>
          ))}
        </ul>
      )}
      {tokens.length === keptTokens && <p>{words.tokensKept(formatNumber(keptTokens))}</p>}
    </section>
  );
}
