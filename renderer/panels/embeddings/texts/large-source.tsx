import { FileText } from 'lucide-react';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { embeddingsStore } from '../embeddings.ts';
import s from './texts-stage.module.css';

/** A source too long for a text field: it is shown, and can be cleared. */
export function LargeSource({ source, name }: { source: string; name: string }) {
  const t = useStrings().embeddings.texts;
  return (
    <>
      <div className={s.file}>
        <Icon of={FileText} size="s" />
        <b className="cut-text">{name || t.pasted}</b>
        <span className={s.quiet}>{formatBytes(source.length)}</span>
        <span className="space" />
        <Button size="sm" intent="quiet" onClick={() => embeddingsStore().setSource('', '')}>
          {t.clear}
        </Button>
      </div>
      <CodeView text={source} label={t.source} />
    </>
  );
}
