import { expect, test } from 'vitest';
import { defaultSpeakSettings } from '../../../../../../renderer/lib/generation/speak-settings.ts';
import { newCall, type SpeakDocument } from '../../../../../../renderer/panels/audio/model/audio-document.ts';
import { originOf } from '../../../../../../renderer/panels/audio/send-controls.tsx';

const document = (...connectionIds: string[]): SpeakDocument => ({
  ...{ kind: 'speak', id: 'd', createdAt: 0, text: 'Hello' },
  takes: connectionIds.map((connectionId, at) => ({
    ...{ id: `t${at}`, settings: defaultSpeakSettings, wrapped: null, rawRate: 24_000, duration: null, peaks: [] },
    call: newCall({
      ...{ id: `c${at}`, order: { kind: 'speak', voice: 'alloy' }, routeId: 'audio.speech' },
      ...{ connectionId, keyId: 'k', model: 'tts-1' },
    }),
  })),
});

test('audio belongs to the connection, key, route and model it was last sent with', () => {
  const connections = [{ id: 'b', name: 'Second' }];
  expect(originOf(document('a', 'b'), connections, [{ id: 'k', alias: 'work' }])).toEqual({
    ...{ connectionId: 'b', connectionName: 'Second', keyId: 'k', keyAlias: 'work' },
    ...{ routeId: 'audio.speech', model: 'tts-1' },
  });
});

test('a deleted connection has no name, and what was never sent belongs nowhere', () => {
  expect(originOf(document('a'), [], [])).toMatchObject({ connectionName: '', keyAlias: null });
  expect(originOf(document(), [], [])).toBeNull();
  expect(originOf(null, [], [])).toBeNull();
});
