import type { ModelRun } from './lab.ts';

type Named = Pick<ModelRun, 'connectionId' | 'connectionName' | 'model' | 'options'>;

/** What vectors are of, for two sets of them: the model, and what else tells the two apart. */
export function distinctNames(
  one: Named,
  other: Named,
  words: {
    on: (model: string, connection: string) => string;
    sized: (model: string, dimensions: number | null) => string;
  },
): [one: string, other: string] {
  const name = ({ connectionId, connectionName, model, options }: Named, beside: Named): string => {
    if (connectionId !== beside.connectionId && connectionName) return words.on(model, connectionName);
    const isSized = model === beside.model && options.dimensions !== beside.options.dimensions;
    return isSized ? words.sized(model, options.dimensions ?? null) : model;
  };
  return [name(one, other), name(other, one)];
}
