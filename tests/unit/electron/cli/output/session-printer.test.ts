import { expect, test } from 'vitest';
import type { SessionPart } from '#shared/contract/realtime.ts';
import { failure } from '#shared/protocol/failure.ts';
import { createSessionText } from '../../../../../electron/cli/output/session-printer.ts';
import { createRecordingTerminal } from '../../../../support/cli/fake-streams.ts';

const busy = failure('server', 'The gateway failed.', { gatewayMessage: 'Upstream busy' });
const end = { reason: null, inputTokens: null, outputTokens: null };
const started = { type: 'response', state: 'started', id: 'r' };
const failed = { type: 'response', state: 'done', end: { id: 'r', status: 'failed', failure: busy, ...end } };
const problem = { type: 'problem', failure: busy, fatal: false, eventId: null };
const ended = { type: 'ended', state: 'failed', failure: busy };

async function print(parts: object[], side: 'model' | 'person' = 'model') {
  const terminal = createRecordingTerminal();
  const printer = createSessionText(terminal, side);
  for (const [n, part] of parts.entries()) await printer.print({ n, atMs: n, ...part } as SessionPart);
  return { err: terminal.err(), out: terminal.out(), told: terminal.err().split('Upstream busy').length - 1 };
}

test('the same failure of another response is told again', async () => {
  expect((await print([started, failed, started, failed])).told).toBe(2);
  expect((await print([problem, problem])).told).toBe(2);
});

test('a failure is told once where its response and the end of the session repeat it', async () => {
  expect((await print([started, problem, failed, ended])).told).toBe(1);
});

test('a text that was corrected at its end is printed whole, and one that was not is completed', async () => {
  const words = (delta: string) => ({ type: 'words', itemId: 'i', who: 'person', delta });
  const done = (text: string) => ({ type: 'words-done', itemId: 'i', who: 'person', text, spoken: true });
  expect((await print([words('Hel'), done('Hello.')], 'person')).out).toBe('Hello.\n');
  expect((await print([words('Yellow'), done('Hello.')], 'person')).out).toBe('Yellow\nHello.\n');
});

test('a reply that the gateway canceled is named as one', async () => {
  const canceled = {
    type: 'response',
    state: 'done',
    end: { id: 'r', status: 'cancelled', ...end, reason: 'turn_detected' },
  };
  expect((await print([started, canceled])).err).toContain('The reply was canceled (turn_detected).');
});
