import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { type BusinessSettings, largestLogoBytes, settingsApi } from '#contract/business/settings.ts'
import { base64Of } from '#parts/file-content.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { PictureField } from '#ui/form/picture-field.tsx'
import type { SubmitResult } from '#ui/form/zod-form.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import styles from './logo-panel.module.css'

/** The logo that patrons see on pages and in mails. */
export function LogoPanel({ settings: { LogoUrl } }: { settings: BusinessSettings }) {
  const [open, setOpen] = useState<'upload' | 'remove' | null>(null)
  const close = () => setOpen(null)
  return (
    <Panel title="Logo">
      {LogoUrl ? (
        <img className={styles.logo} src={LogoUrl} alt="Logo of the business" />
      ) : (
        <Text c="dimmed">No logo yet. Pages and mails for patrons show the name alone.</Text>
      )}
      <Group mt="sm">
        <WorkingButton variant="default" isWorking={false} onClick={() => setOpen('upload')}>
          {LogoUrl ? 'Replace logo' : 'Upload logo'}
        </WorkingButton>
        {LogoUrl && (
          <WorkingButton variant="default" isWorking={false} onClick={() => setOpen('remove')}>
            Remove logo
          </WorkingButton>
        )}
      </Group>
      {open === 'upload' && <LogoDialog current={LogoUrl} onClose={close} />}
      {open === 'remove' && <RemoveLogoModal onClose={close} />}
    </Panel>
  )
}

const types = ['image/png', 'image/jpeg'] as const

const LogoForm = z.object({
  Picture: z
    .file()
    .mime([...types], 'The picture must be a PNG or a JPEG.')
    .max(largestLogoBytes, 'The picture can have 2 MB at the most.')
    .nullable()
    .refine((file) => file !== null, 'Choose a picture.'),
})

function LogoDialog({ current, onClose }: { current: string | null; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(settingsApi.setBusinessLogo, {
    success: 'Logo saved.',
    failure: 'Saving the logo failed.',
  })
  return (
    <FormModal
      title="Logo"
      submitLabel="Save"
      schema={LogoForm}
      initialValues={{ Picture: null }}
      onSubmit={async ({ Picture }): Promise<SubmitResult> => {
        const answer = await run({ params: { businessId }, body: { imageData: await base64Of(Picture) } })
        if (answer.ok) return answer
        const { imageData } = answer.errors
        return { ok: false, errors: imageData ? { Picture: imageData } : {} }
      }}
      onClose={onClose}
      withoutDraft="A picture is chosen, nothing is typed."
    >
      {(form) => (
        <PictureField
          label="Picture"
          description="PNG or JPEG, 2 MB at the most, best at 480 × 144 pixels. A larger one is made to fit."
          accept={types}
          value={form.values.Picture}
          current={current}
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

function RemoveLogoModal({ onClose }: { onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(settingsApi.removeBusinessLogo, {
    success: 'Logo removed.',
    failure: 'Removing the logo failed.',
  })
  return (
    <ConfirmModal
      title="Remove the logo?"
      text="Pages and mails for patrons show the name alone. To have it back you would upload it again."
      confirmLabel="Remove"
      danger
      onConfirm={() => run({ params: { businessId } })}
      onClose={onClose}
    />
  )
}
