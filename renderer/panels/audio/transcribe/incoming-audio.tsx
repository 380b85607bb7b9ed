import { useStore } from 'zustand';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorCard } from '../../../ui/feedback/error-card.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { importHeld } from './import-audio.ts';
import { importFiles } from './import-on-demand.ts';
import { intake, recorder } from './intake.ts';
import s from './transcribe.module.css';

/** A file that is being imported or was rejected, and why. */
export function IncomingAudio() {
  const t = useStrings().audio.listen;
  const { arriving, held, failure: notTaken, files } = useStore(intake);
  const failure = useStore(recorder, (state) => state.failure) ?? notTaken;
  const drop = () => {
    intake.setState({ held: null, failure: null, files: [] });
    recorder.setState({ failure: null });
  };
  if (failure)
    return (
      <div className={s.pad}>
        <FailureCard
          failure={failure}
          level={2}
          actions={[
            ...(files.length > 0 ? [{ label: t.tryAgain, onSelect: () => void importFiles(files) }] : []),
            { label: t.dismiss, onSelect: drop },
          ]}
        />
      </div>
    );
  if (held) {
    const words = t.held[held.fault];
    return (
      <div className={s.pad}>
        <ErrorCard
          intent="warn"
          level={2}
          title={words.title(held.file.name)}
          facts={[
            { label: t.size, value: formatBytes(held.file.size) },
            ...(held.file.type ? [{ label: t.type, value: held.file.type, mono: true }] : []),
          ]}
          actions={[
            ...(held.fault === 'several'
              ? [{ label: t.takeFirst, onSelect: () => void importFiles([held.file]) }]
              : held.fault === 'unreadable' || held.fault === 'empty'
                ? []
                : [{ label: t.useAnyway, onSelect: () => void importHeld(), intent: 'plain' as const }]),
            { label: t.dismiss, onSelect: drop, intent: 'quiet' as const },
          ]}
          announce
        >
          {words.body}
        </ErrorCard>
      </div>
    );
  }
  if (!arriving) return null;
  const words = arriving.share === null ? t.examining(arriving.name) : t.arriving(arriving.name);
  return (
    <div className={s.arriving}>
      <span className="cut-text" role="status">
        {words}
      </span>
      <Progress value={arriving.share || null} label={words} />
      <Button size="sm" onClick={arriving.stop}>
        {t.stop}
      </Button>
    </div>
  );
}
