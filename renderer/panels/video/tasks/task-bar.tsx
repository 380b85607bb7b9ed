import { Search } from 'lucide-react';
import { useStore } from 'zustand';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { countGroups, modelsOf, type TaskGroup, taskGroups } from '../model/task-face.ts';
import { taskFilter, useVideo } from '../store.ts';
import s from './tasks.module.css';

/** The value of the choice of all models; no id of a model is empty. */
const allModels = '';

/** Search, filters by state and model, and the choice between list and grid. */
export function TaskBar({ tasks }: { tasks: readonly TaskSummary[] }) {
  const t = useStrings().video.bar;
  const { group, model, text } = useStore(taskFilter);
  const view = useVideo((form) => form.view);
  const counts = countGroups(tasks);
  const models = modelsOf(tasks);
  const isOffered = (one: TaskGroup) => one === 'all' || one === group || counts[one] > 0;
  return (
    <search className={s.bar}>
      <TextField
        value={text}
        onValueChange={(next) => taskFilter.setState({ text: next })}
        aria-label={t.search}
        placeholder={t.search}
        icon={<Icon of={Search} size="s" />}
        width="200px"
        onKeyDown={({ key }) => key === 'Escape' && taskFilter.setState({ text: '' })}
      />
      {taskGroups.filter(isOffered).map((one) => (
        <Chip
          key={one}
          pressed={one === group}
          onPressedChange={() => taskFilter.setState({ group: one })}
          {...(one === 'all' ? {} : { count: counts[one] })}
        >
          {t.groups[one]}
        </Chip>
      ))}
      {models.length > 1 && (
        <Select
          label={t.model}
          value={model ?? allModels}
          onValueChange={(next) => taskFilter.setState({ model: next === allModels ? null : next })}
          options={[{ value: allModels, label: t.allModels }, ...models.map((one) => ({ value: one, label: one }))]}
          width="180px"
        />
      )}
      <span className="space" />
      <Segmented
        label={t.view}
        value={view}
        onValueChange={(next) => useVideo.setState({ view: next })}
        options={[
          { value: 'list', label: t.views.list },
          { value: 'grid', label: t.views.grid },
        ]}
      />
    </search>
  );
}
