import { beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Boot } from '#shared/contract/boot.ts';
import type { RpcConnectionState } from '../../../../../renderer/lib/client/rpc-connection.ts';

// Each test is a freshly opened page.
beforeEach(() => void vi.resetModules());

const openModules = async () => ({
  ...(await import('../../../../../renderer/lib/client/boot.ts')),
  ...(await import('../../../../../renderer/lib/client/query.ts')),
  ...(await import('../../../../../renderer/lib/client/client.ts')),
  ...(await import('#shared/protocol/failure.ts')),
});

const line = (status: RpcConnectionState['status']) =>
  createStore<RpcConnectionState>(() => ({ status, attempt: 0, failure: null }));

test('a query made before the first call has returned is not sent separately', async () => {
  const { readBoot, ask, client } = await openModules();
  const list = vi.spyOn(client.connections, 'list').mockRejectedValue(new Error('sent separately'));
  const boot = Promise.withResolvers<Boot>();
  void readBoot(() => boot.promise, line('open'));
  const early = ask('connections', 'list', {});
  boot.resolve({ 'connections.list': [] });
  expect(await early).toEqual([]);
  expect(list).not.toHaveBeenCalled();
});

test('a query whose result the first call does not bring is sent', async () => {
  const { readBoot, ask, client } = await openModules();
  vi.spyOn(client.connections, 'list').mockResolvedValue([]);
  const notes = vi.spyOn(client.prices, 'spent').mockResolvedValue([]);
  const boot = Promise.withResolvers<Boot>();
  void readBoot(() => boot.promise, line('open'));
  // Another call does not even wait for it.
  expect(await ask('prices', 'spent', { from: 0, to: 1 })).toEqual([]);
  expect(notes).toHaveBeenCalledOnce();
  const failed = ask('connections', 'list', {});
  boot.resolve({ 'keys.status': [] });
  expect(await failed).toEqual([]);
});

test('once the first call has returned, a stale result is requested from the core', async () => {
  const { readBoot, putBoot, ask, queryClient, askKey, client } = await openModules();
  const list = vi.spyOn(client.connections, 'list').mockResolvedValue([{ id: 'new' }] as never);
  putBoot(await readBoot(async () => ({ 'connections.list': [] }), line('open')));
  expect(await ask('connections', 'list', {})).toEqual([]);
  await queryClient.invalidateQueries({ queryKey: askKey('connections', 'list', {}) });
  expect(await ask('connections', 'list', {})).toEqual([{ id: 'new' }]);
  expect(list).toHaveBeenCalledOnce();
});

test('a connection that breaks before the result is there delays it', async () => {
  const { readBoot, AppError, failure } = await openModules();
  const state = line('open');
  const call = vi
    .fn<() => Promise<Boot>>()
    .mockImplementationOnce(async () => {
      state.setState({ status: 'lost' });
      throw new AppError(failure('connection-lost', 'broke', { retryable: true }));
    })
    .mockResolvedValueOnce({ 'keys.status': [] });
  const reading = readBoot(call, state);
  await vi.waitFor(() => expect(call).toHaveBeenCalledOnce());
  state.setState({ status: 'open' });
  expect(await reading).toEqual({ 'keys.status': [] });
});

test('any other failure leaves every call to the page', async () => {
  const { readBoot, AppError, failure } = await openModules();
  const failing = () => Promise.reject(new AppError(failure('storage', 'broken', { retryable: true })));
  expect(await readBoot(failing, line('open'))).toEqual({});
});
