import type { Settings } from '../../../lib/gateway/parameters/request-parameters.ts';
import { PromptMenu } from '../../../lib/prompts/prompt-menu.tsx';
import { useVideo } from '../store.ts';

/** The saved prompts in the composer, and the presets of the kind of body. */
export function VideoPrompts() {
  const { prompt, settings, dialect } = useVideo();
  return (
    <PromptMenu
      text={prompt}
      onText={(next) => useVideo.setState({ prompt: next })}
      presets={[
        {
          scope: `video ${dialect}`,
          settings,
          prefix: `${dialect}.`,
          onChange: (next) => useVideo.setState({ settings: next as Settings }),
        },
      ]}
    />
  );
}
