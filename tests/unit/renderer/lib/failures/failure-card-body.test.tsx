import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#shared/contract/language.ts';
import { failure, failureCodes } from '#shared/protocol/failure.ts';
import { mayWorkAgain } from '#shared/protocol/outcomes.ts';
import { askKey, queryClient } from '../../../../../renderer/lib/client/query.ts';
import type { FailureCardProps } from '../../../../../renderer/lib/failures/failure-card.tsx';
import { FailureCardBody } from '../../../../../renderer/lib/failures/failure-card-body.tsx';
import { loadStrings, strings } from '../../../../../renderer/lib/i18n/strings.ts';
import { openPanel } from '../../../../../renderer/lib/navigation/open-panel.ts';

const retry = { label: 'Send again', onSelect: () => {}, again: true };
const draw = (props: FailureCardProps) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <FailureCardBody {...props} />
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

describe.each(languages)('%s', (language) => {
  beforeAll(() => loadStrings(language));

  test.each(failureCodes)('%s: a headline, a sentence, and what fixes it or what to do', (code) => {
    const words = strings();
    const known = failure(code, 'The gateway said no.', { retryable: mayWorkAgain(code), exchangeId: 'exchange' });
    const card = draw({ failure: known, sent: 'answered', actions: [retry] });
    expect(card).toContain(words.failures[code].headline);
    expect(open(card)).toContain('The gateway said no.');
    const primary = buttons(card).filter(({ isPrimary }) => isPrimary);
    expect(primary.length).toBeLessThanOrEqual(1);
    // With a remedy the advice is folded; without one it is the second sentence.
    expect(open(card).includes(words.failures[code].hint)).toBe(primary.length === 0);
    if (primary[0]?.label === retry.label) expect(known.retryable).toBe(true);
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
  expect(open(card)).toContain('<q>Insufficient balance</q>  Your input is kept.');
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
