import type { ImageSpec } from '../../../../../renderer/panels/images/model/image-spec.ts';

export const file = (id: string, type = 'image/png') => ({
  id,
  name: `${id}.${type.replace('image/', '')}`,
  type,
  sizeBytes: 10,
});

/** An order as the panel builds it, with overrides. */
export const orderWith = (change: Partial<ImageSpec> = {}): ImageSpec => ({
  routeId: 'images.generations',
  family: 'gpt-image',
  model: 'gpt-image-1',
  connectionId: 'c1',
  connectionName: 'Northwind',
  keyId: 'k1',
  prompt: 'A boat',
  fields: { size: 'auto' },
  inputs: [],
  mask: null,
  fieldStyle: 'auto',
  split: false,
  ...change,
});
