import type { Connection } from '#shared/contract/connections.ts';
import type { CheckedFields, ConnectionFields } from '../../../lib/gateway/connections/connection-fields.ts';

/** What each section of the form gets: the saved connection, the fields as they stand, and the way to change them. */
export interface SectionProps {
  connection: Connection;
  fields: ConnectionFields;
  checked: CheckedFields;
  onChange: (fields: ConnectionFields) => void;
}
