import { expect, test, vi } from 'vitest';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { tooManyWindows } from '#shared/rpc/greeting.ts';
import { createPair, type Transport } from '#shared/rpc/transport.ts';
import { createRpcConnection, type RpcConnectionState } from '../../../../../renderer/lib/client/rpc-connection.ts';

const nobody = () => Promise.reject(new AppError(failure('connection-lost', 'nobody', { retryable: true })));

/** Waits for the connection to be in a state. */
const reached = (connection: ReturnType<typeof createRpcConnection>, status: RpcConnectionState['status']) =>
  vi.waitFor(() => expect(connection.state.getState().status).toBe(status));

test('calls wait while the connection opens, and use the client of the open connection', async () => {
  let answer: (transport: Transport) => void = () => {};
  const connection = createRpcConnection(
    () => new Promise<Transport>((resolve) => (answer = resolve)),
    () => 'client',
    [0],
  );
  connection.start();
  const waiting = connection.ready();
  await vi.waitFor(() => expect(connection.state.getState().attempt).toBe(1));
  answer(createPair()[0]);
  expect(await waiting).toBe('client');
  expect(connection.state.getState().status).toBe('open');
});

test('a broken connection is restored, and a call made meanwhile uses the new one', async () => {
  const wires: Transport[] = [];
  const connection = createRpcConnection(
    async () => {
      const [transport] = createPair();
      wires.push(transport);
      return transport;
    },
    () => wires.length,
    [0, 0],
  );
  connection.start();
  expect(await connection.ready()).toBe(1);
  wires[0]?.close();
  expect(connection.state.getState().status).toBe('lost');
  expect(await connection.ready()).toBe(2);
});

test('without a response it stops retrying, rejects pending calls, and retries only on request', async () => {
  const open = vi.fn(nobody);
  const connection = createRpcConnection(open, () => 'client', [0, 0, 0]);
  connection.start();
  // Another code than for a broken connection: a follower would otherwise retry forever.
  await expect(connection.ready()).rejects.toMatchObject({ failure: { code: 'app-ended' } });
  expect(connection.state.getState().status).toBe('ended');
  expect(open).toHaveBeenCalledTimes(3);
  await expect(connection.ready()).rejects.toThrow(/has quit/);
  connection.retry();
  expect(connection.state.getState().status).toBe('lost');
  await reached(connection, 'ended');
  expect(open).toHaveBeenCalledTimes(6);
});

test('a refused token is final at the first try', async () => {
  const open = vi.fn(() => Promise.reject(new AppError(failure('auth', 'This address is of another start.'))));
  const connection = createRpcConnection(open, () => 'client', [0, 0, 0]);
  connection.start();
  await reached(connection, 'refused');
  expect(open).toHaveBeenCalledTimes(1);
  expect(connection.state.getState().failure?.message).toBe('This address is of another start.');
  connection.retry();
  expect(connection.state.getState().status).toBe('refused');
});

test('a host at its limit is retried until a slot is free, and is not reported as closed', async () => {
  let isFull = true;
  const open = vi.fn(async () => {
    if (isFull) throw new AppError(tooManyWindows);
    return createPair()[0];
  });
  const connection = createRpcConnection(open, () => 'client', [0, 0], 1);
  connection.start();
  const waiting = connection.ready();
  await vi.waitFor(() => expect(open.mock.calls.length).toBeGreaterThan(5));
  expect(connection.state.getState()).toMatchObject({ status: 'full', failure: tooManyWindows });
  isFull = false;
  expect(await waiting).toBe('client');
  expect(connection.state.getState()).toMatchObject({ status: 'open', failure: null });
});

test('a canceled call stops waiting', async () => {
  const connection = createRpcConnection(nobody, () => 'client', [60_000]);
  connection.start();
  const leaving = new AbortController();
  const waiting = connection.ready(leaving.signal);
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ failure: { code: 'aborted' } });
});
