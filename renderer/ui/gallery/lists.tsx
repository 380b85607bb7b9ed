import { useState } from 'react';
import { Badge } from '../feedback/badge.tsx';
import { Led } from '../feedback/led.tsx';
import { Method } from '../feedback/method.tsx';
import { Card } from '../layout/card.tsx';
import { PaneHead } from '../layout/pane-head.tsx';
import { Resizer } from '../layout/resizer.tsx';
import { ListPane } from '../lists/list-pane.tsx';
import { ListCaption, ListRow, RowState } from '../lists/list-row.tsx';
import { OpenableRow } from '../lists/openable-row.tsx';
import { RowGroups } from '../lists/row-groups.tsx';
import { Table } from '../lists/table.tsx';
import { VirtualList } from '../lists/virtual-list.tsx';
import s from './gallery.module.css';
import { Piece } from './piece.tsx';

const chats = Array.from({ length: 5000 }, (_, at) => ({
  id: `chat-${at}`,
  title: at % 40 === 0 ? null : `Chat ${at}`,
}));
const exchanges = [
  {
    at: '13:44:31',
    method: 'POST',
    path: '/v1/chat/completions',
    verdict: 'model not found',
    intent: 'bad',
    took: '61 ms',
  },
  { at: '13:30:09', method: 'GET', path: '/v1/models', verdict: 'success', intent: 'ok', took: '23 ms' },
  { at: '13:40:18', method: 'WS', path: '/v1/realtime', verdict: '1 gap', intent: 'warn', took: '4:12' },
] as const;

/** Rows, tables, split panes. */
export function GalleryLists() {
  const [chosen, setChosen] = useState('chat-1');
  const [row, setRow] = useState('13:44:31');
  const [listPx, setListPx] = useState(220);
  return (
    <>
      <h2>Lists</h2>
      <div className={s.kit}>
        <Piece title="List with 5,000 rows">
          <div className={s.tall}>
            <VirtualList
              label="Chats"
              items={chats}
              itemKey={(chat) => chat.id}
              rowHeight={(chat) => (chat.title === null ? 30 : 50)}
              isCaption={(chat) => chat.title === null}
              selectedKey={chosen}
              onSelect={(chat) => setChosen(chat.id)}
              renderItem={(chat, { selected, index }) =>
                chat.title === null ? (
                  <ListCaption>Day {index / 40}</ListCaption>
                ) : (
                  <ListRow
                    selected={selected}
                    title={chat.title}
                    meta={
                      <>
                        {index === 1 && <Led state="live" size="sm" />}
                        {index === 1 ? 'streaming' : 'done'} · qwen3-32b
                      </>
                    }
                  />
                )
              }
            />
          </div>
        </Piece>
        <Piece title="Table" wide>
          <Table
            label="Requests"
            rows={exchanges}
            rowKey={(exchange) => exchange.at}
            columns={[
              { id: 'at', header: 'Time', cell: (exchange) => exchange.at, mono: true, width: 96 },
              { id: 'method', header: 'Method', cell: (exchange) => <Method>{exchange.method}</Method>, width: 64 },
              { id: 'path', header: 'Path', cell: (exchange) => exchange.path, mono: true },
              {
                id: 'verdict',
                header: 'Verdict',
                cell: (exchange) => <Badge intent={exchange.intent}>{exchange.verdict}</Badge>,
                width: 130,
              },
              {
                id: 'took',
                header: 'Duration',
                cell: (exchange) => exchange.took,
                align: 'end',
                mono: true,
                width: 80,
              },
            ]}
          />
          <Card title="Resolved URLs" aside={<Badge intent="ok">21 valid</Badge>}>
            A card groups what belongs to one object.
          </Card>
        </Piece>
        <Piece title="List pane and resizer" wide>
          <div className={s.tall}>
            <div className={s.sized} style={{ width: listPx }}>
              <ListPane title="List" addLabel="New" onAdd={() => setRow('')}>
                <RowGroups
                  rows={exchanges}
                  captionOf={({ intent }) => intent}
                  renderRow={({ at, path, verdict, intent }) => (
                    <OpenableRow
                      key={at}
                      title={path}
                      meta={<RowState intent={intent === 'ok' ? 'neutral' : intent}>{verdict}</RowState>}
                      selected={at === row}
                      onOpen={() => setRow(at)}
                      menu={{ label: 'More', items: () => [] }}
                    />
                  )}
                />
              </ListPane>
              <Resizer
                edge="right"
                label="Resize list"
                px={listPx}
                minPx={100}
                maxPx={400}
                onResize={(px) => setListPx(px ?? 220)}
              />
            </div>
            <PaneHead title="Work" />
          </div>
        </Piece>
      </div>
    </>
  );
}
