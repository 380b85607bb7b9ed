import { expect, test } from 'vitest';
import { readScript } from '#core/realtime/script.ts';
import type { ScriptStep } from '#shared/contract/session-script.ts';
import { listen, openDemo, openRealtime } from '../../../../support/realtime/bench.ts';

async function run(steps: readonly ScriptStep[], draft: { model?: string } = {}) {
  const gateway = await openDemo();
  const { client, connectionId } = await openRealtime(gateway.url);
  const { id } = await client.realtime.runScript({
    draft: { connectionId, model: 'demo-realtime', settings: { output: 'text' }, ...draft },
    script: JSON.stringify(steps),
  });
  const session = listen(client, id);
  await session.ended();
  return session;
}

test('steps run in order, expectations are reported, and the session ends after the last step', async () => {
  const session = await run([
    { do: 'say', text: 'Count on me' },
    { do: 'wait', for: 'answer' },
    { do: 'expect', who: 'person', includes: 'COUNT' },
    { do: 'expect', who: 'model', includes: 'unsaid' },
    { do: 'send', event: { type: 'conversation.item.retrieve', item_id: 'nothing' } },
    { do: 'say', text: 'Again' },
    { do: 'wait', for: 'answer' },
  ]);
  expect(session.all('expectation').map(({ met }) => met)).toEqual([true, false]);
  expect(session.all('problem')).toMatchObject([{ failure: { gatewayCode: 'item_not_found' } }]);
  expect(session.all('response').filter(({ state }) => state === 'done')).toHaveLength(2);
  expect(session.all('ended')).toMatchObject([{ state: 'done' }]);
});

test('a cut and the wait for the next session', async () => {
  const session = await run([
    { do: 'cut', seconds: 0.05 },
    { do: 'wait', for: 'live' },
    { do: 'say', text: 'Back' },
    { do: 'wait', for: 'answer' },
  ]);
  expect(session.all('gap').filter(({ toMs }) => toMs !== null)).toHaveLength(1);
  expect(session.all('problem')).toEqual([]);
});

test('a step that cannot run is named, and the others continue', async () => {
  const session = await run([
    { do: 'play', file: 'missing.wav' },
    { do: 'wait', for: 'speech-started', seconds: 0.05 },
    { do: 'say', text: 'Hello' },
    { do: 'wait', for: 'answer' },
  ]);
  expect(session.all('problem').map(({ failure }) => failure.message)).toEqual([
    'Step 1 of the script (play) failed: the file "missing.wav" was not provided.',
    'Step 2 of the script (wait) failed: it did not arrive within 0.05 s.',
  ]);
  expect(session.all('response').at(-1)).toMatchObject({ state: 'done' });
});

test('a file that cannot be played is refused by name before a session starts', async () => {
  const gateway = await openDemo();
  const { client, connectionId, files } = await openRealtime(gateway.url);
  const text = new Blob(['no sound at all']).stream();
  const { id } = await files.admit({ name: 'notes.wav', type: 'audio/wav', sizeBytes: null }, text);
  const script = JSON.stringify([{ do: 'play', file: 'notes.wav' }]);
  const draft = { connectionId, model: 'demo-realtime' };
  await expect(client.realtime.runScript({ draft, script, fileIds: { 'notes.wav': id } })).rejects.toThrow(
    /"notes\.wav": The file isn't a WAV file/,
  );
  expect(await client.realtime.sessions({})).toEqual([]);
});

test('a step waits for its own time', async () => {
  const session = await run([
    { at: 0.15, do: 'say', text: 'Late' },
    { do: 'wait', for: 'answer' },
  ]);
  const live = session.all('stage').find(({ stage }) => stage === 'live')?.atMs ?? 0;
  const said = session.all('frame').find(({ frame }) => frame.kind === 'conversation.item.create');
  expect((said?.atMs ?? 0) - live).toBeGreaterThan(140);
});

test.each([
  ['[]', /no step/],
  ['[{"do":"dance"}]', /Step 1 \(dance\)/],
  ['{"do":"say","text":"Hi"}\n{"do":"wait"', /Line 2 of the script isn't valid JSON/],
  ['[{"do":"say"}]', /Step 1 \(say\) of the script isn't valid at "text"/],
  ['[{"do":"say","text":"Hi","speed":2}]', /Step 1 \(say\)/],
  ['[1]', /Step 1 of the script/],
])('a script that cannot be read is refused by name: %s', (script, message) => {
  expect(() => readScript(script)).toThrow(message);
});

test('one step on each line', () => {
  expect(readScript('{"do":"commit"}\n\n{"do":"end","at":2}\n')).toEqual([{ do: 'commit' }, { do: 'end', at: 2 }]);
});
