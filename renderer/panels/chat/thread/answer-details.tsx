import { useCost, useMoney } from '../../../lib/cost/costs.ts';
import { cutAmong } from '../../../lib/failures/verdict.ts';
import { formatBytes, formatMs, formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import type { Answer } from '../model/answer.ts';
import s from './answer-details.module.css';
import { TokenProbabilities } from './token-probabilities.tsx';

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
