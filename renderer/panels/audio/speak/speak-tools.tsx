import { Columns3 } from 'lucide-react';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { PromptMenu } from '../../../lib/prompts/prompt-menu.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { useForm } from '../form.ts';
import { compareWith } from './compare-with.ts';

/** The saved prompts for the text, and a comparison of it with other models. */
export function SpeakTools() {
  const t = useStrings().pieces.models;
  const { text, speakModel } = useForm();
  const { connection, key } = useActive();
  return (
    <>
      <PromptMenu text={text} onText={(next) => useForm.setState({ text: next })} />
      <IconButton
        label={t.compareWith}
        intent="quiet"
        icon={<Icon of={Columns3} />}
        disabled={speakModel === ''}
        onClick={() => compareWith([speakModel], connection?.id, key?.id)}
      />
    </>
  );
}
