import { expect, test } from 'vitest';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { failure } from '#shared/protocol/failure.ts';
import { exchangeReport } from '../../../../../renderer/lib/inspector/exchange-report.ts';

const exchange = {
  method: 'POST',
  address: 'https://gw.example/v1/chat/completions',
  model: 'no-such-model',
  keyAlias: 'default',
  startedAt: Date.UTC(2026, 10, 23, 22, 10),
  durationMs: 1234,
  attempt: 2,
  response: { status: 404, statusText: 'Not Found' },
  failure: failure('model-not-found', 'The gateway has no such model.', {
    requestId: 'req_1',
    gatewayMessage: 'The model `no-such-model` does not exist',
  }),
  warnings: [],
  draft: { body: { kind: 'json', text: '{"messages":[{"content":"a private prompt"}]}' } },
} as unknown as ExchangeDetail;

test('a report has what an operator searches for, and no prompt', () => {
  expect(exchangeReport(exchange, '1.2.3')).toBe(
    [
      'Time: 2026-11-23T22:10:00.000Z',
      'Request: POST https://gw.example/v1/chat/completions',
      'Model: no-such-model',
      'Key name: default',
      'Status: 404 Not Found',
      'Request ID: req_1',
      'Duration: 1.2 s',
      'Attempt: 2',
      'Failure: model-not-found: The gateway has no such model.',
      'Gateway’s message: The model `no-such-model` does not exist',
      'Client: Patchbay 1.2.3',
      '',
    ].join('\n'),
  );
});

test('what is not known is left out', () => {
  const cut = { ...exchange, response: null, failure: null, durationMs: null, attempt: 1, keyAlias: null };
  expect(exchangeReport(cut, '1.2.3')).toBe(
    [
      'Time: 2026-11-23T22:10:00.000Z',
      'Request: POST https://gw.example/v1/chat/completions',
      'Model: no-such-model',
      'Client: Patchbay 1.2.3',
      '',
    ].join('\n'),
  );
});
