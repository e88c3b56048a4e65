import { Button, Title, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { optionListLabels, type ListedOption, type OptionListName } from '#contract/business/option-lists.ts'
import { AddOptionDialog } from './add-option-dialog.tsx'
import { LastingDialog } from './lasting-dialog.tsx'
import styles from './option-list.module.css'
import { OptionRow } from './option-row.tsx'
import { RenameOptionDialog } from './rename-option-dialog.tsx'
import { useChangeOption } from './change-option.ts'

type Dialog = { kind: 'add' } | { kind: 'rename' | 'lasting'; option: ListedOption }

/** One list: its options in their order, which the arrows change, and a way to add one. */
export function OptionList({ list, options }: { list: OptionListName; options: ListedOption[] }) {
  const id = useId()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [news, setNews] = useState('')
  const { change, isChanging } = useChangeOption(list, { failure: 'Moving the option failed.' })
  const close = () => setDialog(null)

  async function move(option: ListedOption, Position: number) {
    // A second press before the first has come back would start from the old order.
    if (isChanging || Position < 0 || Position >= options.length) return
    const { ok } = await change(option, { Position })
    if (ok) setNews(`${option.Value} is now ${Position + 1} of ${options.length}.`)
  }

  return (
    <section className={styles.list} aria-labelledby={id}>
      <header className={styles.head}>
        <Title order={2} size="h4" id={id}>
          {optionListLabels[list]}
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={`Add to ${optionListLabels[list]}`}
          onClick={() => setDialog({ kind: 'add' })}
        >
          Add
        </Button>
      </header>
      {options.length === 0 && <p className={styles.empty}>Nothing to choose from yet.</p>}
      <ol className={styles.options}>
        {options.map((option) => (
          <OptionRow
            key={option.Key}
            list={list}
            option={option}
            isLast={option === options.at(-1)}
            onMove={(position) => void move(option, position)}
            onRename={() => setDialog({ kind: 'rename', option })}
            onLasting={() => setDialog({ kind: 'lasting', option })}
          />
        ))}
      </ol>
      <VisuallyHidden component="output">{news}</VisuallyHidden>
      {dialog?.kind === 'add' && <AddOptionDialog list={list} onClose={close} />}
      {dialog?.kind === 'rename' && <RenameOptionDialog list={list} option={dialog.option} onClose={close} />}
      {dialog?.kind === 'lasting' && <LastingDialog option={dialog.option} onClose={close} />}
    </section>
  )
}
