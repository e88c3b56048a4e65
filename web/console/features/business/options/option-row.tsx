import { ActionIcon } from '@mantine/core'
import {
  IconArchive,
  IconCalendarTime,
  IconChevronDown,
  IconChevronUp,
  IconEdit,
  IconRestore,
} from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import { typeTermInWords } from '#contract/members/type-terms.ts'
import type { ListedOption, OptionListName } from '#contract/business/option-lists.ts'
import { RowMenu } from '#ui/table/row-menu.tsx'
import { useChangeOption } from './change-option.ts'
import styles from './option-list.module.css'

type Props = {
  list: OptionListName
  option: ListedOption
  isLast: boolean
  onMove: (position: number) => void
  onRename: () => void
  /** For a membership type: how long it lasts. */
  onLasting: () => void
}

/** An option in its list: what people read, its key where that is another word, and what can be done with it. */
export function OptionRow({ list, option, isLast, onMove, onRename, onLasting }: Props) {
  const id = useId()
  const { Key, Value, IsRetired, Position, Lasting } = option
  const { change } = useChangeOption(list, {
    success: IsRetired ? 'Option brought back.' : 'Option retired.',
    failure: 'Option update failed.',
  })
  const rename = { label: 'Rename', icon: <IconEdit size={16} aria-hidden />, onClick: onRename }
  const lasting = Lasting
    ? [{ label: 'How long it lasts', icon: <IconCalendarTime size={16} aria-hidden />, onClick: onLasting }]
    : []
  const retire = {
    label: IsRetired ? 'Bring back' : 'Retire',
    icon: IsRetired ? <IconRestore size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />,
    onClick: () => void change(option, { IsRetired: !IsRetired }),
  }
  return (
    <li className={styles.option}>
      <span id={id} className={styles.name} data-retired={IsRetired || undefined}>
        {IsRetired ? `${Value} ${messages.generic.deprecated}` : Value}
        {Key !== Value && <span className={styles.key}>{Key}</span>}
        {Lasting && <span className={styles.lasting}>{typeTermInWords(Lasting)}</span>}
      </span>
      <MoveButton label={`Move ${Value} up`} isOff={Position === 0} onClick={() => onMove(Position - 1)}>
        <IconChevronUp size={16} aria-hidden />
      </MoveButton>
      <MoveButton label={`Move ${Value} down`} isOff={isLast} onClick={() => onMove(Position + 1)}>
        <IconChevronDown size={16} aria-hidden />
      </MoveButton>
      <RowMenu actions={[rename, ...lasting, retire]} rowId={id} />
    </li>
  )
}

type MoveProps = { label: string; isOff: boolean; onClick: () => void; children: ReactNode }

function MoveButton({ label, isOff, onClick, children }: MoveProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray.7"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}
