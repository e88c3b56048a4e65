import { VisuallyHidden } from '@mantine/core'
import type { Permission } from '#contract/access/roles.ts'
import styles from './permission-about.module.css'

/** What a permission is for, and on demand each single thing that it opens. */
export function PermissionAbout({ permission }: { permission: Permission }) {
  const { Description, Opens, DisplayName } = permission
  return (
    <>
      <p className={styles.description}>{Description}</p>
      <details className={styles.opens}>
        <summary>
          What it opens<VisuallyHidden>: {DisplayName}</VisuallyHidden>
        </summary>
        <ul>
          {Opens.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      </details>
    </>
  )
}
