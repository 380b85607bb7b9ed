import { describe, expect, test } from 'vitest';
import { putSetting } from '../../../../../renderer/lib/gateway/parameters/request-parameters.ts';
import { familyOf, parametersOn } from '../../../../../renderer/panels/images/model/image-families.ts';
import {
  isLegalSize,
  nearestLegalSize,
  plainSize,
  readSize,
  sentImageFields,
  settingsFor,
} from '../../../../../renderer/panels/images/model/image-settings.ts';

const names = (model: string, routeId: 'images.generations' | 'images.edits') =>
  parametersOn(familyOf(model), routeId).map(({ name }) => name);

describe('options depend on the model', () => {
  test('each model generation has its own, whatever prefix the gateway uses', () => {
    expect(familyOf('gpt-image-1-mini')).toBe('gpt-image');
    expect(familyOf('azure/gpt-image-2')).toBe('gpt-image-2');
    expect(familyOf('dall-e-3')).toBe('dall-e-3');
    expect(familyOf('dalle2')).toBe('dall-e-2');
    expect(familyOf('flux-pro')).toBe('generic');
  });

  test('a model is not offered what it rejects', () => {
    expect(names('gpt-image-1', 'images.generations')).not.toContain('response_format');
    expect(names('gpt-image-1', 'images.generations')).not.toContain('style');
    expect(names('gpt-image-1', 'images.edits')).toContain('input_fidelity');
    expect(names('gpt-image-1', 'images.edits')).not.toContain('moderation');
    expect(names('dall-e-3', 'images.generations')).toEqual(['size', 'n', 'quality', 'style', 'response_format']);
    expect(names('dall-e-2', 'images.generations')).not.toContain('quality');
  });
});

describe('what is sent', () => {
  test('is what is selected, with numbers as numbers', () => {
    const settings = putSetting(putSetting({}, 'gpt-image', 'n', { on: true, value: 2 }), 'gpt-image', 'stream', {
      on: true,
      value: true,
    });
    expect(sentImageFields(settings, 'gpt-image', 'images.generations')).toEqual({
      fields: { size: 'auto', n: 2, stream: true },
      problems: [],
    });
  });

  test('an invalid value is named', () => {
    const settings = putSetting({}, 'generic', 'extra_fields', { on: true, value: '{' });
    expect(sentImageFields(settings, 'generic', 'images.generations').problems).toEqual(['extra_fields']);
  });

  test('can be reset', () => {
    const fields = { size: '512x512', watermark: false, extra_fields: { seed: 3 } };
    const settings = settingsFor({}, 'generic', 'images.generations', fields);
    expect(sentImageFields(settings, 'generic', 'images.generations').fields).toEqual(fields);
    const less = settingsFor(settings, 'generic', 'images.generations', { size: '256x256' });
    expect(sentImageFields(less, 'generic', 'images.generations').fields).toEqual({ size: '256x256' });
  });
});

describe('sizes', () => {
  test('are written with the letter that gateways accept', () => {
    expect(plainSize(' 1536 × 1024 ')).toBe('1536x1024');
    expect(plainSize('1536X1024')).toBe('1536x1024');
    expect(plainSize('16:9')).toBe('16:9');
    expect(readSize('1536×1024')).toEqual({ width: 1536, height: 1024 });
    expect(readSize('auto')).toBeNull();
  });

  test('of the free kind are valid in steps of 16, at most 3:1, within the pixel limits', () => {
    expect(isLegalSize({ width: 1024, height: 1024 })).toBe(true);
    expect(isLegalSize({ width: 1000, height: 1024 })).toBe(false);
    expect(isLegalSize({ width: 3840, height: 1024 })).toBe(false);
    expect(isLegalSize({ width: 3840, height: 3840 })).toBe(false);
  });

  test('the nearest valid size is valid for any size', () => {
    for (const width of [1, 17, 500, 1000, 1025, 2049, 3841, 9000])
      for (const height of [1, 33, 499, 1024, 2161, 5000]) {
        const near = nearestLegalSize({ width, height });
        expect(isLegalSize(near), `${width}x${height} -> ${near.width}x${near.height}`).toBe(true);
      }
    expect(nearestLegalSize({ width: 1530, height: 1020 })).toEqual({ width: 1536, height: 1024 });
  });
});
