import { expect, onTestFinished, test } from 'vitest';
import { delayLoads, lazyModule } from '../../../../../renderer/ui/base/lazy-module.ts';

test('a module is fetched once, however many request it, and every subscriber is notified', async () => {
  let fetched = 0;
  const module = lazyModule(async () => {
    fetched += 1;
    return 'here';
  });
  expect(fetched).toBe(0);
  expect(module.current()).toBeNull();
  const told: string[] = [];
  module.watch(() => told.push('first'));
  const leave = module.watch(() => told.push('gone'));
  leave();
  expect(await module.load()).toBe('here');
  expect([fetched, told, module.current()]).toEqual([1, ['first'], 'here']);
});

test('a failed load is reported to its waiters and retried by the next', async () => {
  let fails = true;
  const module = lazyModule(async () => {
    if (fails) throw new Error('no line');
    return 'here';
  });
  await expect(module.load()).rejects.toThrow('no line');
  expect(module.current()).toBeNull();
  fails = false;
  expect(await module.load()).toBe('here');
});

test('a mere subscriber does not crash the page when the load fails', async () => {
  const module = lazyModule(() => Promise.reject(new Error('no line')));
  let told = 0;
  module.watch(() => {
    told += 1;
  });
  await expect(module.load()).rejects.toThrow('no line');
  expect(told).toBe(0);
});

test('where nothing can load nothing is tried; it is fetched as soon as it can load', async () => {
  const line = Promise.withResolvers<void>();
  let isBroken = true;
  delayLoads(() => (isBroken ? line.promise : null));
  onTestFinished(() => delayLoads(() => null));
  let fetched = 0;
  const module = lazyModule(async () => {
    fetched += 1;
    return 'here';
  });
  const told = new Promise((resolve) => module.watch(() => resolve('told')));
  await new Promise(setImmediate);
  expect(fetched).toBe(0);
  isBroken = false;
  line.resolve();
  expect(await told).toBe('told');
  expect([fetched, module.current()]).toEqual([1, 'here']);
});
