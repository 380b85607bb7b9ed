import { describe, expect, test } from 'vitest';
import { putSetting } from '../../../../../../renderer/lib/gateway/parameters/request-parameters.ts';
import {
  remixDraft,
  sentVideoFields,
  type VideoRequest,
  videoDraft,
} from '../../../../../../renderer/panels/video/model/video-request.ts';

const sender = { connectionId: 'c1', keyId: 'k1' };
const image = (id: string) => ({ id, name: `${id}.png`, type: 'image/png', sizeBytes: 10 });
const spec = (change: Partial<VideoRequest> = {}): VideoRequest => ({
  routeId: 'videos',
  dialect: 'strict',
  prompt: 'A boat',
  settings: {},
  references: [],
  roles: {},
  referenceForm: 'form',
  ...change,
});

const jsonOf = (draft: ReturnType<typeof videoDraft>) =>
  draft.body.kind === 'json' ? (JSON.parse(draft.body.text) as Record<string, unknown>) : null;

describe('a strict body', () => {
  test('contains only the fields of the OpenAI API, with seconds as text', () => {
    const draft = videoDraft(spec(), 'sora-2', sender);
    expect(jsonOf(draft)).toEqual({ model: 'sora-2', prompt: 'A boat', seconds: '4', size: '1280x720' });
    expect(draft).toMatchObject({ connectionId: 'c1', keyId: 'k1', routeId: 'videos' });
  });

  test('leaves out what is not selected', () => {
    const settings = putSetting({}, 'strict', 'size', { on: false, value: '1280x720' });
    expect(jsonOf(videoDraft(spec({ settings }), 'sora-2', sender))).not.toHaveProperty('size');
  });

  test('sends a reference as a file of a form', () => {
    const { body } = videoDraft(spec({ references: [image('a')] }), 'sora-2', sender);
    expect(body).toEqual({
      kind: 'form',
      fields: [
        { kind: 'text', name: 'model', value: 'sora-2' },
        { kind: 'text', name: 'prompt', value: 'A boat' },
        { kind: 'text', name: 'seconds', value: '4' },
        { kind: 'text', name: 'size', value: '1280x720' },
        { kind: 'file', name: 'input_reference', fileId: 'a' },
      ],
    });
  });

  test('sends a reference in JSON as one text, and only the first of several', () => {
    const draft = videoDraft(spec({ references: [image('a'), image('b')], referenceForm: 'json' }), 'sora-2', sender);
    expect(jsonOf(draft)?.input_reference).toBe('data:image/png;base64,patchbay-file:a');
    expect(draft.body).toMatchObject({ inline: [{ token: 'patchbay-file:a', fileId: 'a' }] });
  });
});

test('frames have fields of their own, in a form and in JSON', () => {
  const references = [image('a'), image('b'), image('c')];
  const roles = { a: 'last', b: 'first' } as const;
  const inForm = videoDraft(spec({ references, roles }), 'm', sender).body;
  expect(inForm.kind === 'form' && inForm.fields.slice(-3)).toEqual([
    { kind: 'file', name: 'input_reference', fileId: 'c' },
    { kind: 'file', name: 'first_frame_image', fileId: 'b' },
    { kind: 'file', name: 'last_frame_image', fileId: 'a' },
  ]);
  const inJson = jsonOf(
    videoDraft(spec({ references, roles, dialect: 'generic', referenceForm: 'json' }), 'm', sender),
  );
  expect(inJson).toMatchObject({
    image: 'data:image/png;base64,patchbay-file:c',
    first_frame_image: 'data:image/png;base64,patchbay-file:b',
    last_frame_image: 'data:image/png;base64,patchbay-file:a',
  });
});

describe('a generic body', () => {
  const generic = (change: Partial<VideoRequest> = {}) => spec({ dialect: 'generic', ...change });

  test('has a numeric seconds field and passes metadata on', () => {
    const settings = putSetting({}, 'generic', 'metadata', { on: true, value: '{"seed": 7}' });
    expect(jsonOf(videoDraft(generic({ settings }), 'kling', sender))).toEqual({
      model: 'kling',
      prompt: 'A boat',
      duration: 5,
      size: '1280x720',
      metadata: { seed: 7 },
    });
  });

  test('has `image` for one reference and `images` for more', () => {
    const one = jsonOf(videoDraft(generic({ references: [image('a')], referenceForm: 'json' }), 'kling', sender));
    const two = jsonOf(
      videoDraft(generic({ references: [image('a'), image('b')], referenceForm: 'json' }), 'kling', sender),
    );
    expect(one).toHaveProperty('image', 'data:image/png;base64,patchbay-file:a');
    expect(two?.images).toHaveLength(2);
    expect(two).not.toHaveProperty('image');
  });

  test('writes numbers and objects of a form as JSON', () => {
    const settings = putSetting({}, 'generic', 'metadata', { on: true, value: '{"seed":7}' });
    const { body } = videoDraft(generic({ settings, references: [image('a')] }), 'kling', sender);
    expect(body.kind === 'form' && body.fields).toEqual(
      expect.arrayContaining([
        { kind: 'text', name: 'duration', value: '5' },
        { kind: 'text', name: 'metadata', value: '{"seed":7}' },
      ]),
    );
  });

  test.each([
    ['metadata', '{"seed": '],
    ['metadata', '[1]'],
    ['duration', ''],
    ['size', '  '],
  ])('names %s when %j cannot be sent, and leaves it out', (name, value) => {
    const { fields, problems } = sentVideoFields(putSetting({}, 'generic', name, { on: true, value }), 'generic');
    expect(problems).toEqual([name]);
    expect(fields).not.toHaveProperty(name);
  });
});

test('a remix sends only its prompt to the task it changes', () => {
  expect(remixDraft('task_1', 'At night', { connectionId: 'c1', keyId: undefined })).toEqual({
    connectionId: 'c1',
    routeId: 'videos.remix',
    params: { video_id: 'task_1' },
    body: { kind: 'json', text: JSON.stringify({ prompt: 'At night' }, null, 2), inline: [] },
  });
});
