import { Alert, Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { isOpenTo } from '#console/access.ts'
import { keptAs } from '#console/drafts/dialog-draft.tsx'
import { useMe } from '#console/session.ts'
import { parseFilter } from '#contract/members/member-filter.ts'
import { messages } from '#contract/messages.ts'
import { savedFiltersApi } from '#contract/members/saved-filters.ts'
import { FormModal } from '#ui/form/form-modal.tsx'
import { TabSet } from '#ui/layout/tab-set.tsx'
import { ConditionsField } from './conditions-field.tsx'
import { FilterDraft, filterDraftOf, draftWith } from './filter-draft.ts'
import { FilterCount, FilterSummary } from './filter-summary.tsx'
import { FilterTextField } from './filter-text-field.tsx'
import { SavedFilters } from './saved-filters.tsx'

type Props = {
  /** The query to start with; empty for all members. */
  value: string
  /** Gets the query that was made, in its one spelling. */
  onChange: (query: string) => void
  onClose: () => void
  /** Whose filter it is: what was begun for one is offered to no other. */
  of: string
  /** What the button does with it. */
  submitLabel?: string
}

/** Makes a member filter query: by conditions, as a text, or out of those that were saved. */
export function MemberFilterDialog({ value, of, onChange, onClose, submitLabel = 'Apply' }: Props) {
  return (
    <FormModal
      title={messages.members.filterTitle}
      submitLabel={submitLabel}
      size="xl"
      schema={FilterDraft}
      initialValues={filterDraftOf(value)}
      onSubmit={async (query) => {
        onChange(query)
        return { ok: true }
      }}
      onClose={onClose}
      note={countOf}
      draft={keptAs(`member filter ${of}`)}
    >
      {(form) => (
        <>
          <FilterSummary text={form.values.text} />
          <Forms form={form} />
        </>
      )}
    </FormModal>
  )
}

function countOf({ text }: FilterDraft) {
  return <FilterCount text={text} />
}

type Form = UseFormReturnType<FilterDraft>

function Forms({ form }: { form: Form }) {
  const me = useMe()
  const { text } = form.values
  const hasMistakes = parseFilter(text).errors.length > 0
  const [chosen, choose] = useState(hasMistakes ? 'text' : 'conditions')
  // What a press on the button has found to be wrong is shown wherever it is.
  const wrong = form.errors['text'] ? 'text' : Object.keys(form.errors).length > 0 ? 'conditions' : null

  function show(tab: string) {
    form.clearErrors()
    choose(tab)
  }
  function use(query: string) {
    form.setValues(filterDraftOf(query))
    show('conditions')
  }

  const saved = { key: 'saved', label: 'Saved filters', content: <SavedFilters query={text} onUse={use} /> }
  const tabs = [
    {
      key: 'conditions',
      label: 'Conditions',
      content: hasMistakes ? <CorrectFirst onCorrect={() => show('text')} /> : <Conditions form={form} />,
    },
    { key: 'text', label: 'Text', isWrong: hasMistakes, content: <FilterText form={form} /> },
    ...(isOpenTo(me, savedFiltersApi.listSavedFilters.access) ? [saved] : []),
  ]
  return <TabSet label="Ways to filter" current={wrong ?? chosen} onChange={show} tabs={tabs} />
}

function Conditions({ form }: { form: Form }) {
  return (
    <ConditionsField
      conditions={form.values.conditions}
      errorOf={(index) => form.errors[`conditions.${index}`]}
      onChange={(changed) => change(form, draftWith(changed))}
    />
  )
}

function FilterText({ form }: { form: Form }) {
  return (
    <FilterTextField
      text={form.values.text}
      error={form.errors['text']}
      onChange={(typed) => change(form, filterDraftOf(typed))}
    />
  )
}

function change(form: Form, draft: FilterDraft) {
  form.clearErrors()
  form.setValues(draft)
}

function CorrectFirst({ onCorrect }: { onCorrect: () => void }) {
  return (
    <Alert color="orange" title="The text has a part that isn't understood.">
      <Button variant="default" size="xs" onClick={onCorrect}>
        Correct the text
      </Button>
    </Alert>
  )
}
