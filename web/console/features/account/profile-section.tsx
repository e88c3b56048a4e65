import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldsOf, useAction } from '#console/actions.ts'
import { formDraftOf } from '#console/drafts/draft.ts'
import { reloadMe } from '#console/session.ts'
import { LeaveQuestion } from '#console/unsaved.tsx'
import { accountApi, NewName, type MyAccount } from '#contract/access/account.ts'
import { dateLocales, type DateLocale } from '#contract/access/manners.ts'
import { unchanged } from '#ui/form/why-not.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { useZodForm } from '#ui/form/zod-form.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { formatDateTime } from '#ui/text/format.ts'

/** What one is called, and how one reads dates. */
export function ProfileSection({ account }: { account: MyAccount }) {
  return (
    <Panel title="Profile">
      <Stack gap="lg">
        <NameForm key={account.DisplayName} name={account.DisplayName} />
        <DatesField locale={account.DateLocale} />
      </Stack>
    </Panel>
  )
}

function NameForm({ name }: { name: string }) {
  const { run } = useAction(accountApi.setMyName, {
    success: 'Name changed.',
    failure: 'Your name was not changed.',
  })
  const { form, isSubmitting, isSaved, submit } = useZodForm({
    schema: NewName,
    initialValues: { DisplayName: name },
    onSubmit: async (body) => {
      const answer = await run({ body })
      if (answer.ok) await reloadMe()
      return fieldsOf(answer)
    },
  })
  return (
    <form noValidate onSubmit={submit}>
      <LeaveQuestion
        isDirty={form.isDirty() && !isSubmitting}
        draft={formDraftOf('name', { form, isSaved })}
      />
      <Stack gap="sm" align="flex-start">
        <TextInput label="Name" autoComplete="name" w="100%" {...form.getInputProps('DisplayName')} />
        <WorkingButton type="submit" isWorking={isSubmitting} whyNot={form.isDirty() ? null : unchanged}>
          Save name
        </WorkingButton>
      </Stack>
    </form>
  )
}

const localeWords: Readonly<Record<DateLocale, string>> = {
  'en-AU': 'Australian',
  'en-GB': 'British',
  'en-US': 'American',
  browser: 'As my browser',
}

function DatesField({ locale }: { locale: DateLocale }) {
  const [now] = useState(() => new Date().toISOString())
  const { run } = useAction(accountApi.setMyDateLocale, {
    success: 'Dates changed.',
    failure: 'Dates were not changed.',
  })
  async function choose(value: string) {
    const answer = await run({ body: { DateLocale: value as DateLocale } })
    if (answer.ok) await reloadMe()
  }
  return (
    <NativeSelect
      label="Language of dates"
      description={`Now is ${formatDateTime(now)}.`}
      data={dateLocales.map((value) => ({ value, label: localeWords[value] }))}
      value={locale}
      onChange={({ currentTarget }) => void choose(currentTarget.value)}
    />
  )
}
