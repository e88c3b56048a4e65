import { useState, type ReactNode } from 'react'
import { isOpenTo } from '#console/access.ts'
import { useBusiness } from '#console/business.ts'
import { useMe } from '#console/session.ts'
import type { MemberListItem } from '#contract/members/list/member-list.ts'
import { opened } from '#ui/layout/opened.tsx'
import type { RowAction } from '#ui/table/row-menu.tsx'
import { memberActions } from './member-actions.ts'

const actions = memberActions.map((action) => ({
  ...action,
  Dialog: opened(async () => (await action.load()).Dialog),
}))

type MemberMenu = {
  /** The actions that are open to the user, for a row's menu or an ActionsMenu. */
  actionsOf: (member: MemberListItem) => RowAction[]
  /** The dialog of the one that was chosen: put it anywhere on the page. */
  dialog: ReactNode
}

/** What the user may do with members here, and the dialogs for it. */
export function useMemberActions(): MemberMenu {
  const me = useMe()
  const { LicencedHubProducts: licences } = useBusiness()
  const [chosen, setChosen] = useState<{ label: string; member: MemberListItem } | null>(null)
  const Dialog = actions.find(({ label }) => label === chosen?.label)?.Dialog
  return {
    actionsOf: (member) =>
      actions
        .filter(({ access }) => isOpenTo(me, access, licences))
        .map(({ label, icon: Icon, danger = false }) => ({
          label,
          icon: <Icon size={16} aria-hidden />,
          danger,
          onClick: () => setChosen({ label, member }),
        })),
    dialog: chosen && Dialog && <Dialog member={chosen.member} onClose={() => setChosen(null)} />,
  }
}
