import { expect, test } from 'vitest';
import { noUnits } from '../../../../../electron/core/checks/probes/probes.ts';
import { billedOf } from '../../../../../renderer/panels/checks/setup/plan-column.tsx';
import { costOf } from '../../../../../shared/cost/cost.ts';
import type { Price } from '../../../../../shared/cost/price.ts';
import type { RouteId } from '../../../../../shared/protocol/route.ts';

const nanoOf = (routeId: RouteId, units: Partial<typeof noUnits>, rates: Price['rates']) =>
  costOf(billedOf({ routeId, units: { ...noUnits, ...units } }), { currency: 'USD', rates }).money?.nano ?? null;

test.each<[RouteId, Partial<typeof noUnits>, Price['rates'], number | null]>([
  ['chat.completions', { tokens: 32 }, { inputPerMillion: '1', outputPerMillion: '4' }, 128_000],
  ['embeddings', { tokens: 2 }, { inputPerMillion: '1', outputPerMillion: '4' }, 2000],
  ['rerank', { tokens: 16 }, { perSearch: '0.002' }, 2_000_000],
  ['images.edits', { images: 1 }, { perImage: '0.04', perInputImage: '0.01' }, 50_000_000],
  ['audio.transcriptions', { seconds: 1 }, { perAudioSecond: '0.0001' }, 100_000],
  ['audio.speech', { characters: 2 }, { perMillionCharacters: '15' }, 30_000],
  ['videos', { seconds: 4 }, { perVideoSecond: '0.1' }, 400_000_000],
  // An image that is charged by tokens cannot be estimated.
  ['images.generations', { images: 1 }, { outputPerMillion: '40' }, null],
])('a planned call of %s is charged for at most what it may use', (routeId, units, rates, nano) => {
  expect(nanoOf(routeId, units, rates)).toBe(nano);
});
