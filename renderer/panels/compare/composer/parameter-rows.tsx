import { isTextRoute } from '#shared/compare/lanes.ts';
import {
  bodyFragment,
  isAdded,
  isSent,
  type ParameterValues,
  parametersOf,
  previousResponse,
  setParameter,
  settingOf,
  type TextRouteId,
} from '#shared/protocol/compose/text-parameters.ts';
import { refusedFields } from '../../../lib/gateway/models/refused-fields.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { parameterInput } from '../../../lib/gateway/parameters/parameter-input.tsx';
import { ParameterList } from '../../../lib/gateway/parameters/parameter-list.tsx';
import {
  type InputValue,
  settingOf as mediaSetting,
  plainValue,
  type Settings,
} from '../../../lib/gateway/parameters/request-parameters.ts';
import { groupOf, type MediaRouteId, mediaFields, mediaParameters } from '../../../lib/generation/media-lane.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import type { CompareLane } from '../model/comparison.ts';

interface LaneParametersProps {
  lane: Pick<CompareLane, 'connectionId' | 'routeId' | 'model'>;
  values: ParameterValues;
  onSet: (name: string, setting: { on: boolean; value: unknown }) => void;
}

/** The parameters of a lane: a selected field is in the body, any other is absent. */
export function LaneParameters({ lane: { connectionId, routeId, model }, values, onSet }: LaneParametersProps) {
  const { compare, gateway } = useStrings();
  const t = compare.parameters;
  const limits = useLimits(connectionId, routeId, model);
  const { parameters, problems, read } = isTextRoute(routeId)
    ? textParameters(values, routeId, refusedFields(limits))
    : modelParameters(values as Settings, routeId, model);
  return (
    <ParameterList
      limits={limits}
      parameters={parameters.map(({ name, control, setting, sent = setting.on, isAdded: isOurs = false }) => {
        const put = (change: Partial<typeof setting>) => onSet(name, { ...setting, ...change });
        return {
          name,
          sent,
          note: isOurs && sent && gateway.parameters.added,
          isKept: isOurs && !setting.on,
          onSentChange: (on: boolean) => put({ on }),
          error: problems.includes(name) ? t.invalid : undefined,
          ...parameterInput({
            name,
            control,
            value: setting.value,
            onValueChange: (value) => put({ on: true, value: read(value) }),
          }),
        };
      })}
    />
  );
}

interface LaneParameter {
  name: string;
  control: Parameters<typeof parameterInput>[0]['control'];
  setting: { on: boolean; value: unknown };
  sent?: boolean;
  /** Patchbay selects it, until the user decides. */
  isAdded?: boolean;
}

const textParameters = (values: ParameterValues, routeId: TextRouteId, refused: readonly string[]) => ({
  parameters: parametersOf[routeId]
    // Each lane sends its own turns.
    .filter(({ name }) => name !== previousResponse)
    .map(
      (parameter): LaneParameter => ({
        ...parameter,
        setting: settingOf(values, routeId, parameter, refused),
        sent: isSent(values, routeId, parameter, refused),
        isAdded: isAdded(values, routeId, parameter),
      }),
    ),
  problems: bodyFragment(values, routeId, refused).problems,
  read: (value: InputValue): unknown => value,
});

/** Those of an image or speech model, as its own panel composes them. */
const modelParameters = (settings: Settings, routeId: MediaRouteId, model: string) => ({
  parameters: mediaParameters(routeId, model).map(
    (parameter): LaneParameter => ({
      ...parameter,
      setting: mediaSetting(settings, groupOf(routeId, model), parameter),
    }),
  ),
  problems: mediaFields(settings, routeId, model).problems,
  read: plainValue,
});

/** Returns the values of a lane with another setting of one parameter. */
export const withSetting = (
  values: ParameterValues,
  { routeId, model }: Pick<CompareLane, 'routeId' | 'model'>,
  name: string,
  setting: { on: boolean; value: unknown },
): ParameterValues =>
  isTextRoute(routeId)
    ? setParameter(values, routeId, name, setting)
    : { ...values, [`${groupOf(routeId, model)}.${name}`]: setting };
