import type { Change } from '#shared/contract/host.ts';

/** Records announcements, as `area` or `area id`. */
export function collectChanges() {
  const announced: string[] = [];
  return {
    announced,
    announce: ({ area, id }: Change) => void announced.push(id === undefined ? area : `${area} ${id}`),
  };
}
