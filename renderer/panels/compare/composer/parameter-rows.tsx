import {
  bodyFragment,
  type ParameterValues,
  parametersOf,
  previousResponse,
  settingOf,
} from '#shared/protocol/compose/text-parameters.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { parameterInput } from '../../../lib/gateway/parameters/parameter-input.tsx';
import { ParameterList } from '../../../lib/gateway/parameters/parameter-list.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import type { CompareLane } from '../model/comparison.ts';

interface LaneParametersProps {
  lane: Pick<CompareLane, 'connectionId' | 'routeId' | 'model'>;
  values: ParameterValues;
  onSet: (name: string, setting: { on: boolean; value: unknown }) => void;
}

/** The parameters of a lane's protocol: a selected field is in the body, any other is absent. */
export function LaneParameters({ lane: { connectionId, routeId, model }, values, onSet }: LaneParametersProps) {
  const t = useStrings().compare.parameters;
  const limits = useLimits(connectionId, routeId, model);
  const { problems } = bodyFragment(values, routeId);
  return (
    <ParameterList
      limits={limits}
      parameters={parametersOf[routeId]
        // Each lane sends its own turns.
        .filter(({ name }) => name !== previousResponse)
        .map((parameter) => {
          const { name, control } = parameter;
          const setting = settingOf(values, routeId, parameter);
          const put = (change: Partial<typeof setting>) => onSet(name, { ...setting, ...change });
          return {
            name,
            sent: setting.on,
            onSentChange: (on: boolean) => put({ on }),
            error: problems.includes(name) ? t.invalid : undefined,
            ...parameterInput({
              name,
              control,
              value: setting.value,
              placeholder: undefined,
              onValueChange: (value) => put({ on: true, value }),
            }),
          };
        })}
    />
  );
}
