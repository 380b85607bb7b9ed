import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

interface Started {
  url: unknown;
  options: unknown;
}

/** A fake page: its origin, its workers, and its Trusted Types where it has them. */
function page({ isTyped }: { isTyped: boolean }) {
  const started: Started[] = [];
  const policies: string[] = [];
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:7', href: 'http://127.0.0.1:7/#x' });
  vi.stubGlobal(
    'Worker',
    class {
      constructor(url: unknown, options: unknown) {
        started.push({ url, options });
      }
    },
  );
  const factory = {
    createPolicy(name: string, rules: { createScriptURL: (address: string) => string }) {
      if (policies.includes(name)) throw new TypeError('a second policy of this name');
      policies.push(name);
      return { createScriptURL: (address: string) => ({ trusted: rules.createScriptURL(address) }) };
    },
  };
  vi.stubGlobal('trustedTypes', isTyped ? factory : undefined);
  return { started, policies };
}

const load = () => import('../../../../../renderer/lib/workers/workers.ts');

test('workers are started through a single Trusted Types policy, under the name the page allows', async () => {
  const { started, policies } = page({ isTyped: true });
  const { openWorker } = await load();
  openWorker(new URL('http://127.0.0.1:7/assets/one.js'));
  openWorker(new URL('http://127.0.0.1:7/assets/two.js'));
  expect(policies).toEqual(['patchbay-workers']);
  expect(started).toEqual([
    { url: { trusted: 'http://127.0.0.1:7/assets/one.js' }, options: { type: 'module' } },
    { url: { trusted: 'http://127.0.0.1:7/assets/two.js' }, options: { type: 'module' } },
  ]);
});

test('a script of another origin is rejected, with Trusted Types and without', async () => {
  for (const isTyped of [true, false]) {
    const { started } = page({ isTyped });
    const { openWorker } = await load();
    expect(() => openWorker(new URL('https://elsewhere.example/x.js'))).toThrow(TypeError);
    expect(() => openWorker(new URL('data:text/javascript,1'))).toThrow(TypeError);
    expect(started).toEqual([]);
    vi.resetModules();
  }
});

test('an audio processor is loaded through the same policy', async () => {
  page({ isTyped: true });
  const added: unknown[] = [];
  const context = { audioWorklet: { addModule: async (url: unknown) => void added.push(url) } };
  const { addWorklet } = await load();
  await addWorklet(context as unknown as BaseAudioContext, new URL('http://127.0.0.1:7/assets/tap.js'));
  expect(added).toEqual([{ trusted: 'http://127.0.0.1:7/assets/tap.js' }]);
  const elsewhere = new URL('https://elsewhere.example/x.js');
  await expect(addWorklet(context as unknown as BaseAudioContext, elsewhere)).rejects.toThrow(TypeError);
});
