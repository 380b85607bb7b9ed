import { type RefObject, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { failureGroups, type SimulatedFailure } from '#shared/protocol/simulated-failure.ts';
import { ListCaption } from '../../../ui/lists/list-row.tsx';
import { SearchList } from '../../../ui/lists/search-list.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { client } from '../../client/client.ts';
import { putResult, useCall } from '../../client/query.ts';
import { useAction } from '../../client/use-action.ts';
import { FailureCard } from '../../failures/failure-card.tsx';
import { useLanguage, useStrings } from '../../i18n/strings.ts';
import { fuzzyMatch } from '../../search/fuzzy.ts';
import s from './simulate-failure.module.css';

/** Whether the menu is open. */
export const failureMenu = createStore(() => ({ isOpen: false }));

/** Opens the list of failures that the demo gateway can simulate. */
export const openFailureMenu = (): void => failureMenu.setState({ isOpen: true });

/** Returns the title of the failure that the demo gateway simulates for every request; `null` for none. */
export function useSimulatedFailure(): string | null {
  const language = useLanguage();
  const { data } = useCall('demo', 'state', {});
  return data?.scenarios.find(({ name }) => name === data.scenario)?.title[language] ?? null;
}

type Row = { kind: 'caption'; text: string } | { kind: 'failure'; name: string | null; title: string };
type Choice = Extract<Row, { kind: 'failure' }>;

const isChoice = (row: Row): row is Choice => row.kind === 'failure';
const keyOf = (row: Row): string => (row.kind === 'caption' ? `caption ${row.text}` : (row.name ?? ''));

/** The failures of the demo gateway, by what goes wrong; the selected one applies to every request until it is cleared. */
export function SimulateFailure() {
  const t = useStrings().pieces.simulate;
  const isOpen = useStore(failureMenu, (state) => state.isOpen);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => failureMenu.setState({ isOpen: next })}
      title={t.title}
      description={t.about}
      closeLabel={t.close}
      initialFocus={field}
    >
      {isOpen && <FailureList field={field} />}
    </Dialog>
  );
}

function FailureList({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const t = useStrings().pieces.simulate;
  const language = useLanguage();
  const { data } = useCall('demo', 'state', {});
  const [query, setQuery] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const choose = useAction(async ({ name }: Choice) => {
    putResult('demo', 'state', {}, await client.demo.set({ scenario: name }));
    failureMenu.setState({ isOpen: false });
  });
  const found = (data?.scenarios ?? []).filter(({ name, title }) =>
    fuzzyMatch(query, `${name} ${title.en} ${title[language]}`),
  );
  const rowOf = ({ name, title }: SimulatedFailure): Row => ({ kind: 'failure', name, title: title[language] });
  const rows: Row[] = [
    ...(query === '' && found.length > 0 ? [{ kind: 'failure', name: null, title: t.none } as const] : []),
    ...failureGroups.flatMap((group): Row[] => {
      const members = found.filter((one) => one.group === group);
      return members.length > 0 ? [{ kind: 'caption', text: t.groups[group] }, ...members.map(rowOf)] : [];
    }),
  ];
  const choices = rows.filter(isChoice);
  const active =
    choices.find((row) => keyOf(row) === activeKey) ??
    (query === '' ? choices.find(({ name }) => name === (data?.scenario ?? null)) : choices[0]);
  return (
    <div className={s.menu}>
      <SearchList
        field={field}
        query={query}
        onQueryChange={setQuery}
        fieldLabel={t.search}
        label={t.title}
        rows={rows}
        rowKey={keyOf}
        rowHeight={30}
        isChoice={isChoice}
        active={active}
        onActiveKeyChange={setActiveKey}
        activeWords={active?.title}
        onEnter={(row) => void choose.run(row)}
        empty={<p className={s.empty}>{query === '' ? t.notHere : t.nothing}</p>}
        className={s.list}
        renderItem={(row) =>
          row.kind === 'caption' ? (
            <ListCaption>{row.text}</ListCaption>
          ) : (
            // biome-ignore lint/a11y/noStaticElementInteractions: the option around it has the role, the list box the keys
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the list box chooses
            <div className={s.row} onClick={() => void choose.run(row)}>
              <span className="cut-text">{row.title}</span>
              <span className="mono-s">{row.name}</span>
            </div>
          )
        }
      />
      {choose.failure && <FailureCard failure={choose.failure} />}
    </div>
  );
}
