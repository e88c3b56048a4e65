import { Button, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState } from 'react'
import { z } from 'zod'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'
import { DateField } from '#ui/date/date-field.tsx'
import { Facts } from '#ui/layout/facts.tsx'
import { FormModal } from '#ui/form/form-modal.tsx'
import { PictureField } from '#ui/form/picture-field.tsx'
import { SidePanel } from '#ui/layout/side-panel.tsx'
import { toasts } from '#ui/feedback/toasts.ts'
import type { SubmitResult } from '#ui/form/zod-form.ts'

const NewMember = z.object({
  Name: z.string().trim().min(1, 'Name is required'),
  Email: z.email('Invalid email address'),
  BirthDate: z.iso.date('Birth date is required').nullable(),
  Level: z.string(),
  AcceptsMail: z.boolean(),
})

const empty = { Name: '', Email: '', BirthDate: null, Level: 'Bronze', AcceptsMail: false }

/** A form and two questions. A name of 'taken' and one of 'broken' are refused. */
export function GalleryDialogs() {
  const [open, setOpen] = useState<'form' | 'delete' | 'publish' | 'panel' | null>(null)
  const [saves, setSaves] = useState(0)
  const close = () => setOpen(null)

  async function save({ Name }: z.output<typeof NewMember>): Promise<SubmitResult> {
    setSaves((count) => count + 1)
    await pause(500)
    if (Name === 'taken') return { ok: false, errors: { Email: 'Someone has this e-mail already.' } }
    if (Name === 'broken') return { ok: false, message: 'HTTP 503 error.' }
    toasts.success('Member created.')
    return { ok: true }
  }

  async function confirm() {
    setSaves((count) => count + 1)
    return pause(500)
  }

  return (
    <Group>
      <Button onClick={() => setOpen('form')}>New member</Button>
      <Button variant="default" onClick={() => setOpen('delete')}>
        Delete member
      </Button>
      <Button variant="default" onClick={() => setOpen('publish')}>
        Publish event
      </Button>
      <Button variant="default" onClick={() => setOpen('panel')}>
        Open record
      </Button>
      <Text c="dimmed">{`Sent ${saves} times`}</Text>
      {open === 'form' && <NewMemberModal onSave={save} onClose={close} />}
      {(open === 'delete' || open === 'publish') && (
        <Question about={open} onConfirm={confirm} onClose={close} />
      )}
      {open === 'panel' && <RecordPanel onClose={close} />}
    </Group>
  )
}

type QuestionProps = {
  about: 'delete' | 'publish'
  onConfirm: () => Promise<{ ok: boolean }>
  onClose: () => void
}

function Question({ about, onConfirm, onClose }: QuestionProps) {
  const question =
    about === 'delete'
      ? {
          title: 'Delete Member?',
          text: 'Are you sure you wish to delete this member?',
          confirmLabel: 'Delete',
        }
      : { title: 'Publish event?', text: 'Members can see it from now on.', confirmLabel: 'Publish' }
  return <ConfirmModal {...question} danger={about === 'delete'} onConfirm={onConfirm} onClose={onClose} />
}

function RecordPanel({ onClose }: { onClose: () => void }) {
  const [picture, setPicture] = useState<File | null>(null)
  return (
    <SidePanel title="Ada Okafor" onClose={onClose} actions={<Button>Resend</Button>}>
      <Facts facts={[['Membership No', '10021']]} />
      <PictureField label="Photo" accept={['image/png']} value={picture} onChange={setPicture} />
    </SidePanel>
  )
}

type ModalProps = {
  onSave: (member: z.output<typeof NewMember>) => Promise<SubmitResult>
  onClose: () => void
}

function NewMemberModal({ onSave, onClose }: ModalProps) {
  return (
    <FormModal
      title="New member"
      submitLabel="Create member"
      schema={NewMember}
      initialValues={empty}
      onSubmit={onSave}
      onClose={onClose}
      withoutDraft="Nobody is signed in here."
    >
      {(form) => (
        <>
          <TextInput label="Name" required {...form.getInputProps('Name')} />
          <TextInput
            label="Email"
            required
            description="Receipts and invitations go here."
            {...form.getInputProps('Email')}
          />
          <DateField label="Birth date" {...form.getInputProps('BirthDate')} />
          <NativeSelect label="Level" data={['Bronze', 'Silver', 'Gold']} {...form.getInputProps('Level')} />
          <Checkbox
            label="Accepts e-mail marketing"
            {...form.getInputProps('AcceptsMail', { type: 'checkbox' })}
          />
        </>
      )}
    </FormModal>
  )
}

function pause(ms: number): Promise<{ ok: true }> {
  return new Promise((resolve) => setTimeout(() => resolve({ ok: true }), ms))
}
