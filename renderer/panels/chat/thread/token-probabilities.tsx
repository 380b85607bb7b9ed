import { type KeyboardEvent, useState } from 'react';
import type { LogprobToken } from '#shared/protocol/part.ts';
import { formatNumber, formatPercent } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { keptTokens } from '../model/answer.ts';
import s from './token-probabilities.module.css';

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
export function TokenProbabilities({ tokens }: { tokens: readonly LogprobToken[] }) {
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
