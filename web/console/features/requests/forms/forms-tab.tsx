import styles from './forms.module.css'
import { FormsList } from './forms-list.tsx'
import { NewFormMenu } from './new-form-menu.tsx'

/** The forms, as a tab of Business Configuration. */
export function Tab() {
  return (
    <>
      <div className={styles.top}>
        <NewFormMenu />
      </div>
      <FormsList />
    </>
  )
}
