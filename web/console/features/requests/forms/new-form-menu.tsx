import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconEdit, IconPlus } from '@tabler/icons-react'
import { useBusiness } from '#console/business.ts'
import { pageHref } from '#contract/console-paths.ts'
import { Link } from '#ui/layout/navigation.tsx'

/** Starts a form of either kind. */
export function NewFormMenu() {
  const { BusinessId: businessId } = useBusiness()
  const hrefOf = (kind: string) => pageHref('newRequestForm', { businessId }, { kind })
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
