import { useBusiness } from '#console/business.ts'
import { useRead } from '#console/queries.ts'
import {
  differingFormParts,
  formPartInWords,
  formParts,
  type FormPart,
} from '#contract/requests/form-words.ts'
import type { FormFields } from '#contract/requests/request-forms.ts'
import { venuesApi } from '#contract/business/venues.ts'
import { ConflictDialog } from '#parts/conflict-dialog.tsx'
import type { Conflict } from './save-form.ts'

// 'Keep my …' asks for a noun.
const choices: Partial<Record<FormPart, string>> = {
  IsOpen: 'choice of open or closed',
  NeedsReview: 'choice of a review',
}

type Props = {
  conflict: Conflict
  onSave: (merged: FormFields) => Promise<boolean>
  onClose: () => void
}

/** Somebody else has changed the form meanwhile: what differs, and whose is kept. */
export function FormConflict({ conflict: { mine, base, theirs }, onSave, onClose }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const venues = useRead(venuesApi.listVenues, { params: { businessId } }).data?.Results ?? []
  const partInWords = (form: FormFields, part: FormPart) =>
    part === 'VenueNo'
      ? venues.find(({ VenueNo }) => VenueNo === form.VenueNo)?.DisplayName
      : formPartInWords(form, part)
  return (
    <ConflictDialog
      title="Somebody else has changed this form meanwhile."
      by={theirs.UpdatedByUser}
      at={theirs.DateUpdated}
      differences={differingFormParts(theirs, mine).map((part) => ({
        part,
        label: choices[part] ?? formParts[part],
        mine: partInWords(mine, part),
        theirs: partInWords(theirs, part),
      }))}
      changedByMe={differingFormParts(base, mine)}
      onSave={(kept) => onSave({ ...theirs, ...Object.fromEntries(kept.map((part) => [part, mine[part]])) })}
      onClose={onClose}
    />
  )
}
