import { speakControls } from '../../../lib/generation/speak-settings.ts';
import { openComparisonOf } from '../../../lib/navigation/comparison-handoff.ts';
import { useForm } from '../form.ts';

/** Opens a new comparison with the text, the first voice and the parameters of the form, and a lane for each model. */
export function compareWith(models: readonly string[], connectionId = '', keyId: string | null = null): void {
  const { text, voices, speak } = useForm.getState();
  const names = Object.keys(speakControls) as (keyof typeof speakControls)[];
  openComparisonOf({
    connectionId,
    keyId,
    routeId: 'audio.speech',
    models: [...new Set(models)],
    prompt: text,
    system: '',
    parameters: {
      'speech.voice': { on: true, value: voices[0] ?? speak.voice },
      ...Object.fromEntries(names.map((name) => [`speech.${name}`, speak[name]])),
    },
    attachments: [],
    tools: [],
    schema: null,
    history: [],
  });
}
