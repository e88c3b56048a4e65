import { Button } from '@mantine/core'
import { Fragment } from 'react'
import { NumberField } from '#ui/form/number-field.tsx'
import styles from './condition-row.module.css'

// A query knows no more digits.
const mostPoints = 999_999_999_999

type Props = { values: string[]; isWrong: boolean; onChange: (values: string[]) => void }

/** Numbers of points, any of which will do. */
export function PointsValues({ values, isWrong, onChange }: Props) {
  return (
    <div className={styles.chips}>
      {values.map((value, index) => (
        <Fragment key={index}>
          {index > 0 && <span>or</span>}
          <NumberField
            aria-label={index === 0 ? 'Points' : `Points, or ${index + 1}`}
            className={styles.points}
            allowNegative
            decimalScale={2}
            max={mostPoints}
            clampBehavior="strict"
            value={value === '' ? '' : Number(value)}
            error={isWrong && value === ''}
            onChange={(number) => onChange(values.with(index, String(number)))}
          />
        </Fragment>
      ))}
      {!values.includes('') && (
        <Button variant="subtle" color="gray.7" px="xs" onClick={() => onChange([...values, ''])}>
          Or…
        </Button>
      )}
    </div>
  )
}
