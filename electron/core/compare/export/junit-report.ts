import { isPassed } from '#shared/compare/regressions.ts';
import type { CompareCell } from '#shared/contract/compare.ts';
import { type JunitCase, junitXml } from '../../export/junit.ts';
import { addressesOf, type ExportedRun, rowPlaces } from './exported-run.ts';

/** Returns a run as JUnit XML: one test case per reply, which fails when the request or an assertion fails. */
export function junitOf({ run, cells }: ExportedRun, version: string): string {
  const { input, names, name, state, startedAt, endedAt, callsMade: calls } = run;
  const lanes = new Map(input.lanes.map((lane) => [lane.id, lane]));
  const places = rowPlaces(input);
  const nameOf = ({ laneId, rowId, repeat }: CompareCell) => {
    const lane = lanes.get(laneId);
    const row = input.rows.length > 1 ? `Row ${places.get(rowId)}: ` : '';
    const at = input.repeats > 1 ? `, run ${repeat + 1}` : '';
    return `${row}${lane?.model} (${names[laneId]?.connection}, ${lane?.routeId}${at})`;
  };
  const addresses = [...addressesOf(run).values()].join(', ');
  return junitXml({
    title: 'patchbay compare',
    name,
    startedAt,
    endedAt,
    properties: { ...(addresses !== '' && { 'base-url': addresses }), state, calls, patchbay: version },
    cases: cells.map((cell) => ({
      className: lanes.get(cell.laneId)?.routeId ?? '',
      name: nameOf(cell),
      ms: cell.metrics?.latencyMs ?? 0,
      result: resultOf(cell),
    })),
  });
}

function resultOf(cell: CompareCell): JunitCase['result'] {
  if (isPassed(cell) === true) return { kind: 'passed' };
  const { failure, assertions, state, text } = cell;
  const missed = assertions.filter(({ verdict }) => verdict !== 'passed').map(({ reason }) => reason);
  if (failure === null && missed.length === 0)
    return { kind: 'skipped', message: `Not known: the request is ${state}.` };
  return {
    kind: 'failed',
    message: failure?.message ?? missed.join(' '),
    type: failure?.code ?? 'assertion',
    text: [...missed, ...(text === '' ? [] : ['Reply:', text])].join('\n'),
  };
}
