import { Menu } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useMe } from '#console/session.ts'
import { consolePaths } from '#contract/console-paths.ts'
import { Link } from '#ui/layout/navigation.tsx'
import { OpenMenu } from '#ui/table/open-menu.tsx'
import { Appearance } from './appearance.tsx'
import styles from './top-bar.module.css'

/** The way to what people can change of their account, and how the console looks. */
export function AccountItems({ labelId, onClose }: { labelId: string; onClose: () => void }) {
  const me = useMe()
  return (
    <OpenMenu labelId={labelId} onClose={onClose} position="bottom-end">
      <Menu.Label className={styles.email}>{me.Email}</Menu.Label>
      <Menu.Item
        component={Link}
        href={consolePaths.account}
        leftSection={<IconUserCircle size={16} stroke={1.5} aria-hidden />}
      >
        My account
      </Menu.Item>
      <Appearance />
    </OpenMenu>
  )
}
