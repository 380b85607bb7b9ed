import type { CheckPlanInput, PlannedCell } from '#shared/contract/checks.ts';
import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { Draft, DraftBody } from '#shared/contract/exchanges.ts';
import { routes } from '#shared/protocol/table.ts';
import { controlRequestOf } from '../control.ts';
import { type ProbeBody, type ProbeFile, probeOf } from './probes.ts';

/** Gives the id of a stored file of that kind. */
export type ProbeFiles = (kind: ProbeFile) => Promise<string>;

/** The request that answers one cell. A body that lacks something is meant to, so nothing objects to it here. */
export async function draftOf(cell: PlannedCell, input: CheckPlanInput, files: ProbeFiles): Promise<Draft> {
  const probe = probeOf(cell.routeId, cell.model ?? '', input.level);
  // What is drawn or spoken takes as long as it takes before its first byte.
  const { costly, transport } = routes[cell.routeId];
  const takesLong = probe.action === 'call' && costly && transport === 'http';
  return {
    ...sentWith(cell, input, takesLong ? input.totalMs : input.firstByteMs),
    routeId: cell.routeId,
    params: { ...probe.params },
    body: await bodyOf(probe.body, files),
  };
}

/** The request for a path that cannot exist, beside a cell that is made to be refused. */
export function controlDraftOf(cell: PlannedCell, input: CheckPlanInput, nativeKeyStyle: NativeKeyStyle): Draft {
  const custom = controlRequestOf(cell, nativeKeyStyle);
  return {
    ...sentWith(cell, input, input.firstByteMs),
    routeId: 'custom',
    params: {},
    custom,
    body: custom.method === 'GET' ? { kind: 'none' } : { kind: 'json', text: '{}', inline: [] },
  };
}

/** What all requests of a cell have in common. */
const sentWith = (cell: PlannedCell, input: CheckPlanInput, headersMs: number) => ({
  connectionId: input.connectionId,
  ...(cell.keyId === null ? {} : { keyId: cell.keyId }),
  query: [],
  headers: [],
  options: {
    finishAlone: true,
    allowMisuse: true,
    deadlines: {
      connectMs: Math.min(10_000, input.firstByteMs),
      headersMs: Math.min(headersMs, input.totalMs),
      idleMs: input.firstByteMs,
      totalMs: input.totalMs,
    },
    origin: 'check' as const,
    ...(cell.action === 'refusal' && { expectRefusal: true }),
  },
});

async function bodyOf(body: ProbeBody, files: ProbeFiles): Promise<DraftBody> {
  if (body.kind === 'none') return { kind: 'none' };
  if (body.kind === 'json') return { kind: 'json', text: JSON.stringify(body.value), inline: [] };
  const fields = await Promise.all(
    body.fields.map(async ([name, value]) =>
      typeof value === 'string'
        ? { kind: 'text' as const, name, value }
        : { kind: 'file' as const, name, fileId: await files(value.file) },
    ),
  );
  return { kind: 'form', fields };
}
