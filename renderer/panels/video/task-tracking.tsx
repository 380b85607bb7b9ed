import { client } from '../../lib/client/client.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { lineOf } from '../../lib/failures/failures.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useLanguage, useStrings } from '../../lib/i18n/strings.ts';
import { announce } from '../../lib/notices/announce.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import s from './panel.module.css';
import { useVideo } from './store.ts';

/** How tasks are polled, and a field to track an existing one. */
export function TaskTracking() {
  const t = useStrings().video.watching;
  return (
    <section className={s.watching}>
      <h2>{t.title}</h2>
      <p>{t.body}</p>
      <AdoptTask />
    </section>
  );
}

/** Tracks an existing task by its id; it is polled on the route selected above. */
function AdoptTask() {
  const words = useStrings();
  const language = useLanguage();
  const t = words.video;
  const { connection, key } = useActive();
  const { routeId, adopting } = useVideo();
  const adopt = useAction(client.tasks.adopt);
  const taskId = adopting.trim();
  const submit = async () => {
    if (!connection || !taskId) return;
    const adopted = await adopt.run({
      connectionId: connection.id,
      ...(key ? { keyId: key.id } : {}),
      family: routeId,
      taskId,
    });
    if (!adopted) return;
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
        disabledReason={connection ? (taskId ? undefined : t.adopt.missing) : t.needs.connection}
      >
        {t.adopt.act}
      </Button>
    </form>
  );
}
