import { describe, expect, test } from 'vitest';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { putSetting } from '../../../../../renderer/lib/gateway/parameters/request-parameters.ts';
import { type FamilyId, familyOf, parametersOn } from '../../../../../renderer/lib/generation/image-families.ts';
import {
  aspectOf,
  aspects,
  isLegalSize,
  knownSizes,
  maxPerRequest,
  nearestLegalSize,
  plainSize,
  readSize,
  sentImageFields,
  settingsFor,
  sizeFor,
  streamsSeveral,
  withParameter,
} from '../../../../../renderer/lib/generation/image-settings.ts';

const limit = (change: Partial<LearnedLimit>): LearnedLimit => ({
  id: 'l1',
  connectionId: 'c1',
  routeId: 'images.generations',
  model: 'm',
  kind: 'unknown-value',
  field: 'size',
  refused: null,
  allowed: [],
  said: 'no',
  seenAt: 1,
  times: 1,
  exchangeId: 'e1',
  ...change,
});
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

describe('an aspect ratio', () => {
  const sent = (family: FamilyId, limits: LearnedLimit[] = []) =>
    aspects.map((aspect) => sizeFor(aspect, knownSizes(family, limits)));

  test('is sent as a size that the model takes, near one megapixel; others are not offered', () => {
    expect(sent('gpt-image')).toEqual(['auto', '1024x1024', '1536x1024', '1024x1536', null, null]);
    expect(sent('gpt-image-2')).toEqual(['auto', '1024x1024', '1536x1024', '1024x1536', '1536x864', '864x1536']);
    expect(sent('dall-e-3')).toEqual([undefined, '1024x1024', null, null, '1792x1024', '1024x1792']);
    expect(sent('dall-e-2')).toEqual([undefined, '1024x1024', null, null, null, null]);
    expect(sent('generic')).toEqual([undefined, '1024x1024', '1536x1024', '1024x1536', '1536x864', '864x1536']);
    for (const size of sent('gpt-image-2').slice(1)) {
      const pixels = readSize(size);
      expect(pixels && isLegalSize(pixels), String(size)).toBe(true);
    }
  });

  test('follows what refusals have shown', () => {
    const refused = limit({ refused: '1024x1024' });
    expect(sent('dall-e-2', [refused])[1]).toBe('512x512');
    const allowed = limit({ refused: '1536x864', allowed: ['1344x768', '768x1344', '1024x1024', 'a word'] });
    expect(sent('generic', [allowed])).toEqual([undefined, '1024x1024', null, null, '1344x768', '768x1344']);
    const unknown = limit({ kind: 'unknown-parameter' });
    expect(sent('generic', [unknown])).toEqual([undefined, null, null, null, null, null]);
    expect(sent('gpt-image', [limit({ field: 'quality', refused: 'auto' })])).toEqual(sent('gpt-image'));
  });

  test('is recognized in a size', () => {
    expect(aspectOf(undefined)).toBe('auto');
    expect(aspectOf('auto')).toBe('auto');
    expect(aspectOf('2560x1440')).toBe('16:9');
    expect(aspectOf('1792x1024')).toBe('16:9');
    expect(aspectOf('1000x300')).toBeNull();
  });
});

describe('parameters that depend on each other', () => {
  const change = (name: string, on: boolean, before = {}) =>
    withParameter(before, 'gpt-image', 'images.generations', name, { on, value: name === 'stream' ? true : 3 });
  const fieldsOf = (settings: ReturnType<typeof change>) =>
    sentImageFields(settings, 'gpt-image', 'images.generations').fields;

  test('previews need a stream, and a stream brings previews', () => {
    expect(fieldsOf(change('partial_images', true))).toEqual({ size: 'auto', stream: true, partial_images: 3 });
    expect(fieldsOf(change('stream', true))).toEqual({ size: 'auto', stream: true, partial_images: 2 });
    expect(fieldsOf(change('stream', false, change('partial_images', true)))).toEqual({ size: 'auto' });
    expect(fieldsOf(change('partial_images', false, change('stream', true)))).toEqual({ size: 'auto', stream: true });
  });

  test('a model without previews streams without them', () => {
    const settings = withParameter({}, 'dall-e-3', 'images.generations', 'stream', { on: true, value: true });
    expect(sentImageFields(settings, 'dall-e-3', 'images.generations').fields).not.toHaveProperty('partial_images');
  });

  test('several images in one stream are noticed', () => {
    expect(streamsSeveral({ stream: true, n: 3 })).toBe(true);
    expect(streamsSeveral({ stream: true })).toBe(false);
    expect(streamsSeveral({ n: 3 })).toBe(false);
  });

  test('one request asks for as many images as the model or its gateway takes', () => {
    expect(maxPerRequest('gpt-image', [])).toBe(10);
    expect(maxPerRequest('dall-e-3', [])).toBe(1);
    expect(maxPerRequest('generic', [limit({ field: 'n', refused: '5', allowed: ['>= 1', '<= 4'] })])).toBe(4);
    expect(maxPerRequest('generic', [limit({ field: 'n', refused: '2' })])).toBe(1);
  });
});
