import { Input } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { parseFilter, type FilterError } from '#contract/members/member-filter.ts'
import styles from './filter-text-field.module.css'

type Props = { text: string; error: ReactNode; onChange: (text: string) => void }

/** The query as it is written; what is wrong with it is marked where it stands, and told below. */
export function FilterTextField({ text, error, onChange }: Props) {
  const id = useId()
  const { errors } = parseFilter(text)
  const isWrong = errors.length > 0 || Boolean(error)
  return (
    <Input.Wrapper
      id={id}
      label="Filter query"
      description={
        <>
          Pairs of name and value, joined by &amp;. Values of one name are alternatives; ! before a value
          excludes it: <code>Financial=true&amp;Status=!Suspended</code>
        </>
      }
      error={errors.length > 0 ? <Sentences errors={errors} /> : error}
    >
      <div className={styles.field}>
        <div className={styles.marks} aria-hidden>
          <Marked text={text} errors={errors} />
        </div>
        <textarea
          id={id}
          className={styles.text}
          spellCheck={false}
          autoCapitalize="off"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-description${isWrong ? ` ${id}-error` : ''}`}
        />
      </div>
    </Input.Wrapper>
  )
}

function Sentences({ errors }: { errors: readonly FilterError[] }) {
  return errors.map(({ message, from }) => (
    <span key={from} className={styles.sentence}>
      {message}
    </span>
  ))
}

/** The same text, unseen, behind the one that is typed: only its marks show through. */
function Marked({ text, errors }: { text: string; errors: readonly FilterError[] }) {
  const ends = [0, ...errors.flatMap(({ from, to }) => [from, to]), text.length]
  const pieces = ends.slice(1).map((end, index) => text.slice(ends[index], end))
  // Every second piece is one that is wrong. A line that has just begun needs something to stand on.
  return [
    ...pieces.map((piece, index) =>
      index % 2 === 1 ? <mark key={ends[index]}>{piece}</mark> : <span key={`s${ends[index]}`}>{piece}</span>,
    ),
    '\u200B',
  ]
}
