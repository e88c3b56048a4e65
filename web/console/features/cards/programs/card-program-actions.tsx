import { IconArchive, IconEdit, IconPhoto, IconPhotoOff, IconRestore } from '@tabler/icons-react'
import type { CardProgram } from '#contract/cards/card-programs.ts'
import type { RowAction } from '#ui/table/data-table.tsx'

export type Dialog =
  | { kind: 'new' }
  | { kind: 'edit' | 'picture' | 'remove-picture' | 'retire'; program: CardProgram }

/** What can be done with a card program. */
export function actionsOf(program: CardProgram, open: (dialog: Dialog) => void): RowAction[] {
  const hasPicture = program.CardArtUrl !== null
  const edit = {
    label: 'Edit',
    icon: <IconEdit size={16} aria-hidden />,
    onClick: () => open({ kind: 'edit', program }),
  }
  const picture = {
    label: hasPicture ? 'Change picture' : 'Add picture',
    icon: <IconPhoto size={16} aria-hidden />,
    onClick: () => open({ kind: 'picture', program }),
  }
  const removePicture = {
    label: 'Remove picture',
    icon: <IconPhotoOff size={16} aria-hidden />,
    onClick: () => open({ kind: 'remove-picture', program }),
  }
  const retire = {
    label: program.IsRetired ? 'Bring back' : 'Retire',
    icon: program.IsRetired ? <IconRestore size={16} aria-hidden /> : <IconArchive size={16} aria-hidden />,
    onClick: () => open({ kind: 'retire', program }),
  }
  return [edit, picture, ...(hasPicture ? [removePicture] : []), retire]
}
