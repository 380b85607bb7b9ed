import {
  type PlainControl,
  type RequestParameter,
  type SentFields,
  type Settings,
  sentFields,
  settingOf,
} from '../gateway/parameters/request-parameters.ts';
import { familyOf, parametersOn } from './image-families.ts';
import { sentImageFields } from './image-settings.ts';
import { defaultSpeakSettings, knownVoices, speakControls, speakFields } from './speak-settings.ts';

/** The routes that generate images and speech from a prompt. */
export const mediaRouteIds = ['images.generations', 'audio.speech'] as const;
export type MediaRouteId = (typeof mediaRouteIds)[number];

const speech = 'speech';

/** Returns the group of the settings of a model: the family of an image model, or that of speech. */
export const groupOf = (routeId: MediaRouteId, model: string): string =>
  routeId === 'audio.speech' ? speech : familyOf(model);

/** The voice is sent always: services refuse speech without one. */
const speechParameters: readonly RequestParameter[] = [
  { name: 'voice', control: { kind: 'text' }, start: knownVoices[0], sentAtFirst: true },
  ...Object.entries(speakControls).map(([name, control]): RequestParameter => {
    const { on, value } = defaultSpeakSettings[name as keyof typeof speakControls];
    return { name, control: control as PlainControl, start: value, ...(on && { sentAtFirst: true }) };
  }),
];

/** Returns the parameters of a model, with controls that fit a plain row: a size is selected, or typed. */
export function mediaParameters(routeId: MediaRouteId, model: string): RequestParameter[] {
  if (routeId === 'audio.speech') return [...speechParameters];
  return parametersOn(familyOf(model), routeId).map(({ only: _only, control, ...parameter }) => ({
    ...parameter,
    control:
      control.kind !== 'size'
        ? control
        : control.custom
          ? ({ kind: 'text' } as const)
          : ({ kind: 'choice', options: control.options } as const),
  }));
}

/** Returns the fields of a request besides model and prompt, and the names of those whose value cannot be sent. */
export function mediaFields(settings: Settings, routeId: MediaRouteId, model: string): SentFields {
  if (routeId === 'images.generations') return sentImageFields(settings, familyOf(model), routeId);
  const read = sentFields(settings, speech, speechParameters, ({ kind }, value) =>
    kind === 'slider' ? value : String(value).trim() || undefined,
  );
  const optionOf = <Name extends keyof typeof speakControls>(name: Name) => {
    const parameter = speechParameters.find((one) => one.name === name) as RequestParameter;
    const { on, value } = settingOf(settings, speech, parameter);
    return { on: on && !read.problems.includes(name), value };
  };
  const names = Object.keys(speakControls) as (keyof typeof speakControls)[];
  return {
    fields: speakFields({
      ...defaultSpeakSettings,
      voice: String(read.fields.voice ?? ''),
      ...Object.fromEntries(names.map((name) => [name, optionOf(name)])),
    }),
    problems: read.problems,
  };
}
