import type { CheckCell, CheckRun, CheckVerdict } from '#shared/contract/checks.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { firstSetup, inputOf } from '../../../../../renderer/panels/checks/model/setup.ts';

const noUnits = { tokens: 0, images: 0, seconds: 0, characters: 0 };

/** A cell that ended with a verdict; everything else can be overridden. */
export function cell(
  routeId: RouteId,
  keyId: string | null,
  model: string | null,
  verdict: CheckVerdict,
  change: Partial<CheckCell> = {},
): CheckCell {
  return {
    id: `${routeId} ${keyId ?? ''} ${model ?? ''}`,
    routeId,
    keyId,
    keyAlias: keyId,
    model,
    action: 'call',
    why: null,
    listFailure: null,
    calls: 1,
    units: noUnits,
    state: 'ended',
    verdict,
    proof: verdict === 'works' ? 'answered' : null,
    sentence: '',
    stage: null,
    status: 200,
    firstByteMs: null,
    totalMs: null,
    shape: null,
    failure: null,
    exchangeId: null,
    endedAt: 1,
    ...change,
  };
}

/** A run of these cells that ended normally, unless overridden. */
export const run = (id: string, rows: CheckCell[], change: Partial<CheckRun> = {}): CheckRun => ({
  id,
  setId: null,
  connectionId: 'c1',
  connectionName: 'Gateway',
  baseAddress: 'https://gateway.test',
  models: [],
  name: '',
  level: 'free',
  state: 'done',
  startedAt: 1000,
  endedAt: 2000,
  cells: rows.length,
  ended: rows.length,
  verdicts: {},
  changed: 0,
  isBaseline: false,
  callsMade: 0,
  plannedRefusals: 0,
  controls: 0,
  unitsSpent: noUnits,
  input: inputOf('c1', firstSetup),
  rows,
  comparedWith: null,
  drift: [],
  ...change,
});
