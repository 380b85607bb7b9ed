import { expect, onTestFinished, test } from 'vitest';
import { canaryKey } from '../../../../support/exchange/canary.ts';
import { respond, startRecordingServer } from '../../../../support/exchange/wire-server.ts';
import { askedOf, breakOff, sendAll, sendRest, videoHeaders } from '../../../../support/gateways/video-responses.ts';
import { startVideos } from './video-server.ts';

/** A server on this computer other than the gateway. */
async function serveElsewhere(response: Parameters<typeof startRecordingServer>[0] = (request) => sendAll(request)) {
  const server = await startRecordingServer(response);
  onTestFinished(() => server.close());
  return server;
}

const bearer = ['Authorization', `Bearer ${canaryKey}`];

test('an address of the gateway itself gets the key, with its query unchanged', async () => {
  const videos = await startVideos((request) => sendAll(request));
  const end = await videos.download({ address: `${videos.server.url}/v1/tasks/t/content?access=a%2Fb&x=1` });
  expect(await videos.isVideo(end)).toBe(true);
  expect(videos.server.requests[0]).toMatchObject({ target: '/v1/tasks/t/content?access=a%2Fb&x=1' });
  expect(videos.server.requests[0]?.headers).toContainEqual(bearer);
  const detail = await videos.detail(end.exchangeIds[0]);
  expect(detail).toMatchObject({
    keyAlias: 'test key',
    address: `${videos.server.url}/v1/tasks/t/content?access=a%2Fb&x=1`,
  });
});

test('another host gets nothing of the connection, also on resume', async () => {
  const elsewhere = await serveElsewhere((request) => {
    const { from } = askedOf(request);
    return from === null ? breakOff(request, 100_000) : sendRest(request, from);
  });
  const videos = await startVideos(() => {}, { connection: { headers: [['X-Team', 'mine']] } });
  const end = await videos.download({ address: `${elsewhere.url}/film.mp4?sig=1` });
  expect(await videos.isVideo(end)).toBe(true);
  expect(videos.server.requests).toEqual([]);
  for (const { headers, head } of elsewhere.requests) {
    expect(head).not.toContain(canaryKey);
    const names = headers.map(([name]) => name.toLowerCase());
    for (const name of ['authorization', 'cookie', 'x-team', 'referer']) expect(names).not.toContain(name);
  }
  expect((await videos.detail(end.exchangeIds[0])).keyAlias).toBe(null);
});

test('a redirect within the gateway keeps the key, one outside drops it, and no redirect leads back to it', async () => {
  const elsewhere = await serveElsewhere(({ socket, target }) =>
    target === '/back'
      ? socket.write(respond(302, { location: `${videos.server.url}/v1/again` }, ''))
      : sendAll({ socket } as never),
  );
  const videos = await startVideos(({ socket, target }) => {
    const to: Record<string, string> = {
      '/v1/videos/task_1/content': '/v1/moved',
      '/v1/moved': `${elsewhere.url}/film`,
      '/v1/leads-back': `${elsewhere.url}/back`,
    };
    socket.write(respond(302, { location: to[target] ?? '/nowhere' }, ''));
  });
  const end = await videos.download();
  expect(await videos.isVideo(end)).toBe(true);
  expect(videos.server.requests.every(({ headers }) => headers.some(([, value]) => value === bearer[1]))).toBe(true);
  expect(elsewhere.requests.map(({ head }) => head).join()).not.toContain(canaryKey);
  const requestCount = videos.server.requests.length;
  const back = await videos.download({ target: 'back', address: `${videos.server.url}/v1/leads-back` });
  expect(back).toMatchObject({ file: null, failure: { code: 'redirect' } });
  expect(videos.server.requests.slice(requestCount).map(({ target }) => target)).toEqual(['/v1/leads-back']);
});

test.each([
  ['http://203.0.113.7/film.mp4', /plain HTTP/],
  ['https://10.0.0.1/film.mp4', /private network/],
  ['https://[::1]:8443/film.mp4', /private network/],
  ['https://169.254.169.254/latest/meta-data', /private network/],
])('%s is not fetched from a gateway on the public network', async (address, words) => {
  const videos = await startVideos(() => {}, {
    connection: { baseAddress: 'https://gateway.example', origin: 'https://gateway.example' },
    secret: null,
  });
  const end = await videos.download({ address });
  expect(end).toMatchObject({ file: null, failure: { code: 'redirect', message: expect.stringMatching(words) } });
  expect(end.exchangeIds).toHaveLength(1);
});

test('an address that contains the key is sent nowhere else, and a non-web address nowhere at all', async () => {
  const elsewhere = await serveElsewhere();
  const videos = await startVideos(() => {});
  const holding = await videos.download({ address: `${elsewhere.url}/film?key=${canaryKey}` });
  expect(holding).toMatchObject({ failure: { code: 'redirect' } });
  expect(JSON.stringify([holding, await videos.detail(holding.exchangeIds[0])])).not.toContain(canaryKey);
  expect(elsewhere.requests).toEqual([]);
  for (const address of ['file:///etc/hostname', 'data:video/mp4;base64,AAAA', 'nonsense'])
    expect(await videos.download({ address })).toMatchObject({ failure: { code: 'bad-draft' }, exchangeIds: [] });
});

test('a key that the server sends back is not in the record', async () => {
  const videos = await startVideos((request) => sendAll(request, { ...videoHeaders, 'x-echo': canaryKey }));
  const end = await videos.download();
  expect(JSON.stringify(await videos.detail(end.exchangeIds[0]))).not.toContain(canaryKey);
});
