import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import {
  duplicateKinds,
  memberImportsApi,
  plannedOutcome,
  type DuplicateChoice,
  type DuplicateChoices,
  type ImportFindings as Findings,
  type MemberImport,
} from '#contract/members/member-imports.ts'
import { WorkingButton } from '#ui/form/working-button.tsx'
import { ImportCounts } from './import-counts.tsx'
import { RefusedDownload } from './import-refused.tsx'
import { ImportRows } from './import-rows.tsx'
import { duplicateKindWords } from './import-words.ts'
import styles from './import.module.css'

const skipAll: DuplicateChoices = { Number: 'skip', NameAndBirthDate: 'skip', Email: 'skip' }

type Props = { about: MemberImport; onRemap: () => void }

/** What the dry run found, what is to become of duplicates, and the start of the import itself. */
export function ImportFindingsPanel({ about, onRemap }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const [choices, setChoices] = useState(skipAll)
  const { run, isRunning } = useAction(memberImportsApi.runMemberImport, {
    failure: 'The import could not be started.',
  })
  const { Findings } = about
  if (!Findings) return null
  const planned = plannedOutcome(Findings, choices)
  const isIdle = planned.Created + planned.Updated === 0

  const start = () => run({ params: { businessId, importId: about.ImportId }, body: choices })

  return (
    <>
      <section aria-label="What would happen">
        <Title order={2} className={styles.heading}>
          What would happen
        </Title>
        <ImportCounts outcome={planned} isPlan />
      </section>
      <Duplicates found={Findings} choices={choices} onChange={setChoices} />
      <Group gap="xs" my="lg">
        <WorkingButton
          isWorking={isRunning}
          whyNot={isIdle ? 'As it stands there is nothing to import.' : null}
          onClick={start}
        >
          Import
        </WorkingButton>
        <Button variant="default" onClick={onRemap}>
          Change the columns
        </Button>
        {Findings.Refused > 0 && <RefusedDownload importId={about.ImportId} />}
      </Group>
      {isIdle && <Text>As it stands there is nothing to import.</Text>}
      <ImportRows importId={about.ImportId} found={Findings} />
    </>
  )
}

const choiceWords: Record<DuplicateChoice, string> = {
  skip: 'Skip',
  update: 'Update',
  create: 'Create anyway',
}

type DuplicatesProps = {
  found: Findings
  choices: DuplicateChoices
  onChange: (choices: DuplicateChoices) => void
}

function Duplicates({ found, choices, onChange }: DuplicatesProps) {
  const kinds = duplicateKinds.filter((kind) => found[kind] > 0)
  if (kinds.length === 0) return null
  return (
    <section aria-label="Duplicates">
      <Title order={2} className={styles.heading}>
        Duplicates
      </Title>
      <p className={styles.note}>
        Rows of people who are members already, or who come twice in the file. An update writes what the row
        says over the member and leaves the rest.
      </p>
      {kinds.map((kind) => (
        <div key={kind} className={styles.choice}>
          <span>
            <strong>{duplicateKindWords[kind]}</strong>{' '}
            <span className={styles.samples}>{found[kind].toLocaleString()}</span>
          </span>
          <SegmentedControl
            aria-label={duplicateKindWords[kind]}
            value={choices[kind]}
            onChange={(choice) => onChange({ ...choices, [kind]: choice })}
            data={(['skip', 'update', ...(kind === 'Number' ? [] : ['create' as const])] as const).map(
              (value) => ({
                value,
                label: choiceWords[value],
              }),
            )}
          />
        </div>
      ))}
    </section>
  )
}
