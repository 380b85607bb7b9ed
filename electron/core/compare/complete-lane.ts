import type { Lane } from '#shared/contract/compare.ts';
import { addedToStreams, streamedFields } from '#shared/protocol/bodies/streamed-fields.ts';

/** Returns a lane with the fields that Patchbay adds to streams: those of the terminal and of earlier versions lack them. */
export function completeLane(lane: Lane): Lane {
  if (lane.added !== undefined) return lane;
  const { fields, routeId } = lane;
  const added = fields.stream === true && !fields.stream_options ? addedToStreams(routeId) : [];
  return { ...lane, fields: added.length > 0 ? { ...streamedFields(routeId), ...fields } : fields, added };
}
