import type { Change } from '#shared/contract/host.ts';

/** Takes down what is announced, as `area` or `area id`. */
export function collectChanges() {
  const heard: string[] = [];
  return {
    heard,
    announce: ({ area, id }: Change) => void heard.push(id === undefined ? area : `${area} ${id}`),
  };
}
