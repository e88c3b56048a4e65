import type { Permission } from '#contract/access/roles.ts'
import styles from './permission-about.module.css'

/** What a permission is for, and on demand each single thing that it opens. */
export function PermissionAbout({ permission }: { permission: Permission }) {
  const { Description, Opens, DisplayName } = permission
  return (
    <>
      <p className={styles.description}>{Description}</p>
      <details className={styles.opens}>
        <summary aria-label={`What ${DisplayName} opens`}>What it opens</summary>
        <ul>
          {Opens.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      </details>
    </>
  )
}
