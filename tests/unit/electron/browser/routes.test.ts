import { expect, test } from 'vitest';
import { greet } from '#shared/rpc/greeting.ts';
import { findRoute, type RouteName, routes } from '../../../../electron/browser/serve.ts';
import { openSocket, startHost } from '../../../support/browser-host/harness.ts';
import { ask, own, statusOf } from '../../../support/browser-host/raw-http.ts';

type Host = Awaited<ReturnType<typeof startHost>>;

type Guarded = Exclude<RouteName, 'page' | 'diagram' | 'asset'>;

/** The credentials each route requires, as issued by this start of the program. */
const rightThing: Record<Guarded, (host: Host) => string> = {
  upload: ({ token }) => token,
  wire: ({ token }) => token,
  file: ({ links }) => links.addressFor('f1').split('?')[1] ?? '',
  launch: ({ host }) => host.launchAddress().split('launch=')[1] ?? '',
};

/** Requests a route with the given credentials; returns the response. */
const attempt: Record<Guarded, (host: Host, shown: string) => Promise<string>> = {
  async upload({ port }, shown) {
    const headers = {
      origin: own(port),
      'content-type': 'image/png',
      ...(shown && { authorization: `Bearer ${shown}` }),
    };
    return String(statusOf(await ask(port, '/files', headers, 'POST', 'x')));
  },
  wire: ({ port }, shown) =>
    greet(openSocket(port), shown).then(
      () => 'welcome',
      (thrown) => thrown.failure.code,
    ),
  async file({ port }, shown) {
    return String(statusOf(await ask(port, `/files/f1${shown && `?${shown}`}`)));
  },
  async launch({ port }, shown) {
    const answer = await ask(port, `/?launch=${shown || '-'}`);
    return /^location: (.*?)(?:token=.*)?\r$/m.exec(answer)?.[1] ?? '';
  },
};

const answers: Record<Guarded, [good: string, bad: string]> = {
  upload: ['201', '401'],
  wire: ['welcome', 'auth'],
  file: ['200', '404'],
  launch: ['/#', '/'],
};

test('the routes, and the credentials each requires, are the agreed ones', () => {
  expect(routes.map(({ name, kind, needs }) => `${kind} ${name}: ${needs}`)).toEqual([
    'POST upload: token',
    'GET file: signed link',
    'GET launch: launch code',
    'GET page: nothing',
    'GET diagram: nothing',
    'GET asset: nothing',
    'upgrade wire: token',
  ]);
  expect(Object.keys(attempt).toSorted()).toEqual(
    routes.flatMap(({ name, needs }) => (needs === 'nothing' ? [] : [name])).toSorted(),
  );
});

/** The same text with its last character changed: same length, same beginning. */
const bent = (text: string) => text.slice(0, -2) + (text.at(-2) === 'A' ? 'B' : 'A') + text.slice(-1);

test.each(Object.keys(attempt) as (keyof typeof attempt)[])(
  '%s gives nothing without its credential, with a wrong one, or with one from another start',
  async (name) => {
    const host = await startHost();
    const other = await startHost();
    const [good, bad] = answers[name];
    // A file must exist before its link can be wrong.
    expect(await attempt.upload(host, host.token)).toBe('201');
    const right = rightThing[name](host);
    for (const shown of ['', bent(right), 'A'.repeat(right.length), rightThing[name](other)])
      expect([shown, await attempt[name](host, shown)]).toEqual([shown, bad]);
    expect(await attempt[name](host, right)).toBe(good);
    expect(host.seen.calls).toBe(0);
  },
);

test('unlisted routes are not served, and the core is reached over RPC alone', async () => {
  const { port, seen } = await startHost();
  expect(findRoute('POST', '/')).toBeNull();
  expect(findRoute('upgrade', '/wire/')).toBeNull();
  for (const target of ['/host.info', '/wire', '/rpc', '/api/host/info', '/files', '/launch'])
    expect([target, statusOf(await ask(port, target))]).toEqual([target, 404]);
  for (const target of ['/host.info', '/wire', '/', '/files/f1'])
    expect([target, statusOf(await ask(port, target, { origin: own(port) }, 'POST', '{}'))]).toEqual([target, 405]);
  expect(seen.calls).toBe(0);
});
