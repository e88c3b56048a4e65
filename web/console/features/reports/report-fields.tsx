import { DateField } from '#ui/date/date-field.tsx'

type Days = { from?: string | undefined; to?: string | undefined }
type Props = { label: string; values: Days; change: (patch: Days) => void }

/** From which day to which: 'Issued from' and 'Issued to'. */
export function DaysFields({ label, values, change }: Props) {
  return (
    <>
      <DateField
        label={`${label} from`}
        value={values.from ?? null}
        onChange={(from) => change({ from: from ?? undefined })}
      />
      <DateField
        label={`${label} to`}
        value={values.to ?? null}
        onChange={(to) => change({ to: to ?? undefined })}
      />
    </>
  )
}
