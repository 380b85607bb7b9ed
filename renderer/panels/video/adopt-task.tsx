import { useActive } from '../../lib/active.ts';
import { announce } from '../../lib/announce.ts';
import { client } from '../../lib/client.ts';
import { lineOf } from '../../lib/failures.ts';
import { useLanguage, useStrings } from '../../lib/strings.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import s from './video.module.css';
import { useVideo } from './video-store.ts';

/** Takes over a task by its id; it is asked for on the route that is chosen above. */
export function AdoptTask() {
  const words = useStrings();
  const language = useLanguage();
  const t = words.video;
  const { connection, key } = useActive();
  const { routeId, adopting } = useVideo();
  const adopt = useAction(client.tasks.adopt);
  const taskId = adopting.trim();
  const submit = async () => {
    if (!connection || !taskId) return;
    const taken = await adopt.run({
      connectionId: connection.id,
      ...(key ? { keyId: key.id } : {}),
      family: routeId,
      taskId,
    });
    if (!taken) return;
    useVideo.setState({ adopting: '' });
    announce(t.adopt.done);
  };
  return (
    <form
      className={s.adopt}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label={t.adopt.label} {...(adopt.failure ? { error: lineOf(adopt.failure, language, words) } : {})}>
        <TextField
          value={adopting}
          onValueChange={(next) => useVideo.setState({ adopting: next })}
          placeholder={t.adopt.placeholder}
          mono
        />
      </Field>
      <Button
        type="submit"
        busy={adopt.busy}
        disabledReason={connection ? (taskId ? undefined : t.adopt.label) : t.needs.connection}
      >
        {t.adopt.act}
      </Button>
    </form>
  );
}
