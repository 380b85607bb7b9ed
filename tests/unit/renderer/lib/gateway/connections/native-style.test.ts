import { expect, test } from 'vitest';
import type { NativeKeyChoice, NativeKeyStyle } from '#shared/contract/connections.ts';
import type { SurfaceListing } from '#shared/contract/models.ts';
import { failure } from '#shared/protocol/failure.ts';
import { nativeOffer } from '../../../../../../renderer/lib/gateway/connections/native-style.ts';

const listed: SurfaceListing = { surface: 'compatible', state: 'listed', failure: null, latencyMs: null, tried: [] };
const native = (status: number, tried: NativeKeyStyle[], state: SurfaceListing['state'] = 'not-offered') => ({
  surface: 'native' as const,
  state,
  failure: failure('auth', 'no', { status }),
  latencyMs: null,
  tried: tried.map((style) => ({ style, status, exchangeId: null })),
});
const headers: NativeKeyStyle[] = ['x-goog-api-key', 'x-vendor-api-key', 'bearer'];

test.each<[string, SurfaceListing[], NativeKeyChoice, ReturnType<typeof nativeOffer>]>([
  ['every header was refused', [listed, native(401, headers)], 'auto', 'query'],
  ['the address was tried, too', [listed, native(401, [...headers, 'query'])], 'auto', null],
  ['a pinned style was refused', [listed, native(401, ['bearer'], 'key-style')], 'bearer', 'other-styles'],
  ['a pinned style met a 500', [listed, native(500, ['bearer'], 'failed')], 'bearer', 'other-styles'],
  ['there are no native routes', [listed, native(404, ['x-goog-api-key'])], 'auto', null],
  ['no key was sent', [listed, native(401, [])], 'auto', null],
  [
    'the key is refused everywhere',
    [{ ...listed, state: 'failed' }, native(401, ['bearer'], 'failed')],
    'bearer',
    null,
  ],
  ['nothing was listed yet', [], 'auto', null],
])('where %s, exactly the remaining options are offered', (_, surfaces, style, offer) => {
  expect(nativeOffer(surfaces, style)).toBe(offer);
});
