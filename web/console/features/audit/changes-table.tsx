import type { FieldChange, ValuePart } from '#contract/audit/audit-words.ts'
import { useZone } from '#ui/date/zone.ts'
import { formatStored } from '#ui/text/format.ts'
import { shownText } from '#ui/text/shown.tsx'
import styles from './changes-table.module.css'

/** What each field was and is. A side that none of them has is left out. */
export function ChangesTable({ changes }: { changes: readonly FieldChange[] }) {
  const isNew = changes.every((change) => change.before.length === 0)
  const isGone = changes.every((change) => change.after.length === 0)
  return (
    <table className={styles.table} aria-label="What changed">
      <thead>
        <tr>
          <th scope="col">Field</th>
          {!isNew && <th scope="col">Before</th>}
          {!isGone && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            {!isNew && (
              <td>
                <Value parts={before} tag="del" />
              </td>
            )}
            {!isGone && (
              <td>
                <Value parts={after} tag="ins" />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A value; the items of a list on a line each, those that one side alone has marked. */
function Value({ parts, tag: Tag }: { parts: readonly ValuePart[]; tag: 'del' | 'ins' }) {
  const zone = useZone()
  const [first] = parts
  if (!first) return '-'
  if (parts.length === 1) return shownText(formatStored(first.text, zone))
  return (
    <ul className={styles.list}>
      {parts.map(({ text, isChanged }) => (
        <li key={text}>{isChanged ? <Tag>{formatStored(text, zone)}</Tag> : formatStored(text, zone)}</li>
      ))}
    </ul>
  )
}
