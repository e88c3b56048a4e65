import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconEdit, IconExternalLink, IconPlus, IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { businessHref, useBusiness } from '#console/business.ts'
import { useList } from '#console/queries.ts'
import { requestFormsApi } from '#contract/request-forms.ts'
import type { FormListItem } from '#contract/request-forms.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { Column, RowAction } from '#ui/data-table.tsx'
import { Link } from '#ui/navigation.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import styles from './forms.module.css'
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
  { header: 'Waiting for a decision', cell: (form) => form.WaitingCount, align: 'right' },
]

/** The forms of the business: make, change, preview and share them. */
export function FormsList() {
  const { BusinessId: businessId } = useBusiness()
  const list = useList(requestFormsApi.listRequestForms, { params: { businessId } })
  const [shared, setShared] = useState<FormListItem | null>(null)
  const hrefOf = (form: FormListItem) => businessHref(businessId, `request-forms/${form.FormId}`)
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
  ]
  return (
    <>
      <div className={styles.top}>
        <NewFormMenu />
      </div>
      <DataTable
        label="Forms"
        columns={columns}
        list={list}
        rowKey={(form) => form.FormId}
        rowLink={hrefOf}
        rowMenu={menu}
        empty="There are no forms yet. Make one for people to apply with."
        errorTitle="The forms could not be loaded."
      />
      {shared && <ShareDialog form={shared} onClose={() => setShared(null)} />}
    </>
  )
}

function NewFormMenu() {
  const { BusinessId: businessId } = useBusiness()
  const hrefOf = (kind: string) => `${businessHref(businessId, 'request-forms/new')}?kind=${kind}`
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} aria-hidden />}>New form</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          href={hrefOf('Registration')}
          leftSection={<IconEdit size={16} aria-hidden />}
        >
          For applications
        </Menu.Item>
        <Menu.Item component={Link} href={hrefOf('Renewal')} leftSection={<IconEdit size={16} aria-hidden />}>
          For renewals
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
