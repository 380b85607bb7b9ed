import { expect, test, vi } from 'vitest';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { tooManyWindows } from '#shared/rpc/greeting.ts';
import { createPair } from '#shared/rpc/pair.ts';
import type { Wire } from '#shared/rpc/transport.ts';
import { createLink, type LinkState } from '../../../../../renderer/lib/client/rpc-connection.ts';

const nobody = () => Promise.reject(new AppError(failure('connection-lost', 'nobody', { retryable: true })));

/** Waits for the link to be in a state. */
const reached = (link: ReturnType<typeof createLink>, status: LinkState['status']) =>
  vi.waitFor(() => expect(link.state.getState().status).toBe(status));

test('questions wait while the line is opened, and get the client of the open line', async () => {
  let answer: (wire: Wire) => void = () => {};
  const link = createLink(
    () => new Promise<Wire>((resolve) => (answer = resolve)),
    () => 'client',
    [0],
  );
  link.start();
  const waiting = link.ready();
  await vi.waitFor(() => expect(link.state.getState().attempt).toBe(1));
  answer(createPair()[0]);
  expect(await waiting).toBe('client');
  expect(link.state.getState().status).toBe('open');
});

test('a line that breaks is mended, and a question asked meanwhile reaches the new one', async () => {
  const wires: Wire[] = [];
  const link = createLink(
    async () => {
      const [wire] = createPair();
      wires.push(wire);
      return wire;
    },
    () => wires.length,
    [0, 0],
  );
  link.start();
  expect(await link.ready()).toBe(1);
  wires[0]?.close();
  expect(link.state.getState().status).toBe('lost');
  expect(await link.ready()).toBe(2);
});

test('when nobody answers it stops by itself, rejects what waits, and tries again only when asked', async () => {
  const open = vi.fn(nobody);
  const link = createLink(open, () => 'client', [0, 0, 0]);
  link.start();
  // Another word than for a line that broke: whoever follows something would ask again for ever.
  await expect(link.ready()).rejects.toMatchObject({ failure: { code: 'app-ended' } });
  expect(link.state.getState().status).toBe('ended');
  expect(open).toHaveBeenCalledTimes(3);
  await expect(link.ready()).rejects.toThrow(/ended/);
  link.retry();
  expect(link.state.getState().status).toBe('lost');
  await reached(link, 'ended');
  expect(open).toHaveBeenCalledTimes(6);
});

test('a refused token is final at the first try', async () => {
  const open = vi.fn(() => Promise.reject(new AppError(failure('auth', 'This address is of another start.'))));
  const link = createLink(open, () => 'client', [0, 0, 0]);
  link.start();
  await reached(link, 'refused');
  expect(open).toHaveBeenCalledTimes(1);
  expect(link.state.getState().failure?.message).toBe('This address is of another start.');
  link.retry();
  expect(link.state.getState().status).toBe('refused');
});

test('a host without a free place is asked until it has one, and is not said to have ended', async () => {
  let isFull = true;
  const open = vi.fn(async () => {
    if (isFull) throw new AppError(tooManyWindows);
    return createPair()[0];
  });
  const link = createLink(open, () => 'client', [0, 0], 1);
  link.start();
  const waiting = link.ready();
  await vi.waitFor(() => expect(open.mock.calls.length).toBeGreaterThan(5));
  expect(link.state.getState()).toMatchObject({ status: 'full', failure: tooManyWindows });
  isFull = false;
  expect(await waiting).toBe('client');
  expect(link.state.getState()).toMatchObject({ status: 'open', failure: null });
});

test('a question that is called off does not wait on', async () => {
  const link = createLink(nobody, () => 'client', [60_000]);
  link.start();
  const leaving = new AbortController();
  const waiting = link.ready(leaving.signal);
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ failure: { code: 'aborted' } });
});
