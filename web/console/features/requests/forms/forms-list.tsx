import { Button } from '@mantine/core'
import { IconExternalLink, IconPencil, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { useMay } from '#console/can-open.ts'
import { pageHref } from '#contract/console-paths.ts'
import { countedInWords } from '#contract/counted-words.ts'
import { deskApi } from '#contract/requests/desk.ts'
import { requestFormsApi, type FormListItem } from '#contract/requests/request-forms.ts'
import { openAtDesk } from '#features/requests/desk/open-at-desk.ts'
import { useCountedList } from '#parts/shown/counted-list.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Link } from '#ui/layout/navigation.tsx'
import { DataTable, type Column, type RowAction } from '#ui/table/data-table.tsx'
import { StatusBadge } from '#ui/feedback/status-badge.tsx'
import { ShareDialog } from './share-dialog.tsx'

const columns: Column<FormListItem>[] = [
  { header: 'Name', cell: (form) => form.DisplayName, phone: 'title' },
  { header: 'Kind', cell: (form) => (form.Kind === 'Registration' ? 'Application' : 'Renewal') },
  {
    header: 'Status',
    cell: ({ IsOpen }) => (
      <StatusBadge color={IsOpen ? 'green' : 'grey'}>{IsOpen ? 'Open' : 'Closed'}</StatusBadge>
    ),
  },
  { header: 'Waiting for a decision', cell: (form) => countedInWords(form.WaitingCount), align: 'right' },
]

/** The forms of the business: change, preview and share them. */
export function FormsList() {
  const { BusinessId: businessId } = useBusiness()
  const list = useCountedList(requestFormsApi.listRequestForms, { params: { businessId } })
  const [shared, setShared] = useState<FormListItem | null>(null)
  const desk = useAction(deskApi.applyAtDesk, { failure: 'The form could not be opened.' })
  const mayFillIn = useMay(deskApi.applyAtDesk)
  const fillIn = ({ FormId: formId }: FormListItem): RowAction => ({
    label: 'Fill in at the desk',
    icon: <IconPencil size={16} aria-hidden />,
    onClick: () => void openAtDesk(() => desk.run({ params: { businessId, formId } })),
  })
  const hrefOf = (form: FormListItem) => pageHref('requestForm', { businessId, formId: form.FormId })
  const menu = (form: FormListItem): RowAction[] => [
    {
      label: 'Share',
      icon: <IconQrcode size={16} aria-hidden />,
      onClick: () => setShared(form),
    },
    {
      label: 'Preview',
      icon: <IconExternalLink size={16} aria-hidden />,
      onClick: () => void window.open(`${new URL(form.Url).pathname}?preview=yes`, '_blank', 'noopener'),
    },
    // A renewal begins with its member, on their page.
    ...(mayFillIn && form.Kind === 'Registration' && form.IsOpen ? [fillIn(form)] : []),
  ]
  return (
    <>
      <DataTable
        label="Forms"
        columns={columns}
        list={list}
        rowKey={(form) => form.FormId}
        rowLink={hrefOf}
        rowMenu={menu}
        empty={
          <EmptyState
            text="There are no forms yet. Make one for people to apply with."
            action={
              <Button component={Link} variant="default" href={pageHref('newRequestForm', { businessId })}>
                Make the first form
              </Button>
            }
          />
        }
        errorTitle="The forms could not be loaded."
      />
      {shared && <ShareDialog form={shared} onClose={() => setShared(null)} />}
    </>
  )
}
