import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#shared/contract/language.ts';
import { type Failure, type FailureCode, failure, failureCodes, failureEffects } from '#shared/protocol/failure.ts';
import { mayWorkAgain } from '#shared/protocol/outcomes.ts';
import { refusalWords } from '#shared/protocol/refusal-words.ts';
import { askKey, queryClient } from '../../../../../renderer/lib/client/query.ts';
import type { FailureCardProps } from '../../../../../renderer/lib/failures/failure-card.tsx';
import { FailureCard } from '../../../../../renderer/lib/failures/failure-card.tsx';
import { loadStrings, strings } from '../../../../../renderer/lib/i18n/strings.ts';
import { openPanel } from '../../../../../renderer/lib/navigation/open-panel.ts';

const retry = { label: 'Send again', onSelect: () => {}, again: true };
const draw = (props: FailureCardProps) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <FailureCard {...props} />
    </QueryClientProvider>,
  );
/** What is visible without opening the details. */
const open = (card: string) => card.replace(/<details.*<\/details>/s, '');
const buttons = (card: string) =>
  [...open(card).matchAll(/<button[^>]*class="([^"]*)"[^>]*>(.*?)<\/button>/gs)].map(([, look = '', inside = '']) => ({
    isPrimary: /primary/.test(look),
    label: inside.replace(/<[^>]+>/g, ''),
  }));

beforeAll(() => openPanel.setState({ id: 'chat' }));
afterAll(() => loadStrings('en'));

const quote = 'The gateway’s own words';

/** Failures of a code as the core builds them: a refusal with its default and with a better hint; any other, known or not. */
function failuresOf(code: FailureCode): Failure[] {
  const known = { retryable: mayWorkAgain(code), exchangeId: 'exchange' };
  const words = (refusalWords as Partial<Record<FailureCode, { summary: string; hint: string }>>)[code];
  if (!words)
    return [null, ...failureEffects].map((effect) =>
      failure(code, 'The part 7 did not fit.', { ...known, effect, hint: 'Use part 8.' }),
    );
  const message = `${words.summary} (status 418).`;
  const refused = { ...known, status: 418, param: 'n', gatewayMessage: quote };
  return [
    failure(code, message, { ...refused, hint: words.hint }),
    failure(code, 'The gateway refused part 7.', { ...refused, hint: 'Use part 8.' }),
    failure(code, message, { ...known, status: 418, hint: words.hint }),
  ];
}

const text = (html: string) => html.replace(/<\/(?:p|h\d|dd|dt|button|q|summary)>/g, '\n').replace(/<[^>]+>/g, '');
const sentencesIn = (html: string) =>
  text(html)
    .replaceAll('&#x27;', "'")
    .split(/(?<=[.。])|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\S\s\S|\p{Script=Han}/u.test(sentence));
const english = (card: string) => [...card.matchAll(/<p lang="en">(.*?)<\/p>/gs)].map(([, inside = '']) => inside);

describe.each(languages)('%s', (language) => {
  beforeAll(() => loadStrings(language));

  test.each(failureCodes)('%s: each sentence once, and what fixes it or what to do', (code) => {
    const words = strings();
    for (const known of failuresOf(code))
      for (const sent of [undefined, 'not-sent', 'maybe-processed', 'answered'] as const) {
        const card = draw({ failure: known, sent, actions: [retry] });
        expect(card).toContain(words.failures[code].headline);
        const said = sentencesIn(card);
        expect(said.filter((sentence, at) => said.indexOf(sentence) !== at)).toEqual([]);
        // What was kept is said at most once, and what may be billed is never replaced by it.
        const { input, ...effects } = words.pieces.failure.kept;
        const kept = Object.values(effects).filter((effect) => card.includes(effect));
        expect(kept.length).toBeLessThanOrEqual(1);
        if (sent === 'maybe-processed' && !known.effect) expect(kept).toEqual([effects['maybe-processed']]);
        if (known.gatewayMessage !== null) expect(open(card)).toContain(`<q>${quote}</q>`);
        const primary = buttons(card).filter(({ isPrimary }) => isPrimary);
        expect(primary.length).toBeLessThanOrEqual(1);
        if (primary[0]?.label === retry.label) expect(known.retryable).toBe(true);
        // With a remedy the advice is folded; without one it is in sight.
        const advice = language === 'en' ? known.hint : words.failures[code].hint;
        expect(text(open(card)).replaceAll('&#x27;', "'").includes(advice)).toBe(primary.length === 0);
      }
  });

  test.each(failureCodes)('%s: the English of the core is folded where another language is shown', (code) => {
    const cards = failuresOf(code).map((known) => ({ known, card: draw({ failure: known }) }));
    for (const { known, card } of cards) {
      const isDefault = known.message.includes('(status 418)');
      if (language === 'en') expect(english(card)).toEqual(known.gatewayMessage && !isDefault ? [known.message] : []);
      else {
        expect(english(card)).toEqual(isDefault ? [] : [`${known.message} ${known.hint}`]);
        expect(open(card)).not.toContain(known.message);
      }
    }
  });
});

test('a failure that the same request repeats offers its fix first, and plain Retry after it', async () => {
  await loadStrings('en');
  const card = draw({ failure: failure('auth', 'The key was rejected.'), actions: [retry] });
  expect(buttons(card).map(({ label, isPrimary }) => [label, isPrimary])).toEqual([
    ['Check the key', true],
    ['Send again', false],
  ]);
});

test('the own words of the gateway are quoted, then what was kept', () => {
  const card = draw({
    failure: failure('quota', 'The account has no credit.', { gatewayMessage: 'Insufficient balance' }),
    sent: 'answered',
  });
  expect(open(card)).toContain('<q>Insufficient balance</q> Your input is kept.');
  expect(open(card)).not.toContain('The account has no credit.');
  expect(card).toContain('The account has no credit.');
});

test('the wait that a gateway asked for counts down from the end of the exchange, then the button only says Retry', () => {
  const limited = failure('rate-limited', 'Too many requests.', {
    retryable: true,
    retryAfterMs: 60_000,
    exchangeId: 'limited',
  });
  const endedAgo = (ms: number) => {
    const exchange = { startedAt: Date.now() - ms - 500, durationMs: 500 };
    queryClient.setQueryData(askKey('exchanges', 'get', { id: 'limited' }) as readonly unknown[], exchange);
    return buttons(draw({ failure: limited, actions: [retry] }))[0]?.label;
  };
  expect(endedAgo(10_000)).toMatch(/^Send again in (?:49|50) s$/);
  expect(endedAgo(61_000)).toBe('Send again');
});
