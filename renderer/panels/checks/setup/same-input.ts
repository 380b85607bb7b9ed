import type { CheckPlanInput } from '#shared/contract/checks.ts';

/** Whether two plans ask for the same, in whatever order their choices were made. */
export const sameInput = (one: CheckPlanInput, two: CheckPlanInput): boolean => shape(one) === shape(two);

const shape = ({ cap, ...input }: CheckPlanInput): string =>
  JSON.stringify(
    Object.entries({ ...input, ...cap })
      .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value])
      .toSorted(([one], [two]) => String(one).localeCompare(String(two))),
  );
