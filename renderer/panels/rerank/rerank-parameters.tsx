import { useStrings } from '../../lib/strings.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { PaneHead } from '../../ui/pane-head.tsx';
import { ParamRow } from '../../ui/param-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import { documentsIn } from './model/request.ts';
import s from './rerank.module.css';
import { useRerank } from './rerank-store.ts';

/** What goes into the request besides query and documents. */
export function RerankParameters() {
  const t = useStrings().rerank;
  const { topN, returnDocuments, text } = useRerank();
  return (
    <>
      <PaneHead title={t.parameters} />
      <div className={s.parameters}>
        <ParamRow name="top_n" sent locked onSentChange={() => undefined} notSentText={t.notSent} hint={t.topNHint}>
          <NumberField
            value={topN}
            onValueChange={(next) => useRerank.setState({ topN: next })}
            min={1}
            placeholder={String(documentsIn(text).length)}
            label="top_n"
          />
        </ParamRow>
        <ParamRow
          name="return_documents"
          sent={returnDocuments.on}
          onSentChange={(on) => useRerank.setState({ returnDocuments: { ...returnDocuments, on } })}
          notSentText={t.notSent}
          hint={t.returnHint}
        >
          <Switch
            checked={returnDocuments.value}
            onCheckedChange={(value) => useRerank.setState({ returnDocuments: { ...returnDocuments, value } })}
            label={String(returnDocuments.value)}
          />
        </ParamRow>
      </div>
    </>
  );
}
