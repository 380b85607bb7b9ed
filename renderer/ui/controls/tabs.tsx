import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import s from './tabs.module.css';

export interface TabsProps<T extends string> {
  value: T;
  onValueChange: (value: T) => void;
  /** A `TabList` somewhere and one `TabPanel` per tab; the markup between them is free. */
  children: ReactNode;
  className?: string | undefined;
}

/** Connects a row of tabs with its panels. */
export function Tabs<T extends string>({ value, onValueChange, children, className }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onValueChange(next as T)} className={className}>
      {children}
    </Base.Root>
  );
}

export interface TabListProps<T extends string> {
  tabs: readonly {
    value: T;
    label: string;
    count?: number | string | undefined;
  }[];
  label: string;
  /** Arrow keys select at once. Off where selecting opens what is closed: the focus moves without that. Default: on. */
  activateOnFocus?: boolean | undefined;
}

/** The row: arrow keys move, the line under the selected tab is a cord. */
export function TabList<T extends string>({ tabs, label, activateOnFocus = true }: TabListProps<T>) {
  return (
    <Base.List className={s.list} aria-label={label} activateOnFocus={activateOnFocus}>
      {tabs.map((tab) => (
        <Base.Tab key={tab.value} value={tab.value} className={s.tab}>
          {tab.label}
          {tab.count !== undefined && <span className={s.count}>{tab.count}</span>}
        </Base.Tab>
      ))}
    </Base.List>
  );
}

export interface TabPanelProps {
  value: string;
  children: ReactNode;
  className?: string | undefined;
}

/** What a tab shows. */
export function TabPanel({ value, children, className }: TabPanelProps) {
  return (
    <Base.Panel value={value} className={className ?? s.panel}>
      {children}
    </Base.Panel>
  );
}
