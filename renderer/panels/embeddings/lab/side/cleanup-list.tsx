import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { toCsv } from '#shared/csv.ts';
import { client } from '../../../../lib/client/client.ts';
import { fileStem } from '../../../../lib/files/file-stem.ts';
import { saveFile } from '../../../../lib/files/files.ts';
import { formatNumber, formatPercent } from '../../../../lib/i18n/format.ts';
import { useStrings } from '../../../../lib/i18n/strings.ts';
import { groupsAbove, type SimilarGroup } from '../../../../lib/vectors/similar-pairs.ts';
import { Icon } from '../../../../ui/base/icon.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { CopyButton } from '../../../../ui/controls/copy-button.tsx';
import { Segmented } from '../../../../ui/controls/segmented.tsx';
import { Progress } from '../../../../ui/feedback/progress.tsx';
import { SliderNumber } from '../../../../ui/fields/slider.tsx';
import { VirtualList } from '../../../../ui/lists/virtual-list.tsx';
import { titleOf } from '../../corpus-row.ts';
import { embeddingsStore } from '../../embeddings.ts';
import { focusOn, select } from '../../selection.ts';
import { analysis, useAnalysis, useEmbeddingsView } from '../analysis.ts';
import type { AnalysisState } from '../analysis-store.ts';
import { notifySaved } from '../save-export.ts';
import { Headline } from './headline.tsx';
import s from './side-pane.module.css';

type Cleanup = NonNullable<AnalysisState['cleanup']>;

/** Texts that say nearly the same, and texts unlike all others. */
export function CleanupList({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.cleanup;
  const { cleanup, cleanupShare, cleanupFailed } = useAnalysis((state) => state);
  const [part, setPart] = useState<'duplicates' | 'outliers'>('duplicates');
  useEffect(() => {
    if (!cleanup) analysis().cleanUp();
  }, [cleanup]);
  if (!cleanup)
    return cleanupFailed === null ? (
      <div className={s.words}>
        <Progress value={cleanupShare} label={t.searching(formatPercent(cleanupShare ?? 0))} thin />
        <p role="status">{t.searching(formatPercent(cleanupShare ?? 0))}</p>
      </div>
    ) : (
      <p className={s.words} role="alert">
        {t.failed(cleanupFailed)}
      </p>
    );
  return (
    <>
      <div className={s.parts}>
        <Segmented
          label={t.title}
          value={part}
          onValueChange={setPart}
          options={[
            { value: 'duplicates', label: t.duplicates },
            { value: 'outliers', label: t.outliers },
          ]}
          stretch
        />
      </div>
      {part === 'duplicates' ? (
        <Duplicates cleanup={cleanup} texts={texts} />
      ) : (
        <Outliers cleanup={cleanup} texts={texts} />
      )}
    </>
  );
}

interface PartProps {
  cleanup: Cleanup;
  texts: readonly string[];
}

function Duplicates({ cleanup: { pairs }, texts }: PartProps) {
  const t = useStrings().embeddings.cleanup;
  const places = useAnalysis((state) => state.places);
  const threshold = useEmbeddingsView((state) => state.duplicateFrom);
  const groups = useMemo(
    () =>
      groupsAbove(pairs, threshold).map((group) => ({
        ...group,
        rows: group.rows.map((row) => places[row] as number),
      })),
    [pairs, threshold, places],
  );
  const all = groups.flatMap(({ rows }) => rows);
  const closest = pairs.cosines[0];
  return (
    <>
      <Headline figure={formatNumber(all.length)} label={t.found(all.length, groups.length)}>
        {!pairs.isExact && t.amongNearest} {pairs.floor > threshold && t.floor(pairs.floor.toFixed(3))}
        {groups.length === 0 && closest !== undefined && t.closest(closest.toFixed(3))}
      </Headline>
      <div className={s.threshold}>
        <span>{t.threshold}</span>
        <SliderNumber
          label={t.threshold}
          value={threshold}
          min={0.5}
          max={1}
          step={0.01}
          onValueChange={(duplicateFrom) => useEmbeddingsView.setState({ duplicateFrom })}
        />
      </div>
      {groups.length > 0 && (
        <div className={s.acts}>
          <Button size="sm" onClick={() => select(all)}>
            {t.select}
          </Button>
          <Button size="sm" onClick={() => select(groups.flatMap(({ rows }) => rows.slice(1)))}>
            {t.selectRepeats}
          </Button>
          <span className="space" />
          <CopyButton
            text={() =>
              tableOf(groups, texts)
                .map((row) => row.join('\t'))
                .join('\n')
            }
            labels={{ copy: t.copy, copied: t.copied, failed: t.copyFailed }}
          />
          <SaveGroups groups={groups} texts={texts} />
        </div>
      )}
      <VirtualList
        label={t.groups}
        items={groups}
        itemKey={({ rows }) => String(rows[0])}
        rowHeight={64}
        measured
        renderItem={({ rows, least, most }) => (
          <button
            type="button"
            className={s.pair}
            onClick={() => {
              select(rows);
              focusOn(rows[0] ?? null);
            }}
          >
            {rows.slice(0, shownOfGroup).map((place) => (
              <span key={place} className="cut-text" title={texts[place]}>
                {texts[place]}
              </span>
            ))}
            <span className={s.ranks}>
              {t.group(rows.length, least.toFixed(3), most.toFixed(3))}
              {rows.length > shownOfGroup && ` · ${t.more(rows.length - shownOfGroup)}`}
            </span>
          </button>
        )}
      />
    </>
  );
}

const shownOfGroup = 3;

/** Returns one row per text: its group, its number and line in the source, and the lowest and highest cosine of the group. */
export function tableOf(groups: readonly SimilarGroup[], texts: readonly string[]): (string | number)[][] {
  const head = ['group', 'index', 'least_cosine', 'most_cosine', 'text'];
  const rows = groups.flatMap(({ rows: members, least, most }, group) =>
    members.map((place) => [group + 1, place, least, most, (texts[place] ?? '').replace(/[\t\r\n]+/g, ' ')]),
  );
  return [head, ...rows];
}

function SaveGroups({ groups, texts }: { groups: readonly SimilarGroup[]; texts: readonly string[] }) {
  const t = useStrings().embeddings.cleanup;
  const save = async () => {
    const title = titleOf(embeddingsStore().current()).replace(/\.[a-z]+$/i, '');
    const name = `${fileStem(title, 'texts')}-duplicates.csv`;
    return saveFile(await client.files.keep({ name, type: 'text/csv', text: toCsv(tableOf(groups, texts)) }));
  };
  return (
    <Button size="sm" intent="quiet" icon={<Icon of={Download} size="s" />} onClick={() => void notifySaved(save())}>
      {t.export}
    </Button>
  );
}

/** More of them are no exceptions. */
const maxOutliers = 50;

function Outliers({ cleanup: { means }, texts }: PartProps) {
  const t = useStrings().embeddings.cleanup;
  const places = useAnalysis((state) => state.places);
  const rows = useMemo(
    () =>
      Array.from(means, (mean, row) => ({ mean, place: places[row] as number }))
        .sort((one, other) => one.mean - other.mean)
        .slice(0, maxOutliers),
    [means, places],
  );
  const least = rows[0];
  const overall = means.reduce((sum, mean) => sum + mean, 0) / Math.max(1, means.length);
  return (
    <>
      <Headline figure={least ? least.mean.toFixed(3) : null} label={t.leastMean}>
        {t.overall(overall.toFixed(3))}
      </Headline>
      <VirtualList
        label={t.outliers}
        items={rows}
        itemKey={({ place }) => String(place)}
        rowHeight={26}
        renderItem={({ place, mean }) => (
          <button type="button" className={s.outlier} onClick={() => focusOn(place)}>
            <span className="cut-text" title={texts[place]}>
              {texts[place]}
            </span>
            <span className="mono-s">{mean.toFixed(3)}</span>
          </button>
        )}
      />
    </>
  );
}
