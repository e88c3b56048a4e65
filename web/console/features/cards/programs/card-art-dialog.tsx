import { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { cardProgramsApi, largestArtBytes, type CardProgram } from '#contract/cards/card-programs.ts'
import { base64Of } from '#parts/file-content.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { PictureField } from '#ui/form/picture-field.tsx'
import type { SubmitResult } from '#ui/form/zod-form.ts'

const types = ['image/png', 'image/jpeg'] as const

const ArtForm = z.object({
  Picture: z
    .file()
    .mime([...types], 'The picture must be a PNG or a JPEG.')
    .max(largestArtBytes, 'The picture can have 2 MB at the most.')
    .nullable()
    .refine((file) => file !== null, 'Choose a picture.'),
})

/** Gives a card program a picture, or another one. */
export function CardArtDialog({ program, onClose }: { program: CardProgram; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(cardProgramsApi.setCardArt, {
    success: 'Picture saved.',
    failure: 'Saving the picture failed.',
  })

  async function save(picture: File | null): Promise<SubmitResult> {
    const answer = await run({
      params: { businessId, cardProgramId: program.CardProgramId },
      body: { imageData: await base64Of(picture) },
    })
    if (answer.ok) return answer
    const { imageData } = answer.errors
    return { ok: false, errors: imageData ? { Picture: imageData } : {} }
  }

  return (
    <FormModal
      title={`Picture of ${program.Description}`}
      submitLabel="Save"
      schema={ArtForm}
      initialValues={{ Picture: null }}
      onSubmit={({ Picture }) => save(Picture)}
      onClose={onClose}
      withoutDraft="A picture is chosen, nothing is typed."
    >
      {(form) => (
        <PictureField
          label="Picture"
          description="PNG or JPEG, 2 MB at the most, best at 1028 × 648 pixels. A larger one is made to fit."
          accept={types}
          value={form.values.Picture}
          current={program.CardArtUrl}
          error={form.errors['Picture']}
          onChange={(file) => {
            form.setFieldValue('Picture', file)
            void form.validateField('Picture')
          }}
        />
      )}
    </FormModal>
  )
}
