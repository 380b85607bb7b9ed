import { Paperclip, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FileRef } from '#shared/protocol/part.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Tick } from '../../ui/controls/tick.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useCall } from '../client/query.ts';
import { useAction } from '../client/use-action.ts';
import { FailureCard } from '../failures/failure-card.tsx';
import { admitFile, chooseFiles } from '../files/files.ts';
import { formatBytes } from '../i18n/format.ts';
import { useStrings } from '../i18n/strings.ts';
import s from './request-editor.module.css';

/** A header or query field. Without `on` it is always sent; with it, only while it is ticked. */
export interface PairRow {
  name: string;
  value: string;
  on?: boolean;
}

/** A field of a form. A file is given by itself or only by its id; one that was not selected yet by neither. */
export type FieldRow = { name: string; on?: boolean } & (
  | { kind: 'text'; value: string }
  | { kind: 'file'; file?: FileRef | null; fileId?: string }
);

export interface PairRowsProps<Row extends PairRow> {
  /** What the pairs are, for the names of the fields. */
  label: string;
  pairs: readonly Row[];
  onChange: (pairs: Row[]) => void;
  /** The row that Add appends. */
  blank: Row;
}

/** Names with values, in the order in which they are sent: headers or query. */
export function PairRows<Row extends PairRow>({ label, pairs, onChange, blank }: PairRowsProps<Row>) {
  const t = useStrings().wire.editor;
  return (
    <div className={s.rows}>
      {pairs.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; names repeat
        <EditedRow key={at} label={label} at={at} rows={pairs} onChange={onChange}>
          <ValueField
            label={`${label} ${at + 1}: ${t.value}`}
            row={pair}
            onChange={(change) => onChange(replaced(pairs, at, { ...pair, ...change }))}
          />
        </EditedRow>
      ))}
      <div>
        <AddButton label={t.add} onClick={() => onChange([...pairs, blank])} />
      </div>
    </div>
  );
}

export interface FieldRowsProps<Row extends FieldRow> {
  fields: readonly Row[];
  onChange: (fields: Row[]) => void;
  /** The row that a new text field begins as. */
  blank: Row;
  /** A row for a file that was just selected, in place of `before` or as a new one. */
  withFile: (file: FileRef, before: Row | null) => Row;
}

/** The fields of a form, files among them, in the order in which they are sent. A file is selected, never typed. */
export function FieldRows<Row extends FieldRow>({ fields, onChange, blank, withFile }: FieldRowsProps<Row>) {
  const t = useStrings().wire.editor;
  const choose = useAction(async (at: number) => {
    const [selected] = await chooseFiles({ multiple: false });
    if (!selected) return;
    const row = withFile(await admitFile(selected), fields[at] ?? null);
    onChange(at < fields.length ? replaced(fields, at, row) : [...fields, row]);
  });
  return (
    <div className={s.rows}>
      {fields.map((field, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; names repeat
        <EditedRow key={at} label={t.fields} at={at} rows={fields} onChange={onChange}>
          {field.kind === 'text' ? (
            <ValueField
              label={`${t.fields} ${at + 1}: ${t.value}`}
              row={field}
              onChange={(change) => onChange(replaced(fields, at, { ...field, ...change }))}
            />
          ) : (
            <Button
              icon={<Icon of={Paperclip} size="s" />}
              busy={choose.busy}
              stretch
              onClick={() => void choose.run(at)}
            >
              <span className="cut-text">
                <FileName field={field} />
              </span>
            </Button>
          )}
        </EditedRow>
      ))}
      {choose.failure && <FailureCard failure={choose.failure} />}
      <div className={s.adds}>
        <AddButton label={t.addText} onClick={() => onChange([...fields, blank])} />
        <AddButton label={t.addFile} onClick={() => void choose.run(fields.length)} />
      </div>
    </div>
  );
}

interface EditedRowProps<Row> {
  label: string;
  at: number;
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
  /** Content after its name. */
  children: ReactNode;
}

/** One row: whether it is sent, its name, its value, and a button that removes it. */
function EditedRow<Row extends { name: string; on?: boolean }>({
  label,
  at,
  rows,
  onChange,
  children,
}: EditedRowProps<Row>) {
  const t = useStrings().wire.editor;
  const row = rows[at] as Row;
  const put = (change: Partial<{ name: string; on: boolean }>) => onChange(replaced(rows, at, { ...row, ...change }));
  return (
    <div className={s.row} data-ticked={row.on !== undefined}>
      {row.on !== undefined && (
        <Tick checked={row.on} onCheckedChange={(on) => put({ on })} ariaLabel={t.sent(row.name)} />
      )}
      <TextField
        value={row.name}
        onValueChange={(name) => put({ name, ...ticked(row) })}
        aria-label={`${label} ${at + 1}: ${t.name}`}
        placeholder={t.name}
        mono
      />
      {children}
      <IconButton
        label={t.remove(row.name)}
        size="sm"
        intent="quiet"
        icon={<Icon of={X} size="s" />}
        onClick={() => onChange(rows.filter((_row, index) => index !== at))}
      />
    </div>
  );
}

interface ValueFieldProps {
  label: string;
  row: { value: string; on?: boolean };
  onChange: (change: { value: string; on?: boolean }) => void;
}

function ValueField({ label, row, onChange }: ValueFieldProps) {
  const t = useStrings().wire.editor;
  return (
    <TextField
      value={row.value}
      onValueChange={(value) => onChange({ value, ...ticked(row) })}
      aria-label={label}
      placeholder={t.value}
      mono
    />
  );
}

/** Editing a row means that the user wants it sent. */
const ticked = ({ on }: { on?: boolean }) => (on === undefined ? {} : { on: true });

const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="sm" intent="quiet" icon={<Icon of={Plus} size="s" />} onClick={onClick}>
    {label}
  </Button>
);

function FileName({ field: { file, fileId } }: { field: { file?: FileRef | null; fileId?: string } }) {
  const t = useStrings().wire.editor;
  const { data } = useCall('files', 'get', { id: fileId ?? '' }, { enabled: fileId !== undefined && !file });
  const known = file ?? data;
  return known ? `${known.name} (${formatBytes(known.sizeBytes)})` : t.chooseFile;
}

const replaced = <Row,>(rows: readonly Row[], at: number, row: Row): Row[] =>
  rows.map((before, index) => (index === at ? row : before));
